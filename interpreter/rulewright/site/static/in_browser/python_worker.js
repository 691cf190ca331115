// Rulewright in Python in the browser: says that it is ready, then answers one question after the other.

import { loadPyodide } from "../workshop/python/pyodide.mjs";

const HERE = new URL("../workshop/python/", import.meta.url);

async function start() {
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: HERE.href }),
    fetch(new URL("rulewright.zip", HERE)).then((response) => response.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/rulewright" });
  python.runPython("import sys; sys.path.insert(0, '/rulewright')");
  return python.pyimport("rulewright.site.in_browser").Workshop();
}

const workshop = start();
workshop.then(() => postMessage({ ready: true }), (error) => {
  console.error(error);
  postMessage({ lost: true });
});

onmessage = async ({ data: { address, data } }) => {
  try {
    postMessage(JSON.parse(await (await workshop).answer(address, data)));
  } catch (error) {
    console.error(error);
    postMessage({ lost: true });
  }
};
