// Nobody can sit down at a table without a server: see `shares` in table.js.
export class Inviting {}
