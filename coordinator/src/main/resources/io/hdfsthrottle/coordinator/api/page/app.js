// The page: asks the coordinator what there is, and gives it to the sections that show it.

import { element, say } from "/ui/dom.js";
import * as events from "/ui/events.js";
import { showFaults, showStatus } from "/ui/header.js";
import * as policy from "/ui/policy.js";
import { begin, soon } from "/ui/poll.js";
import { ask, list, token } from "/ui/rest.js";
import { sections } from "/ui/sections.js";
import * as tenants from "/ui/tenants.js";
import { clearTroubles, trouble } from "/ui/trouble.js";

// What a long answer, or one that hardly changes, is asked for less often.
const LONG_CHARACTERS = 256 * 1024;
const SELDOM_MILLIS = 30_000;

// Each: the id and title of its place on the page, how far down that is, the path of the list that it shows and others
// besides, seldom for one that hardly changes, paged false for one that is no list, and show(answers, body); if it has
// them faults(answers), sentences or { text, about } of what can be explained, and follow(), which asks for more.
const SECTIONS = [tenants, policy, events, ...sections].sort((a, b) => (a.place ?? 8) - (b.place ?? 8));

const credential = document.getElementById("credential");
const typed = document.getElementById("token");
const forget = document.getElementById("forget");
const main = document.getElementById("content");
const nav = document.querySelector("nav");
for (const { id, title } of SECTIONS) {
  nav.append(element("a", { href: "#" + id }, title));
  main.append(
    element("section", { id, "aria-labelledby": id + "-title" }, element("h2", { id: id + "-title" }, title), element("p", { class: "note" }), element("div", { class: "body" })),
  );
}

// By path: what was answered last, or why not; and when to ask again.
let answers = new Map();
let due = new Map();
let refused = false;
let pause = 0;

// How often the token has changed: what an earlier one was answered counts no more.
let changes = 0;

function startAnew() {
  answers = new Map();
  due = new Map();
  refused = false;
  changes += 1;
  clearTroubles();
  forget.hidden = token.get() === "";
  soon();
}

// A token that is wrong is not tried again: each time would be counted and written down.
function needsToken(problem) {
  refused = true;
  credential.hidden = false;
  const had = token.get() !== "";
  trouble(
    "token",
    had
      ? "This token is not accepted: " + problem.message + ". Type another one; who runs the coordinator gives them out."
      : "This coordinator asks for a token. Who runs it gives them out.",
  );
  if (document.activeElement === document.body) {
    typed.focus();
  }
}

async function look({ path, seldom, paged }) {
  if (refused || path === undefined || (due.get(path) ?? 0) > Date.now()) {
    return;
  }
  const before = changes;
  try {
    const { characters, value } = await list(path, paged);
    if (before !== changes) {
      return;
    }
    answers.set(path, { value });
    due.set(path, seldom || characters > LONG_CHARACTERS ? Date.now() + SELDOM_MILLIS : 0);
    trouble(path, "");
  } catch (problem) {
    if (before === changes) {
      failed(path, problem);
    }
  }
}

function failed(path, problem) {
  if (problem.status === 401) {
    needsToken(problem);
  } else if (problem.status === 403) {
    answers.set(path, { denied: problem.message });
    due.set(path, Infinity);
    credential.hidden = false;
  } else if (problem.status === 429) {
    pause = Math.max(pause, problem.retrySeconds * 1000);
    trouble(path, problem.message + ".");
  } else if (!problem.follows) {
    trouble(path, problem.message);
  }
}

// The next turn of the browser: what was typed or clicked meanwhile comes first.
function breath() {
  return new Promise((go) => setTimeout(go));
}

async function show(status) {
  main.hidden = !status.leading || refused;
  for (const section of SECTIONS) {
    say(document.querySelector("#" + section.id + " .note"), answers.get(section.path)?.denied ?? "");
    section.show(answers, document.querySelector("#" + section.id + " .body"));
    await breath();
  }
  showFaults(status, answers, SECTIONS.flatMap((section) => section.faults?.(answers) ?? []));
}

async function round() {
  pause = 0;
  let status = null;
  try {
    status = (await ask("GET", "/v1/status", undefined, {}, "")).value;
    trouble("status", "");
  } catch (problem) {
    trouble("status", problem.message);
    return problem.retrySeconds * 1000;
  }
  showStatus(status);
  if (status.leading) {
    const wanted = SECTIONS.flatMap((section) => [section, ...(section.besides ?? [])]);
    const paths = wanted.map((each) => each.path);
    [...answers.keys()].filter((path) => !paths.includes(path)).forEach((path) => answers.delete(path) && due.delete(path));
    await Promise.all(wanted.map(look));
  } else {
    answers = new Map();
    due = new Map();
  }
  await show(status);
  if (status.leading && !refused) {
    await Promise.all(SECTIONS.map((section) => section.follow?.()));
  }
  return pause;
}

credential.addEventListener("submit", (event) => {
  event.preventDefault();
  const value = typed.value.trim();
  if (!/^[\x21-\x7e]+$/.test(value)) {
    trouble("token", "A token is one word of letters, digits and signs without blanks.");
    return;
  }
  token.set(value);
  typed.value = "";
  startAnew();
});
forget.addEventListener("click", () => {
  token.forget();
  startAnew();
});
if (token.get() !== "") {
  credential.hidden = false;
  forget.hidden = false;
}
begin(async () => {
  try {
    const wait = await round();
    trouble("page", "");
    return wait;
  } catch (bug) {
    trouble("page", "This page cannot show what was answered (" + bug.message + ").");
    throw bug;
  }
});
