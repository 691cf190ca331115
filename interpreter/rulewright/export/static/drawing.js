// The board of any position as a picture: the parts that Python has drawn (`pictures.py`), put where they belong.
// What comes out is the same as `LiveBoard` gives for a page of the server. Names are escaped here; the parts are ours.

import { Codes } from "./position.js";

const ROW = Math.sqrt(0.75);  // how far the rows of a hex board are apart
const MARGIN = 0.3;
const NEUTRAL = -1;
const FONT = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";

export function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

export class Drawing {
  // `names` are those of sites, where the board has no end; `before` is the position before the last move, or null;
  // `atStake` are sites whose pieces are pointed out, `numbers` those of pieces.
  constructor(data, position, names, before, flipped, atStake, numbers) {
    this.data = data;
    this.pictures = data.pictures;
    this.flipped = flipped;
    this.atStake = atStake;
    this.numbers = numbers;
    this.position = position;
    this.codes = new Codes(data);
    this.layers = position.layers();
    this.changed = before ? differing(before.layers(), this.layers) : new Set();
    this.view = this.pictures.unbounded ? this.#plane(names) : this.pictures.views[flipped ? 1 : 0];
    this.pieces = this.pictures.pieces[flipped ? 1 : 0] ?? this.pictures.pieces[0];
  }

  // ------------------------------------------------------------ the whole

  picture() {
    const { view } = this;
    const spots = view.spots.filter((spot) => !spot.thin);
    const marked = (part, fits = () => true) => [
      ...spots.filter((spot) => this.changed.has(spot.site) && fits(spot)).map((spot) => at(spot, spot[part])),
      ...spots.filter((spot) => this.atStake.has(spot.site) && fits(spot)).map((spot) => (
        at(spot, spot[part].replaceAll("rw-last", "rw-stake")))),
    ];
    const drawn = [
      view.ground, ...marked("last"), view.names, ...this.#standing(), ...marked("tile", (spot) => this.#isCovered(spot)),
    ];
    const order = [...view.spots].sort((one, other) => (
      Number(Boolean(one.thin)) - Number(Boolean(other.thin)) || one.far[0] - other.far[0] || one.far[1] - other.far[1]));
    return `<svg xmlns="http://www.w3.org/2000/svg" font-family="${FONT}" class="rw-picture" role="group" `
      + `aria-label="The board of ${escaped(this.pictures.title)}" viewBox="${view.box}">`
      + `<g class="rw-drawn" aria-hidden="true">${drawn.join("")}</g>`
      + `<g class="rw-sites">${order.map((spot) => this.#site(spot)).join("")}</g></svg>`;
  }

  #stacks(spot) { return this.layers.map((layer) => layer.get(spot.site) ?? []); }

  #isCovered(spot) {
    const stacks = this.#stacks(spot);
    return this.pictures.tiles.some((layer) => stacks[layer].length);
  }

  #site(spot) {
    const full = this.#stacks(spot).some((stack) => stack.length);
    const kinds = ["rw-site", full ? "rw-full" : "", spot.thin ? "rw-thin" : ""].filter(Boolean).join(" ");
    const { unit } = this.pictures;
    const shapes = spot.covered && this.#isCovered(spot) ? spot.covered : spot.shapes;
    return `<g class="${kinds}" data-site="${escaped(spot.name)}" data-x="${(spot.x * unit).toFixed(1)}" `
      + `data-y="${(-spot.y * unit).toFixed(1)}"${lying(spot)} role="button" tabindex="-1" aria-label="${escaped(this.inWords(spot))}${this.atStake.has(spot.site) ? ", at stake" : ""}">`
      + `${at(spot, shapes)}</g>`;
  }

  // ------------------------------------------------------------ what stands on it

  #standing() {
    const { links, below } = this.pictures;
    const bars = this.view.spots.filter((spot) => spot.thin).sort((one, other) => (
      Number(links.includes(other.site)) - Number(links.includes(one.site))));
    const found = bars.flatMap((spot) => this.#stacks(spot).flat().map((code) => (
      (this.changed.has(spot.site) ? spot.last : "")
      + this.#group(code, spot, spot.bar.replaceAll(this.pictures.stand_for, this.pieces[code].colour)))));
    const spots = this.view.spots.filter((spot) => !spot.thin).sort((one, other) => (
      one.far[0] - other.far[0] || one.far[1] - other.far[1]));
    for (const spot of spots) {
      const stacks = this.#stacks(spot);
      for (const layer of below) stacks[layer].forEach((code, level) => found.push(this.#piece(code, spot, spot.y, 1, `${layer} ${spot.site} ${level}`)));
    }
    for (const spot of spots) found.push(this.#stack(spot));
    return found;
  }

  #stack(spot) {
    const { rise: [most, room], points, below } = this.pictures;
    const stacks = this.#stacks(spot);
    const [main] = stacks;
    if (this.#isHeap(main)) return this.#heap(spot, main);
    const high = Math.min(most, room / Math.max(1, main.length - 1));
    const rise = high * (spot.way ?? 1);
    const foot = spot.y + (spot.foot ?? 0);
    const drawn = main.map((code, level) => this.#piece(code, spot, foot + level * rise, 1, `0 ${spot.site} ${level}`));
    const top = foot + Math.max(0, main.length - 1) * rise;
    if (main.length > 1 && (!points || high < most)) drawn.push(this.#height(spot.x + spot.radius * 0.8, top - spot.radius * 0.75, main.length));
    stacks.forEach((stack, layer) => {
      if (layer && !below.includes(layer)) {
        stack.forEach((code, level) => drawn.push(this.#piece(code, spot, top, main.length ? 0.5 : 0.8, `${layer} ${spot.site} ${level}`)));
      }
    });
    return drawn.join("");
  }

  #piece(code, spot, y, share, slot) {
    const { unit } = this.pictures;
    const look = this.pieces[code].looks[`${spot.look} ${share}`];
    return this.#group(code, spot, `<g transform="translate(${short(spot.x * unit)} ${short(-y * unit)})">${look}</g>`
      + this.#number(code, spot, y, share, slot));
  }

  #number(code, spot, y, share, slot) {
    const number = this.numbers.get(slot);
    const radius = spot.radius * share;
    return number ? this.#text(spot.x + radius * 0.58, y - radius * 0.66, String(number), radius * 0.58, "middle", "rw-which", "600")
      .replace("<text", `<text fill="${this.pieces[code].ink}"`) : "";
  }

  #group(code, spot, inside) {
    const [label, name] = [this.pieces[code].label, spot.name].map(escaped);
    return `<g class="rw-piece" data-at="${name}"><title>${label} on ${name}</title>${inside}</g>`;
  }

  #isHeap(stack) {
    return this.pictures.pits && stack.length > 0 && this.codes.owner(stack[0]) === NEUTRAL
      && stack.every((code) => code === stack[0]);
  }

  // Many equal neutral pieces lie beside each other, as seeds in a pit do.
  #heap(spot, stack) {
    const { unit } = this.pictures;
    const size = Math.min(0.11, 0.3 / Math.sqrt(stack.length));
    const drawn = stack.map((code, number) => {
      const angle = number * Math.PI * (3 - Math.sqrt(5));
      const away = stack.length > 1 ? 0.32 * Math.sqrt((number + 0.5) / stack.length) : 0;
      const [x, y] = [spot.x + away * Math.cos(angle), spot.y + away * Math.sin(angle)];
      const [fill, stroke] = this.pieces[code].seed;
      return this.#group(code, spot, `<circle cx="${short(x * unit)}" cy="${short(-y * unit)}" r="${short(size * unit)}" `
        + `fill="${fill}" stroke="${stroke}" stroke-width="1"/>`);
    });
    return drawn.join("") + this.#height(spot.x + 0.36, spot.y - 0.36, stack.length);
  }

  #height(x, y, height) {
    const { unit, grain } = this.pictures;
    const size = 0.3 * grain;
    return `<circle cx="${short(x * unit)}" cy="${short(-y * unit)}" r="${short(size * (height < 10 ? 0.62 : 0.72) * unit)}" `
      + `class="rw-badge" stroke-width="1"/>${this.#text(x, y, String(height), size * 0.85, "middle", "rw-number", "bold")}`;
  }

  #text(x, y, text, size, anchor, kind, weight) {
    const { unit } = this.pictures;
    return `<text x="${short(x * unit)}" y="${short((-y + size * 0.35) * unit)}" font-size="${short(size * unit)}" `
      + `text-anchor="${anchor}" class="${kind}"${weight ? ` font-weight="${weight}"` : ""}>${escaped(text)}</text>`;
  }

  // ------------------------------------------------------------ an unbounded board

  // The box around all pieces and one ring more, by the names that players see (D106, D107).
  #plane(names) {
    const { pictures: { unbounded: { hexagonal, spot, corners }, unit }, data: { side } } = this;
    const turned = this.flipped ? -1 : 1;
    const [lean, high] = hexagonal ? [0.5, ROW] : [0, 1];
    const taken = this.layers.flatMap((layer) => [...layer.keys()]);
    const places = taken.length ? taken.map((site) => names.coordinates(site)) : [names.origin];
    const left = Math.min(...places.map(([column, row]) => column + row * lean)) - 1;
    const right = Math.max(...places.map(([column, row]) => column + row * lean)) + 1;
    const rows = places.map(([, row]) => row);
    const wrapped = (value) => ((value % side) + side) % side;
    const spots = [];
    for (let row = Math.min(...rows) - 1; row <= Math.max(...rows) + 1; row += 1) {
      for (let column = Math.ceil(left - row * lean); column <= Math.floor(right - row * lean); column += 1) {
        const [x, y] = [(column + row * lean) * turned, row * high * turned];
        spots.push({
          ...spot, site: wrapped(row) * side + wrapped(column), name: `${column},${row}`, column, row, x, y, far: [-y, x],
          place: `translate(${short(x * unit)} ${short(-y * unit)})`,
        });
      }
    }
    const reach = new Reach();
    for (const each of spots) for (const [x, y] of corners) reach.add(each.x + x, each.y + y);
    const cell = corners.map(([x, y]) => `${short(x * unit)},${short(-y * unit)}`).join(" ");
    const ground = spots.map((each) => at(each, `<polygon points="${cell}" class="rw-bare" stroke-width="1.4"/>`)).join("");
    const written = this.#coordinates(spots, hexagonal, reach);
    return { spots, ground, names: written, box: reach.box(unit) };
  }

  // The name `3,-1` is read off the column `3,` and the row `,-1`.
  #coordinates(spots, hexagonal, reach) {
    const xs = spots.map((spot) => spot.x);
    const ys = spots.map((spot) => spot.y);
    const extent = Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) + 1;
    const size = Math.min(0.85, Math.max(0.2, extent / 26)) * 0.7;
    const [low, top] = [Math.min(...ys), Math.max(...ys)];
    const labels = [];
    const seen = new Set();
    const once = (key, label) => { if (!seen.has(key)) { seen.add(key); labels.push(label); } };
    const ordered = [...spots].sort((one, other) => one.x - other.x);
    for (const spot of ordered) once(`row ${spot.row}`, { text: `,${spot.row}`, x: spot.x, y: spot.y, right: -1, up: 0 });
    for (const spot of spots) {
      if (!hexagonal) once(`column ${spot.column}`, { text: `${spot.column},`, x: spot.x, y: low, right: 0, up: -1 });
      else if (spot.y === low) labels.push({ text: `${spot.column},`, x: spot.x, y: spot.y, right: -0.5, up: -ROW });
      if (hexagonal && spot.y === top) labels.push({ text: `${spot.column},`, x: spot.x, y: spot.y, right: 0.5, up: ROW });
    }
    return labels.map((label) => {
      const far = (0.5 + 0.75 * size) / Math.hypot(label.right, label.up);
      const anchor = label.up ? "middle" : "end";
      const [x, y] = [label.x + label.right * far + (anchor === "end" ? 0.2 * size : 0), label.y + label.up * far];
      const half = label.text.length * size * 0.3;
      reach.add(x - (anchor === "end" ? 2 * half : half), y - size * 0.6);
      reach.add(x + (anchor === "end" ? 0 : half), y + size * 0.6);
      return this.#text(x, y, label.text, size, anchor, "rw-soft");
    }).join("");
  }

  // ------------------------------------------------------------ beside it, and in words

  // The pieces of a site from the top down, by their codes.
  #fromTheTop(spot) {
    const { below } = this.pictures;
    const stacks = this.#stacks(spot);
    const order = stacks.map((_, layer) => layer).sort((one, other) => (
      Number(below.includes(one)) - Number(below.includes(other)) || other - one));
    return order.flatMap((layer) => [...stacks[layer]].reverse());
  }

  inWords(spot) {
    const runs = [];
    for (const code of this.#fromTheTop(spot)) {
      const { label } = this.pieces[code];
      if (runs.at(-1)?.label === label) runs.at(-1).count += 1;
      else runs.push({ label, count: 1 });
    }
    const told = runs.map(({ label, count }) => (count === 1 ? label : `${count} × ${label}`)).join(" on ");
    return `${spot.name}: ${told || "empty"}`;
  }

  // The pieces of every site where more than one lies, and not all alike, from the top down.
  columns() {
    const found = Object.create(null);
    for (const spot of this.view.spots) {
      const lying = this.#fromTheTop(spot);
      if (lying.length > 1 && new Set(lying).size > 1) {
        found[spot.name] = lying.map((code) => ({ label: this.pieces[code].label, picture: this.pieces[code].alone }));
      }
    }
    return found;
  }

  // All trays that hold something: each player's hand and what was taken, then the supply.
  trays() {
    const { players, kinds } = this.data;
    const boxes = new Map();
    const kept = this.position.trays().sort((one, other) => one.kind - other.kind || one.state - other.state);
    for (const { tray, player, kind, state, count } of kept) {
      const holder = player === NEUTRAL ? players.length : player;
      const key = `${holder} ${tray}`;
      if (!boxes.has(key)) boxes.set(key, { holder, tray, pieces: [] });
      const code = this.codes.code(kinds[kind].neutral ? NEUTRAL : this.#former(tray, player), kind, state);
      const { label, alone } = this.pieces[code];
      boxes.get(key).pieces.push({ name: this.codes.name(kind, state), label, count, picture: alone });
    }
    const words = { hand: "in hand", taken: "has taken" };
    return [...boxes.values()].sort((one, other) => one.holder - other.holder || (one.tray < other.tray ? -1 : 1))
      .map(({ holder, tray, pieces }) => ({
        caption: holder === players.length ? tray : `${players[holder]} ${words[tray]}`,
        owner: players[holder] ?? null, pieces,
      }));
  }

  // What was taken was the opponent's, if there is only one.
  #former(tray, holder) {
    if (tray !== "taken" || holder === NEUTRAL) return holder;
    return this.data.players.length === 2 ? 1 - holder : NEUTRAL;
  }

  // A picture of a piece by the name it has in moves, as the player to move would have it.
  named(name) {
    const { kinds } = this.data;
    for (let kind = 0; kind < kinds.length; kind += 1) {
      const amount = kinds[kind].axes.reduce((product, axis) => product * axis.length, 1);
      for (let state = 0; state < amount; state += 1) {
        if (this.codes.name(kind, state) === name) {
          return this.pieces[this.codes.code(kinds[kind].neutral ? NEUTRAL : this.position.me, kind, state)].alone;
        }
      }
    }
    return null;
  }
}

// A part of a site; on an unbounded board it is moved to where the site is.
function at(spot, drawn) {
  return spot.place ? `<g transform="${spot.place}">${drawn}</g>` : drawn;
}

// Where pieces lie in a long place.
function lying(spot) {
  return Object.entries(spot.lying ?? {}).map(([name, value]) => ` data-${name}="${value}"`).join("");
}

function short(value) { return String(Math.round(value * 100) / 100); }

function differing(old, now) {
  const found = new Set();
  now.forEach((layer, number) => {
    for (const site of new Set([...layer.keys(), ...old[number].keys()])) {
      if (String(layer.get(site)) !== String(old[number].get(site))) found.add(site);
    }
  });
  return found;
}

class Reach {
  constructor() {
    [this.left, this.right, this.low, this.top] = [Infinity, -Infinity, Infinity, -Infinity];
  }

  add(x, y) {
    [this.left, this.right] = [Math.min(this.left, x), Math.max(this.right, x)];
    [this.low, this.top] = [Math.min(this.low, y), Math.max(this.top, y)];
  }

  box(unit) {
    return [this.left - MARGIN, -this.top - MARGIN, this.right - this.left + 2 * MARGIN, this.top - this.low + 2 * MARGIN]
      .map((value) => (value * unit).toFixed(1)).join(" ");
  }
}
