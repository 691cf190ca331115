// Which games there are, and where their pages and pictures lie. (A static site has another module in place of this one.)

import { get } from "./api.js";

export async function library() {
  return (await get("/api/games")).games;
}

export const compiles = true;  // a game can be made a page of its own

export const places = {
  picture: (game) => `/api/games/${encodeURIComponent(game)}/picture.svg`,
  play: (game) => `/play/${encodeURIComponent(game)}`,
  rules: (game) => `/rules/${encodeURIComponent(game)}`,
};
