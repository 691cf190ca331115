// Choosing from a long list, and reading what a message means.

import { get, make } from "../api.js";
import { places } from "../library.js";

const at = (id) => document.getElementById(id);

export function opened(title, ...content) {
  const dialog = at("chooser");
  at("chooser-title").textContent = title;
  at("chooser-body").replaceChildren(...content);
  if (!dialog.open) dialog.showModal();
  return dialog;
}

// One of `choices` ({ label, note, value, picture, remove }), or null if the person thinks better of it.
export function choose(title, choices) {
  return new Promise((decide) => {
    const list = make("ul", { class: "choosing" });
    const items = choices.map((choice) => {
      const shown = choice.picture
        ? make("img", { src: places.picture(choice.picture), alt: "", loading: "lazy", width: 56, height: 56 })
        : null;
      const button = make("button", { type: "button", class: "pick", onclick: () => done(choice.value) },
        shown, make("span", {}, make("b", {}, choice.label), choice.note ? make("span", { class: "soft" }, choice.note) : null));
      const item = make("li", {}, button);
      if (choice.remove) {
        item.append(make("button", {
          type: "button", class: "small", "aria-label": `Forget ${choice.label}`,
          onclick: () => { choice.remove(); item.remove(); },
        }, "Forget"));
      }
      return [item, `${choice.label} ${choice.note ?? ""}`.toLowerCase()];
    });
    list.append(...items.map(([item]) => item));
    const filter = make("input", { type: "search", placeholder: "Find", "aria-label": "Find", autocomplete: "off",
      oninput: () => {
        const wanted = filter.value.trim().toLowerCase();
        for (const [item, text] of items) item.hidden = !text.includes(wanted);
      } });
    const dialog = opened(title, filter, list);
    filter.focus();
    const done = (value) => {
      decide(value);
      dialog.close();
    };
    dialog.addEventListener("close", () => decide(null), { once: true });
  });
}

export function tell(title, sentence) {
  opened(title, make("p", {}, sentence));
}

// The page of a message: paragraphs, and examples that are game files.
export async function explain(code) {
  const { title, text } = await get(`/api/workshop/explain/${encodeURIComponent(code)}`);
  const [, ...parts] = text.split("\n\n");
  const content = parts.join("\n\n").split(/^```/m).map((part, index) => {
    if (index % 2 === 0) return part.trim().split("\n\n").filter(Boolean).map((one) => make("p", {}, ...spans(one)));
    const [head, ...lines] = part.split("\n");
    const kind = head.includes("bad") ? "bad" : head.includes("good") ? "good" : "text";
    return [make("pre", { class: `example ${kind}`, "aria-label": `${kind} example` }, lines.join("\n").trimEnd())];
  }).flat();
  opened(`${title[0].toUpperCase()}${title.slice(1)}`, make("div", { class: "page" }, ...content));
}

function spans(text) {
  return text.replace(/\n/g, " ").split("`").map((part, index) => (index % 2 ? make("code", {}, part) : part));
}
