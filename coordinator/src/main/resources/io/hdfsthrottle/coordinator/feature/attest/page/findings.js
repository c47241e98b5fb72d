// What the coordinator finds not to be as promised.

import { element } from "/ui/dom.js";
import { clock } from "/ui/words.js";

export const id = "findings";
export const title = "Findings";
export const path = "/v1/findings";
export const place = 9;
const OF_TENANTS = ["below-entitlement", "limit-exceeded"];
let shown = "";

export function show(answers, body) {
  const findings = answers.get(path)?.value?.findings ?? null;
  const key = JSON.stringify(findings);
  if (key === shown) {
    return;
  }
  shown = key;
  if (findings === null) {
    body.replaceChildren();
  } else if (findings.length === 0) {
    body.replaceChildren(element("p", { class: "facts" }, "Everything is as promised."));
  } else {
    body.replaceChildren(element("ul", {}, ...findings.map((each) => element("li", {}, clock(each.since) + ": " + each.detail))));
  }
}

// What the page says of nodes by itself is not said twice.
export function faults(answers) {
  const others = (answers.get(path)?.value?.findings ?? []).filter((each) => each.kind !== "node-fell-back");
  return others.map((each) => ({ text: each.detail, about: OF_TENANTS.includes(each.kind) ? ["tenant", each.subject] : undefined }));
}
