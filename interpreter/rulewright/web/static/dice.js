// Dice, as they lie on the table.

import { make } from "./api.js";

// Where eyes are: nine places, row by row.
const EYES = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8], [0, 2, 3, 4, 5, 6, 8],
  [0, 1, 2, 3, 5, 6, 7, 8], [0, 1, 2, 3, 4, 5, 6, 7, 8]];

// In the colours of a player; null if there are none.
export function diceOf(values, player) {
  if (!values.length) return null;
  const colours = { fill: player?.colour ?? "#fbfaf6", ink: player?.ink ?? "#26272b" };
  const drawn = values.map((value) => make("i", { class: "die", html: picture(EYES[value], colours) }));
  return make("span", { class: "dice", role: "img", "aria-label": `Dice: ${values.join(", ")}` }, ...drawn);
}

function picture(eyes, { fill, ink }) {
  const dots = eyes.map((eye) => `<circle cx="${10 + (eye % 3) * 10}" cy="${10 + Math.floor(eye / 3) * 10}" r="3.6" fill="${ink}"/>`);
  return `<svg viewBox="0 0 40 40"><rect x="1.5" y="1.5" width="37" height="37" rx="8" fill="${fill}" stroke="currentColor" stroke-opacity=".45" stroke-width="2"/>${dots.join("")}</svg>`;
}
