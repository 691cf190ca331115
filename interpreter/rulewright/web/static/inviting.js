// A second person at another screen: the link to this table, and what it means to give it away.

import { make } from "./api.js";
import { tableAddress } from "./address.js";

const at = (id) => document.getElementById(id);
const ALONE = "This server listens to this machine alone. Begin it with “rulewright serve --host 0.0.0.0”, and others in "
  + "your network can sit down at this table by a link.";
const MEANING = "Whoever has this link sees this game and can move in it: the secret of the table is in it. Others in your "
  + "network cannot find the table without it, but on its way the link can be read by whoever listens there. It works as "
  + "long as this server runs.";

export class Inviting {
  // `share()` makes the table one that others may sit at; `network` is where they find the server.
  constructor(network, share) {
    this.network = network ?? (isLocal(location.hostname) ? null : location.origin);
    this.share = share;
    at("invited").addEventListener("change", () => this.#show());
    at("copy-invitation").addEventListener("click", () => this.#copy());
    at("invitation").addEventListener("focus", () => at("invitation").select());
  }

  // For a table and those who sit at it.
  open(table, game, players) {
    at("inviting").hidden = !at("inviting").hidden;
    at("invite-how").hidden = !this.network;
    at("invite-meaning").textContent = this.network ? MEANING : ALONE;
    if (at("inviting").hidden || !this.network) return;
    Object.assign(this, { table, game, players });
    const names = table.about.players.map(({ name }) => name);
    const free = players.elsewhere() ?? names.find((name) => name !== players.firstPerson());
    at("invited").replaceChildren(...names.map((name) => make("option", { value: name, selected: name === free }, name)));
    this.#show();
  }

  close() { at("inviting").hidden = true; }

  #show() {
    const side = at("invited").value;
    this.share(side);
    const seats = this.table.about.players.map(({ name }) => [name, name === side ? "person" : "elsewhere"]);
    at("invitation").value = this.network + tableAddress(this.game, this.table.id, seats);
    at("copied").textContent = "";
  }

  async #copy() {
    try {
      await navigator.clipboard.writeText(at("invitation").value);
      at("copied").textContent = "The link is copied.";
    } catch {  // pages of other machines than this one may not
      at("invitation").select();
      at("copied").textContent = "Copy the link from its field.";
    }
  }
}

function isLocal(name) {
  return ["localhost", "[::1]"].includes(name) || name.startsWith("127.");
}
