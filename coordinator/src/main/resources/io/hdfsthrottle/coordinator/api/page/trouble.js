// The one bar for what went wrong, and the line that screen readers hear.

import { say } from "/ui/dom.js";

const bar = document.getElementById("trouble");
const troubles = new Map();

function show() {
  const texts = [...new Set(troubles.values())];
  bar.hidden = texts.length === 0;
  say(bar, texts.length > 1 ? texts[0] + " (and " + (texts.length - 1) + " more)" : texts[0] ?? "");
}

// One trouble for each thing that was tried; an empty text says that it went well.
export function trouble(what, text) {
  if (text === "") {
    troubles.delete(what);
  } else {
    troubles.set(what, text);
  }
  show();
}

export function clearTroubles() {
  troubles.clear();
  show();
}

export function announce(text) {
  say(document.getElementById("announce"), text);
}
