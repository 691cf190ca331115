// Asking. Whatever is refused is thrown as a Refused with a sentence for people.

import { ask } from "./asking.js";

export class Refused extends Error {
  constructor(sentence, status, details) {
    super(sentence);
    this.status = status;
    this.details = details;
  }
}

export async function get(address) {
  return read(await ask(address));
}

export async function post(address, data = {}) {
  return read(await ask(address, data));
}

function read({ status, data }) {
  if (status !== 200) throw new Refused(data.error ?? "Something went wrong.", status, data);
  return data;
}

// An element with attributes and children; the children may be texts. `html` is only for pictures from our own server.
export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key === "html") element.innerHTML = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

// An object for what games and links name: it has nothing to begin with, not even what all objects have (constructor).
export function byName(entries = []) {
  const found = Object.create(null);
  for (const [name, value] of entries) found[name] = value;
  return found;
}
