// Places in a text: the server counts characters, the browser counts halves of the rarer ones twice.

const RARE = /[\ud800-\udbff][\udc00-\udfff]/;

export function toPoints(text, offset) {
  return RARE.test(text) ? [...text.slice(0, offset)].length : offset;
}

export function fromPoints(text, { from, to }) {
  if (!RARE.test(text)) return { from, to };
  const points = [...text];
  const start = points.slice(0, from).join("").length;
  return { from: start, to: start + points.slice(from, to).join("").length };
}
