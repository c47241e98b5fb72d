// Rules and how often each decided, how right the last prediction was, and the whole policy as text to change.

import { element, field, say } from "/ui/dom.js";
import { proposal, request } from "/ui/plan.js";
import { ask } from "/ui/rest.js";
import { table } from "/ui/table.js";
import { many, rate, span } from "/ui/words.js";

export const id = "policy";
export const title = "Policy";
export const place = 5;
export const path = "/v1/rules";
const SCORE = "/v1/policy/score";
export const besides = [{ path: SCORE, paged: false }];

const rules = table(["Rule", "Matches", "Tenant", "Hits", "Last hit"], "Rules", 3);
const none = element("p", { class: "facts" }, "There are no rules: every caller is of the tenant default.");
const score = element("p", {});
const scores = table(["Tenant", "Predicted", "Got", "Error"], "Prediction of the last plan");
const whole = field("Tenants and rules", element("textarea", { name: "policy", rows: 16, spellcheck: "false", required: true, class: "code" }));
let loaded = "";

function wanted(policy) {
  if (JSON.stringify(policy) !== loaded) {
    throw new Error("Somebody has changed the policy since it was shown here: close this, and open it again.");
  }
  return JSON.parse(whole.input.value);
}

const proposed = proposal(
  wanted,
  (plan) => ({ "Copy as CLI": () => "hdfs-throttle policy plan policy.json --out plan.json && hdfs-throttle policy apply plan.json", "Copy as curl": () => request(plan) }),
);
const form = element("form", { "aria-label": "Change the policy" }, whole.root, proposed.root);
const details = element("details", {}, element("summary", {}, "Change the policy as a whole"), form);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  proposed.propose();
});
form.addEventListener("input", () => proposed.forget());
details.addEventListener("toggle", async () => {
  if (details.open) {
    proposed.forget();
    try {
      const { value } = await ask("GET", "/v1/policy");
      loaded = JSON.stringify(value);
      whole.input.value = JSON.stringify(value, null, 2);
    } catch (refused) {
      whole.input.value = refused.message;
    }
  }
});

function matches(match) {
  const parts = Object.entries(match).filter(([, pattern]) => pattern !== null);
  return parts.length === 0 ? "every caller" : parts.map(([name, pattern]) => name + " " + pattern).join(", ");
}

function row(rule) {
  const last = rule.lastHitAgoMillis === null ? "never" : span(rule.lastHitAgoMillis / 1000) + " ago";
  return { key: rule.rule, cells: [rule.position + " " + rule.rule, matches(rule.match), rule.tenant, rule.hits, last] };
}

function judged(told) {
  if (told.state !== "scored") {
    return "Predictions: " + told.because + ".";
  }
  const error = told.errorPercent === null ? "nothing can be compared" : "the prediction erred by " + told.errorPercent + " % on " + many(told.disks, "disk");
  return "The last plan, " + told.plan + ": " + error + "; demand changed on " + told.changed + ", too little is known of " + told.missing + ".";
}

export function show(answers, body) {
  const answer = answers.get(path)?.value;
  if (answer === undefined) {
    body.replaceChildren();
    return;
  }
  if (details.parentElement === null) {
    body.replaceChildren(none, rules.root, score, scores.root, details);
  }
  const told = answers.get(SCORE)?.value;
  none.hidden = answer.rules.length > 0;
  rules.root.hidden = !none.hidden;
  rules.show(answer.rules.map(row));
  say(score, told === undefined ? "" : judged(told));
  scores.root.hidden = (told?.tenants ?? []).length === 0;
  scores.show(
    (told?.tenants ?? []).map((each) => ({
      key: each.tenant,
      cells: [each.tenant, rate(each.predictedBytesPerSecond), rate(each.gotBytesPerSecond), each.errorPercent === null ? "-" : each.errorPercent + " %"],
    })),
  );
}
