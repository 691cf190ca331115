// How far a new line is indented: as the one before, and further behind a key that has its value below.

import {indentService} from "@codemirror/language";

const OPENS = /:\s*(#.*)?$/;
const KEY_BEHIND_DASH = /^\s*-\s+[^\s"'[{][^:]*:(\s|$)/;

function indentOf(line) {
  return line.length - line.trimStart().length;
}

export const indentation = indentService.of((context, pos) => {
  let before = context.lineAt(pos, -1).text;
  let line = context.state.doc.lineAt(pos);
  while (!before.trim() && line.number > 1) {
    line = context.state.doc.line(line.number - 1);
    before = line.text;
    if (before.trim()) return null;  // blank lines end a block: the author knows where the next one begins
  }
  let indent = indentOf(before);
  if (KEY_BEHIND_DASH.test(before)) indent += before.slice(indent).match(/^-\s+/)[0].length;
  return OPENS.test(before) ? indent + 2 : indent;
});
