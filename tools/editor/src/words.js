// The words of the rules language inside the values of a YAML file. For YAML they are one plain text, so they are
// coloured here: a table tells what each word is, and names of the game stay as they are.

import {syntaxTree} from "@codemirror/language";
import {RangeSetBuilder} from "@codemirror/state";
import {Decoration, ViewPlugin} from "@codemirror/view";

const WORD = /[A-Za-z_]\w*|\d+(?:\.\.\d*|x\d+)?/g;
// Values of these keys are sentences for people.
const PROSE = new Set(["game", "by", "about", "source", "name", "title", "text"]);

const marks = new Map();

function markOf(kind) {
  if (!marks.has(kind)) marks.set(kind, Decoration.mark({class: `cm-word-${kind}`}));
  return marks.get(kind);
}

function keyOf(state, node) {
  for (let up = node.parent; up; up = up.parent) {
    if (up.name !== "Pair") continue;
    const key = up.getChild("Key");
    return key ? state.sliceDoc(key.from, key.to) : "";
  }
  return "";
}

// In a turn stand names of actions, which may be called like words of the language.
function kindOf(words, word, key) {
  if (/^\d/.test(word)) return "number";
  const kind = Object.hasOwn(words, word) ? words[word] : null;
  return key === "turn" && kind !== "keyword" ? null : kind;
}

function decorations(view, words) {
  const builder = new RangeSetBuilder();
  for (const {from, to} of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter(node) {
        if (node.name === "Key") return false;
        if (node.name !== "Literal" && node.name !== "QuotedLiteral") return undefined;
        const key = keyOf(view.state, node.node);
        if (PROSE.has(key)) return false;
        const text = view.state.sliceDoc(node.from, node.to);
        for (const match of text.matchAll(WORD)) {
          const start = node.from + match.index;
          const kind = kindOf(words, match[0], key);
          if (kind) builder.add(start, start + match[0].length, markOf(kind));
        }
        return false;
      },
    });
  }
  return builder.finish();
}

export function ruleWords(words) {
  return ViewPlugin.fromClass(
    class {
      constructor(view) {
        this.decorations = decorations(view, words);
        this.tree = syntaxTree(view.state);
      }

      update(update) {
        const tree = syntaxTree(update.state);
        if (!update.docChanged && !update.viewportChanged && tree === this.tree) return;
        this.tree = tree;
        this.decorations = decorations(update.view, words);
      }
    },
    {decorations: (plugin) => plugin.decorations},
  );
}
