// The games of a folder of pages: told in the page itself, for a page that lies on a disk may read no other file.

const told = document.getElementById("games-data");
const up = told.dataset.up;  // to the folder from where this page is

export async function library() {
  return JSON.parse(told.textContent);
}

export const compiles = false;

export const places = {
  picture: (game) => `${up}pictures/${encodeURIComponent(game)}.svg`,
  play: (game) => `${up}play/${encodeURIComponent(game)}.html`,
  rules: (game) => `${up}play/${encodeURIComponent(game)}.html#rules`,
};
