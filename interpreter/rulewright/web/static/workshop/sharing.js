// A whole game in a link: the text of its file, packed, behind the "#", which browsers keep to themselves.

import { make } from "../api.js";
import { compiles } from "../library.js";
import { opened } from "./dialogs.js";
import { download, fileName } from "./files.js";

const MOST = 65536;  // bytes of a game file
const MOST_PACKED = 100_000;  // letters of a link: no file of that size needs more
const CUT = "This link does not hold a whole game: it was cut off or changed on the way. Ask for it again, or for the file.";

export async function linkTo({ name, text }) {
  const packed = await drained(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Infinity);
  const letters = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(""));
  const fragment = `name=${name}&game=${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  return `${location.origin}${location.pathname}#${fragment}`;
}

// The game that a link holds, or null if it holds none. Anybody can have written it.
export async function gameIn(fragment) {
  const said = new URLSearchParams(fragment.replace(/^#/, ""));
  const letters = said.get("game");
  if (letters === null) return null;
  if (letters.length > MOST_PACKED) throw new Error("This link is longer than any game.");
  try {
    const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
    const bytes = await drained(packed, new DecompressionStream("deflate-raw"), MOST);
    return { name: fileName(said.get("name") ?? ""), text: new TextDecoder("utf-8", { fatal: true }).decode(bytes) };
  } catch (error) {
    throw error instanceof RangeError ? error : new Error(CUT);
  }
}

// What comes out of a stream when these bytes go in; it is not taken further than `most`.
async function drained(bytes, stream, most) {
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > most) {
      await reader.cancel();
      throw new RangeError("The game in this link is larger than 64 KiB, and no game file may be.");
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Shows how a game can be given to somebody; `page` makes it a page that plays by itself.
export async function share(draft, page) {
  const link = await linkTo(draft);
  const field = make("input", { type: "text", readonly: true, value: link, "aria-label": "Link to this game", onfocus: () => field.select() });
  const told = make("p", { class: "soft", role: "status" });
  const said = async (act) => {
    told.textContent = "";
    try {
      told.textContent = await act();
    } catch (error) {
      told.textContent = error.message;
    }
  };
  const copy = make("button", { type: "button", onclick: () => said(() => copied(field)) }, "Copy");
  const write = make("button", { type: "button", onclick: () => said(async () => {
    write.disabled = true;
    told.textContent = "Compiling …";
    try {
      download(`${draft.name}.html`, await page(), "text/html");
    } finally {
      write.disabled = false;
    }
    return "Send it to anybody, or open it on a phone: it needs no network.";
  }) }, "Download as a page");
  opened("Share this game", make("div", { class: "sharing" },
    make("p", {}, "The link holds the whole file. Whoever opens it in a workshop plays the game, and can change a copy of it."),
    make("div", { class: "row" }, field, copy),
    make("p", { class: "soft" }, ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname)
      ? `It has ${link.length.toLocaleString("en")} letters, and begins with the address of your own machine: on another one, put what comes from # on behind the address of the workshop there.`
      : `It has ${link.length.toLocaleString("en")} letters.`),
    make("p", {}, compiles
      ? "Or as one file that plays by itself, with the engine in it:"
      : "A page that plays by itself is made by a compiler that does not run in a browser: download the file, and let Rulewright on a computer export it."),
    compiles ? write : make("code", {}, `rulewright export ${draft.name}.yaml`), told));
}

async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return "The link is copied.";
  } catch {
    field.select();
    return "Copy it from the field: the browser does not let this page do so.";
  }
}
