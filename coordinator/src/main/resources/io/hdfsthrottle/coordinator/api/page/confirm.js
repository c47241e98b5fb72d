// Asks before something ends that cannot be had back.

import { say } from "/ui/dom.js";

const dialog = document.getElementById("confirm");
const yes = document.getElementById("yes");
const no = document.getElementById("no");

// Whether somebody said yes. Escape says no.
export function confirmed(question, verb) {
  say(document.getElementById("question"), question);
  say(yes, verb);
  dialog.returnValue = "";
  dialog.showModal();
  no.focus();
  return new Promise((answer) => {
    dialog.addEventListener("close", () => answer(dialog.returnValue === "yes"), { once: true });
  });
}

yes.addEventListener("click", () => dialog.close("yes"));
no.addEventListener("click", () => dialog.close("no"));
