// The mode of the cluster and a switch for it, the canary, and what enforcing would give where there is shadow.

import { confirmed } from "/ui/confirm.js";
import { asRequest, copies, word } from "/ui/copy.js";
import { element, field, say, text } from "/ui/dom.js";
import { soon } from "/ui/poll.js";
import { ask } from "/ui/rest.js";
import { table } from "/ui/table.js";
import { many, rate, some } from "/ui/words.js";

export const id = "modes";
export const title = "Mode";
export const place = 6;
export const path = "/v1/modes";
const SHADOW = "/v1/shadow";
export const besides = [{ path: SHADOW, seldom: true }];
const CLUSTER = path + "/cluster";
const CANARY = path + "/canary";
const DRY = "?dryrun=true";
const MODES = {
  enforce: "Every disk is divided by priority.",
  shadow: "Everything passes and is counted; nobody is delayed.",
  off: "Everything passes, and nothing is counted.",
};

let known = null;
const now = element("p", {});
const others = element("p", { class: "facts" });
const tried = element("p", {});
const answer = element("p", { class: "answer", role: "status" });

async function act(what) {
  answer.className = "answer";
  say(answer, "");
  try {
    await what();
  } catch (refused) {
    answer.classList.add("refused");
    say(answer, refused.message);
  }
  soon();
}

async function change(mode) {
  if (await confirmed("Set the mode of the cluster to " + mode + "? " + MODES[mode] + " It holds at once, on every DataNode that answers" + (mode === "off" ? ", also one with another mode of its own." : " and has no mode of its own."), "Set " + mode)) {
    await act(() => ask("PUT", CLUSTER, { mode }));
  }
}

// When a canary is worse than the others.
function worse(told) {
  return [
    "for " + told.forSeconds + " s above " + told.slowerPercent + " % of their time for a byte",
    ...(told.throughputPercent === 0 ? [] : ["below " + told.throughputPercent + " % of their throughput"]),
    ...(told.p99Percent === 0 ? [] : ["above " + told.p99Percent + " % of the 99th percentile of their reads"]),
    "or with more than " + many(told.errors, "error") + " above their mean",
  ].join(", ");
}

async function begun() {
  const wanted = { node: node.input.value.trim() };
  const { value } = await ask("PUT", CANARY + DRY, wanted);
  const before = known === null || known.node === value.node ? "" : " in place of " + known.node;
  if (await confirmed("Let " + value.node + " enforce" + before + " while the others are in shadow? It goes back by itself when it is silent, alone, or " + worse(value) + ".", "Begin")) {
    await ask("PUT", CANARY, wanted);
  }
}

async function ended() {
  const told = known;
  await ask("DELETE", CANARY + DRY);
  const then = told.state === "failed" ? "It is in shadow already, and is no finding any more." : "It goes back to shadow at once, not only when it is " + worse(told) + ".";
  if (await confirmed("End the canary " + told.node + "? " + then, "End")) {
    await ask("DELETE", CANARY);
  }
}

const switches = Object.keys(MODES).map((mode) => element("button", { type: "button", class: "plain" + (mode === "off" ? " danger" : ""), "aria-pressed": "false", "data-mode": mode, onclick: () => change(mode) }, mode));
const node = field("Try on one DataNode", text("canary", { placeholder: "dn1.example.com:9866", required: true, maxlength: 255 }), "while the cluster is in shadow; it goes back by itself if it is worse than the others");
const begin = element("button", { type: "submit" }, "Begin");
const end = element("button", { type: "button", class: "plain", onclick: () => act(ended) }, "End the canary");
const form = element("form", { class: "row low", "aria-label": "Canary" }, node.root, begin, end);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  act(begun);
});
const commands = copies({
  "Copy as CLI": () => "hdfs-throttle mode " + (node.input.value === "" ? "shadow" : "canary " + word(node.input.value.trim())),
  "Copy as curl": () => (node.input.value === "" ? asRequest("PUT", CLUSTER, { mode: "shadow" }) : asRequest("PUT", CANARY, { node: node.input.value.trim() })),
});
const outlook = element("p", { class: "facts" });
const gains = table(["Tenant", "In words", "Gets", "Would get"], "What enforcing would give", 2);

function canary(told) {
  return told === null ? "There is no canary." : "The canary " + told.node + (told.state === "failed" ? " went back to shadow" : " enforces") + (told.standing === null ? "." : ": " + told.standing);
}

export function show(answers, body) {
  const answered = answers.get(path)?.value;
  if (answered === undefined) {
    body.replaceChildren();
    return;
  }
  if (now.parentElement === null) {
    body.replaceChildren(now, element("div", { class: "buttons", role: "group", "aria-label": "Mode of the cluster" }, ...switches), others, tried, form, answer, commands, outlook, gains.root);
  }
  say(now, answered.cluster === null ? "No mode is set for the cluster: each DataNode goes by its settings." : "The cluster is in the mode " + answered.cluster + ". " + MODES[answered.cluster]);
  switches.forEach((each) => each.setAttribute("aria-pressed", each.dataset.mode === answered.cluster));
  const own = answered.modes.map((each) => each.of + " " + each.name + ": " + each.mode);
  say(others, [own.length === 0 ? "" : "Of their own: " + some(own, 20) + ".", answered.behind.length === 0 ? "" : "Behind: " + some(answered.behind, 20) + "."].join(" ").trim());
  known = answered.canary;
  say(tried, canary(known));
  end.hidden = known === null;
  const shadow = answers.get(SHADOW)?.value;
  const tenants = shadow?.tenants ?? [];
  say(outlook, tenants.length === 0 ? "" : shadow.summary);
  gains.root.hidden = tenants.length === 0;
  gains.show(tenants.map((each) => ({ key: each.tenant, cells: [each.tenant, each.sentence, rate(each.bytesPerSecond), rate(each.enforcedBytesPerSecond)] })));
}
