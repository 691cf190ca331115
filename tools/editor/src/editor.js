// The editor of the workshop: CodeMirror 6 for game files. It knows nothing of the server: what is wrong, what may come
// next and what a word means are told to it, or asked of the functions it is given.

import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from "@codemirror/autocomplete";
import {defaultKeymap, history, historyKeymap, indentWithTab} from "@codemirror/commands";
import {yaml} from "@codemirror/lang-yaml";
import {bracketMatching, indentUnit, syntaxHighlighting} from "@codemirror/language";
import {lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics} from "@codemirror/lint";
import {highlightSelectionMatches, search, searchKeymap} from "@codemirror/search";
import {EditorState, StateEffect, StateField} from "@codemirror/state";
import {
  Decoration, drawSelection, dropCursor, EditorView, highlightActiveLine, highlightActiveLineGutter,
  highlightSpecialChars, hoverTooltip, keymap, lineNumbers, placeholder,
} from "@codemirror/view";
import {classHighlighter} from "@lezer/highlight";
import {indentation} from "./indent.js";
import {ruleWords} from "./words.js";

const setMark = StateEffect.define();

// The words a move failed at: they stay marked until the text changes or another move is asked about.
const marks = StateField.define({
  create: () => Decoration.none,
  update(found, transaction) {
    let kept = transaction.docChanged ? Decoration.none : found;
    for (const effect of transaction.effects) {
      if (!effect.is(setMark)) continue;
      kept = effect.value
        ? Decoration.set([Decoration.mark({class: "cm-why"}).range(effect.value.from, effect.value.to)])
        : Decoration.none;
    }
    return kept;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function within(state, from, to) {
  const length = state.doc.length;
  const start = Math.max(0, Math.min(from, length));
  return {from: start, to: Math.max(start, Math.min(to, length))};
}

function completionSource(complete) {
  return async (context) => {
    const word = context.matchBefore(/[@$]?[A-Za-z_][\w.]*/);
    const before = context.state.sliceDoc(Math.max(0, context.pos - 2), context.pos);
    const invited = /[:,{(] $|- $|\w $|[{($@]$/.test(before);
    if (!context.explicit && !word && !invited) return null;
    const answer = await complete(context.state.doc.toString(), context.pos);
    if (context.aborted || !answer || answer.items.length === 0) return null;
    return {
      from: answer.from,
      validFor: /^[@$]?[\w.]*$/,
      options: answer.items.map((item) => ({
        label: item.label,
        apply: item.insert || item.label,
        detail: item.detail || undefined,
        info: item.info ? () => lines(item.info) : undefined,
        type: item.kind,
        boost: item.boost || 0,
      })),
    };
  };
}

function lines(text) {
  const box = document.createElement("div");
  for (const line of text.split("\n")) {
    const part = box.appendChild(document.createElement("p"));
    part.textContent = line;
  }
  return box;
}

function hoverSource(hover) {
  return hoverTooltip(async (view, pos) => {
    const found = await hover(view.state.doc.toString(), pos);
    if (!found) return null;
    return {
      pos: found.from,
      end: found.to,
      above: true,
      create() {
        const dom = document.createElement("div");
        dom.className = "cm-hover-card";
        const title = dom.appendChild(document.createElement("p"));
        title.className = "cm-hover-title";
        title.appendChild(document.createElement("code")).textContent = found.title;
        title.append(found.what ? ` ${found.what}` : "");
        for (const line of found.lines) dom.appendChild(document.createElement("p")).textContent = line;
        if (found.code) {
          dom.appendChild(document.createElement("pre")).textContent = found.code;
        }
        return {dom};
      },
    };
  });
}

function lintOf(view, item) {
  const {from, to} = within(view.state, item.from, item.to);
  return {
    from,
    to,
    severity: item.severity,
    source: item.code,
    message: item.help ? `${item.message}\n${item.help}` : item.message,
    actions: (item.fixes || []).map((fix) => ({
      name: fix.label,
      apply(target) {
        target.dispatch({changes: {from: fix.from, to: fix.to, insert: fix.insert}, userEvent: "input.fix"});
      },
    })),
  };
}

export function createEditor(parent, {text, label, nonce, words, complete, hover, changed, keys = [], wrap = false}) {
  const extensions = [
    nonce ? EditorView.cspNonce.of(nonce) : [],
    wrap ? EditorView.lineWrapping : [],
    lineNumbers(),
    highlightActiveLineGutter(),
    highlightActiveLine(),
    highlightSpecialChars(),
    highlightSelectionMatches(),
    history(),
    drawSelection(),
    dropCursor(),
    indentation,
    indentUnit.of("  "),
    EditorState.tabSize.of(2),
    bracketMatching(),
    closeBrackets(),
    search({top: true}),
    yaml(),
    syntaxHighlighting(classHighlighter),
    ruleWords(words || {}),
    placeholder("game: …"),
    lintGutter(),
    marks,
    autocompletion({override: [completionSource(complete)], icons: true, maxRenderedOptions: 80}),
    hoverSource(hover),
    keymap.of([
      ...keys, ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap,
      {key: "F8", run: nextDiagnostic}, {key: "Shift-F8", run: previousDiagnostic}, indentWithTab,
    ]),
    EditorView.contentAttributes.of({"aria-label": label, tabindex: "0", spellcheck: "false", autocapitalize: "off"}),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.state.doc.toString());
    }),
  ];
  const fresh = (content) => EditorState.create({doc: content, extensions});
  const view = new EditorView({state: fresh(text), parent});
  return {
    view,
    text: () => view.state.doc.toString(),
    // Another file: what was undone in the last one must not come back in this one.
    replace(content) {
      view.setState(fresh(content));
    },
    edit(from, to, insert) {
      view.dispatch({changes: {...within(view.state, from, to), insert}, userEvent: "input.fix"});
      view.focus();
    },
    diagnose(found) {
      view.dispatch(setDiagnostics(view.state, found.map((item) => lintOf(view, item))));
    },
    mark(from, to) {
      const place = within(view.state, from, to);
      if (place.from === place.to) return;
      view.dispatch({
        effects: [setMark.of(place), EditorView.scrollIntoView(place.from, {y: "center"})],
      });
    },
    unmark() {
      view.dispatch({effects: setMark.of(null)});
    },
    select(from, to) {
      const place = within(view.state, from, to);
      view.dispatch({
        selection: {anchor: place.from, head: place.to},
        effects: EditorView.scrollIntoView(place.from, {y: "center"}),
      });
      view.focus();
    },
    selectLine(number) {
      const {from, text} = view.state.doc.line(Math.max(1, Math.min(number, view.state.doc.lines)));
      this.select(from + text.length - text.trimStart().length, from + text.trimEnd().length);
    },
    measure: () => view.requestMeasure(),
  };
}
