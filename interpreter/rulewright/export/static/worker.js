// The playing programs in a thread of their own, so that the page can be used while they think.

import { Thinker } from "./thinker.js";

let thinker = null;
const stopped = new Set();
const waking = new MessageChannel();
const waiting = [];
waking.port1.onmessage = () => waiting.shift()?.();

// What was sent meanwhile is heard before it goes on.
function rest() {
  return new Promise((wake) => {
    waiting.push(wake);
    waking.port2.postMessage(null);
  });
}

onmessage = async ({ data: { id, wasm, data, asked, stop } }) => {
  try {
    if (stop) stopped.add(stop);
    else if (wasm) {
      thinker = await Thinker.start(wasm, data);
      postMessage({ id });
    } else postMessage({ id, answer: await thinker.think(asked, () => stopped.has(id), rest) });
  } catch (error) {
    postMessage({ id, problem: error.message });
  }
};
