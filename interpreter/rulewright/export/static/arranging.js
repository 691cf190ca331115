// Positions are not set up by hand in a page of its own: see `arranges` in table.js.
export class Arranging {}
