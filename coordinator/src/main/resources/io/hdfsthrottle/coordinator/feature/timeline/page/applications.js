// The applications that have or wait most now, why, and their limits.

import { choice, element, field, say, text } from "/ui/dom.js";
import { editLimit } from "/ui/editor.js";
import { explain, explained } from "/ui/explain.js";
import { soon } from "/ui/poll.js";
import { table } from "/ui/table.js";
import { decimal, limited, many, rate } from "/ui/words.js";

export const id = "applications";
export const title = "Applications";
export const place = 3;
const MOST = 250;
const PATIENCE_MILLIS = 250;
const filter = field("Application", text("match", { placeholder: "part of a name, user or tenant", maxlength: 255, size: 28 }));
const sort = field("Most", choice("sort", [["given", "rate"], ["waited", "wait"]]));
const ask = element("button", { type: "submit", class: "plain" }, "Explain");
const form = element("form", { class: "row low", "aria-label": "Which applications" }, filter.root, sort.root, ask);
const list = table(["Application", "Name", "User", "Tenant", "Rate", "Waits", "Limit", "Change"], "Applications", 4);
const sums = element("p", { class: "facts" });
let timer = 0;
export let path = wanted();

function wanted() {
  return "/v1/history/now?" + new URLSearchParams({ limit: MOST, sort: sort.input.value, match: filter.input.value.trim() });
}

form.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(() => {
    path = wanted();
    soon();
  }, PATIENCE_MILLIS);
});

// One that has ended is in no list, but is explained by its id.
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (filter.input.value.trim() !== "") {
    explain("application", filter.input.value.trim());
  }
});

function row(each) {
  const waits = each.waitedMillis === 0 ? "no" : decimal(each.waitedMillis / 1000) + " s a second";
  const change = { text: "Change", told: "Change the limit of application " + each.application, act: () => editLimit(each) };
  return { key: each.application, cells: [explained(each.application, "application", each.application), each.name, each.user, each.tenant, rate(each.givenBytesPerSecond), waits, limited(each), change] };
}

export function show(answers, body) {
  const answer = answers.get(path);
  if (answer === undefined) {
    return;
  }
  if (answer.value === undefined) {
    body.replaceChildren();
    return;
  }
  if (list.root.parentElement === null) {
    body.replaceChildren(form, sums, list.root);
  }
  const { applications, applicationsInAll } = answer.value;
  say(sums, applicationsInAll === 0 ? "No application is registered." : many(applications.length, "application") + " of " + applicationsInAll + (applications.length === MOST ? ": write a part of a name above for others" : "") + "; an id that has ended is explained, too");
  list.show(applications.map(row));
}
