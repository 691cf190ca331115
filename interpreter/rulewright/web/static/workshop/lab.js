// The lab: is the game any good? The first figures come in seconds, then better ones, and the page with all of them.

import { make } from "../api.js";
import { opened } from "./dialogs.js";

const SECONDS = [4, 12, 30];  // of one request after the other

// `ask` sends a request for the text as it was when somebody pressed the button.
export async function study(ask) {
  const told = make("p", { class: "soft", role: "status" }, "Programs play it …");
  const verdict = make("ul", { class: "verdict" });
  const page = make("a", { target: "_blank", rel: "noopener", hidden: true }, "The whole page");
  const more = make("button", { type: "button", hidden: true }, "Play for longer");
  const dialog = opened("The lab", make("div", { class: "page" }, told, verdict, make("p", {}, page, " ", more)));
  const round = async (seconds, first) => {
    const found = await ask({ seconds, more: !first });
    verdict.replaceChildren(...found.verdict.map((sentence) => make("li", {}, sentence)));
    page.href = found.page;
    page.hidden = false;
    return found.games;
  };
  const rounds = async (all, first) => {
    more.hidden = true;
    let games = 0;
    for (const [number, seconds] of all.entries()) {
      if (!dialog.open || !told.isConnected) return;
      games = await round(seconds, first && number === 0);
      told.textContent = `${games} games so far …`;
    }
    told.textContent = `${games} games were played.`;
    more.hidden = false;
  };
  const attempt = async (all, first) => {
    try {
      await rounds(all, first);
    } catch (error) {
      told.textContent = error.message;
    }
  };
  more.addEventListener("click", () => attempt([30], false));
  await attempt(SECONDS, true);
}
