// Buttons that copy what does the same as the page: a command, or a request.

import { element, say } from "/ui/dom.js";
import { token } from "/ui/rest.js";

// One word for a shell, without what a terminal would obey; no name that a coordinator allows has any of that.
export function word(text) {
  const plain = String(text).replace(/[\p{Cc}\p{Cf}]/gu, "?");
  return /^[A-Za-z0-9._:/@%+,-]+$/.test(plain) ? plain : "'" + plain.replaceAll("'", "'\\''") + "'";
}

function json(body) {
  return JSON.stringify(body).replace(/\p{Cf}/gu, (sign) => [...Array(sign.length).keys()].map((i) => "\\u" + sign.charCodeAt(i).toString(16).padStart(4, "0")).join(""));
}

// The token itself is in no command.
export function asRequest(method, path, body = undefined) {
  return [
    "curl -sS",
    ...(method === "GET" ? [] : ["-X " + method]),
    ...(token.get() === "" ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json' -d " + word(json(body))]),
    word(location.origin + path),
  ].join(" ");
}

// texts: by what the button says, a function that gives the text. A browser lets a page write to the clipboard only over
// TLS or on the loopback address; so the text is shown, too, and selected.
export function copies(texts) {
  const shown = element("textarea", { readonly: true, rows: 2, spellcheck: "false", hidden: true, "aria-label": "What was copied" });
  const told = element("span", { class: "facts", role: "status" });
  const copy = async (text) => {
    shown.value = text();
    shown.hidden = false;
    shown.select();
    try {
      await navigator.clipboard.writeText(shown.value);
      say(told, "Copied.");
    } catch {
      say(told, "It is selected: copy it.");
    }
  };
  const buttons = Object.entries(texts).map(([label, text]) => element("button", { type: "button", class: "plain", onclick: () => copy(text) }, label));
  return element("div", { class: "copies" }, element("div", { class: "buttons" }, ...buttons, told), shown);
}
