// A part of a large board: by two fingers, by the wheel, by drawing the ground along, or by buttons.

import { make } from "./api.js";

const MOST = 8;
const STEP = 1.4;

export class Zoom {
  #scale = 1;
  #middle = null;  // of what is seen, in the units of the picture; null: of the whole
  #fingers = null;  // how far two fingers were apart, and the scale then
  #drawn = false;  // whether the click that follows belongs to a drag

  constructor(picture) {
    this.picture = picture;
    const button = (text, label, act) => make("button", { type: "button", title: label, "aria-label": label, onclick: act }, text);
    this.buttons = make("div", { class: "zoom", role: "group", "aria-label": "What is seen of it", hidden: true },
      button("+", "Larger", () => this.#to(this.#scale * STEP)), button("−", "Smaller", () => this.#to(this.#scale / STEP)),
      button("□", "The whole board", () => this.whole()));
    picture.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    picture.addEventListener("pointerdown", (event) => this.#drag(event));
    picture.addEventListener("click", (event) => { if (this.#drawn) event.stopPropagation(); this.#drawn = false; }, true);
    picture.addEventListener("touchstart", (event) => this.#pinch(event, true), { passive: false });
    picture.addEventListener("touchmove", (event) => this.#pinch(event, false), { passive: false });
  }

  get #svg() { return this.picture.querySelector("svg"); }

  // A new picture has come: of an unbounded board (or another large one) a part can be seen, as before.
  show(offered) {
    this.buttons.hidden = !offered;
    const svg = this.#svg;
    if (svg) svg.dataset.whole = svg.getAttribute("viewBox");
    if (offered) this.#apply();
    else this.whole();
  }

  whole() {
    [this.#scale, this.#middle] = [1, null];
    this.#apply();
  }

  // A place comes into sight: whoever goes there by keys sees where they are.
  reveal(x, y) {
    const [left, top, width, height] = this.#seen();
    if (x < left || y < top || x > left + width || y > top + height) {
      this.#middle = [Number(x), Number(y)];
      this.#apply();
    }
  }

  #whole() { return (this.#svg?.dataset.whole ?? "0 0 1 1").split(" ").map(Number); }

  #seen() {
    const [left, top, width, height] = this.#whole();
    const [wide, high] = [width / this.#scale, height / this.#scale];
    const [x, y] = this.#middle ?? [left + width / 2, top + height / 2];
    const within = (low, place, most) => Math.min(Math.max(place, low), Math.max(low, most));
    return [within(left, x - wide / 2, left + width - wide), within(top, y - high / 2, top + height - high), wide, high];
  }

  #apply() {
    const svg = this.#svg;
    if (!svg?.dataset.whole) return;
    const seen = this.#seen();
    this.#middle = this.#scale === 1 ? null : [seen[0] + seen[2] / 2, seen[1] + seen[3] / 2];
    svg.setAttribute("viewBox", seen.map((value) => value.toFixed(1)).join(" "));
    this.picture.classList.toggle("zoomed", this.#scale > 1);
    this.picture.classList.toggle("zooms", !this.buttons.hidden);
  }

  // `around` stays where it is on the screen.
  #to(scale, around = null) {
    const next = Math.min(MOST, Math.max(1, scale));
    const [left, top, width, height] = this.#seen();
    const [x, y] = around ?? [left + width / 2, top + height / 2];
    const share = this.#scale / next;
    this.#middle = [x + (left + width / 2 - x) * share, y + (top + height / 2 - y) * share];
    this.#scale = next < 1.02 ? 1 : next;
    this.#apply();
  }

  #place(clientX, clientY) {
    const matrix = this.#svg.getScreenCTM().inverse();
    return [matrix.a * clientX + matrix.e, matrix.d * clientY + matrix.f];
  }

  // At its smallest the wheel scrolls the page again.
  #wheel(event) {
    if (this.buttons.hidden || !this.#svg || (event.deltaY > 0 && this.#scale === 1)) return;
    event.preventDefault();
    this.#to(this.#scale * Math.exp(-event.deltaY / 400), this.#place(event.clientX, event.clientY));
  }

  #pinch(event, begins) {
    if (this.buttons.hidden || event.touches.length !== 2 || !this.#svg) return;
    event.preventDefault();
    const [one, other] = event.touches;
    const apart = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (begins || !this.#fingers) this.#fingers = { apart, scale: this.#scale };
    else this.#to(this.#fingers.scale * apart / this.#fingers.apart, this.#place((one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2));
  }

  // With the mouse, the ground is drawn along; with a finger, whatever it is on. What can be picked is picked by the mouse.
  #drag(event) {
    this.#drawn = false;
    if (this.#scale === 1 || event.button || !event.isPrimary) return;
    if (event.pointerType !== "touch" && event.target.closest(".playable .lit, .playable .picked")) return;
    const [begin, scale] = [this.#middle, this.#svg.getScreenCTM().a];
    const moved = (move) => {
      const [right, down] = [move.clientX - event.clientX, move.clientY - event.clientY];
      if (!this.#drawn && Math.hypot(right, down) < 8) return;
      this.#drawn = true;
      this.#middle = [begin[0] - right / scale, begin[1] - down / scale];
      this.#apply();
    };
    const end = () => {
      window.removeEventListener("pointermove", moved);
      window.removeEventListener("pointerup", end);
      window.removeEventListener("pointercancel", end);
    };
    window.addEventListener("pointermove", moved);
    window.addEventListener("pointerup", end);
    window.addEventListener("pointercancel", end);
  }
}
