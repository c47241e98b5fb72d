// Who changed what, and who was refused.

import { table } from "/ui/table.js";
import { clock } from "/ui/words.js";

export const id = "events";
export const title = "Events";
export const place = 10;
export const path = "/v1/events?limit=100";
const list = table(["When", "Event", "Of", "By", "Detail"], "Events", 5);

function detail({ before, after, detail }) {
  return detail ?? [before, after].map((each) => (each === null ? "nothing" : JSON.stringify(each))).join(" → ");
}

export function show(answers, body) {
  const events = answers.get(path)?.value?.events;
  if (events === undefined) {
    body.replaceChildren();
    return;
  }
  if (list.root.parentElement === null) {
    body.replaceChildren(list.root);
  }
  list.show(events.map((each) => ({ key: each.id, cells: [clock(Date.parse(each.time) / 1000), each.event, each.name, each.by, detail(each)] })));
}
