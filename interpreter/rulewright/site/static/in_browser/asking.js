// Asks Rulewright in a worker of the browser, where the server of `rulewright serve` would be asked: one thing after the
// other. What takes too long is given up together with its worker, and the next question finds a new one.

const LIMITS = { think: 120, prove: 180 };  // seconds
const USUAL = 60;
const BEGINNING = 300;  // until Python is there: it has to be loaded and compiled
const LOST = { error: "Python could not be started in this browser. Load the page again; this needs some 300 MB of memory." };

let worker = begun();  // while the page is still being shown; later null where one was given up
worker.catch(() => {});  // told to whoever asks
let last = Promise.resolve();

// What is known without asking lies in files beside the page.
const FILES = [
  [/^\/api\/workshop\/words$/, () => "words.json"],
  [/^\/api\/workshop\/begin$/, ({ copy }) => copy && `../games/${encodeURIComponent(copy)}.json`],
];

export async function ask(address, data = {}) {
  const file = FILES.find(([pattern]) => pattern.test(address))?.[1](data);
  if (file) return fetched(file);
  const asked = last.then(() => answered(address, JSON.stringify(data)));
  last = asked;
  return asked;
}

async function fetched(file) {
  try {
    const response = await fetch(file);
    if (response.ok) return { status: 200, data: await response.json() };
    return { status: 404, data: { error: "There is no such game here." } };
  } catch {
    return { status: 0, data: { error: "The host of this page does not answer." } };
  }
}

async function answered(address, data) {
  worker ??= begun();
  const asked = worker;
  try {
    const seconds = LIMITS[address.split("/").at(-1)] ?? USUAL;
    return await heard(await asked, { address, data }, seconds, { error: `This took more than ${seconds} seconds, so it was given up.` });
  } catch (refused) {
    asked.then((made) => made.terminate(), () => {});
    worker = null;
    return { status: 503, data: refused };
  }
}

async function begun() {
  document.body.classList.add("starting");
  const made = new Worker(new URL("./python_worker.js", import.meta.url), { type: "module" });
  try {
    await heard(made, null, BEGINNING, LOST);
    return made;
  } catch (lost) {
    made.terminate();
    throw lost;
  } finally {
    document.body.classList.remove("starting");
  }
}

// The next thing that a worker says, after it was told something.
function heard(from, message, seconds, late) {
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(late), seconds * 1000);
    const end = (act, value) => { clearTimeout(timer); act(value); };
    from.onmessage = ({ data }) => end(data.lost ? failed : done, data.lost ? LOST : data);
    from.onerror = () => end(failed, LOST);
    if (message) from.postMessage(message);
  });
}
