// Why an application, a tenant or a disk is slow, in a dialog: causes, who has what it lacks, what would help.

import { asRequest, copies, word } from "/ui/copy.js";
import { element, say } from "/ui/dom.js";
import { ask, path as to } from "/ui/rest.js";
import { table } from "/ui/table.js";
import { decimal, rate, span } from "/ui/words.js";

const PATHS = {
  application: (id) => to("applications", id, "explain"),
  tenant: (tenant) => to("tenants", tenant, "explain"),
  disk: (node, volume) => to("nodes", node, "volumes", volume, "explain"),
};
const OPTIONS = { application: "", tenant: "--tenant ", disk: "--disk " };
const VERDICTS = { decides: "decides", no: "does not match", open: "depends on what only DataNodes see", late: "one before it decides" };

const title = element("h2", { id: "explained", tabindex: -1 });
const sentence = element("p", { class: "sentence", role: "status" });
const body = element("div", { class: "why" });
const again = element("button", { type: "button", class: "plain" }, "Ask again");
const close = element("button", { type: "button", onclick: () => dialog.close() }, "Close");
const dialog = element("dialog", { class: "wide", "aria-labelledby": "explained" }, title, sentence, body, element("div", { class: "buttons" }, again, close));
document.body.append(dialog);
let asked = 0;

function part(heading, ...children) {
  return element("section", {}, element("h3", {}, heading), ...children);
}

function list(heading, items) {
  return items.length === 0 ? null : part(heading, element("ul", {}, ...items.map((each) => element("li", {}, each))));
}

function causes(all) {
  const bars = all.map((each) =>
    element("li", {}, element("span", {}, each.sentence + (each.partMillis === null ? "" : " (" + span(each.partMillis / 1000) + ")")), element("meter", { min: 0, max: 100, value: each.partPercent, "aria-label": each.cause }), element("b", {}, each.partPercent + " %")),
  );
  return all.length === 0 ? null : part("What the time went for", element("ul", { class: "bars" }, ...bars));
}

function remedy(each) {
  const copied = each.change.startsWith("hdfs-throttle ") ? copies({ "Copy as CLI": () => each.change.replace(/[\p{Cc}\p{Cf}]/gu, "?") }) : null;
  return element("div", {}, each.sentence, copied);
}

function weight(told) {
  if (told === undefined) {
    return null;
  }
  const factors = told.factors.map((each) => " × " + (each.name === "" ? "" : each.name + " ") + decimal(each.factor) + " (" + each.why + ")");
  return part("Weight", element("p", {}, decimal(told.weight) + " = priority " + told.priority + factors.join("")));
}

function tabled(heading, columns, rows, words) {
  if (rows.length === 0) {
    return null;
  }
  const grid = table(columns, heading, words);
  grid.show(rows.map((cells, i) => ({ key: i, cells })));
  return part(heading, grid.root);
}

function shown(why) {
  const disks = why.disks.map((each) => [
    each.node + " " + each.volume,
    each.tenant,
    rate(each.bytesPerSecond),
    rate(each.entitlementBytesPerSecond),
    each.demandBytesPerSecond === null ? "all" : rate(each.demandBytesPerSecond),
    each.capacityBytesPerSecond === null ? "unknown" : rate(each.capacityBytesPerSecond),
    each.backlogged ? "yes" + (each.cause === null ? "" : ", " + each.cause) : "no",
  ]);
  return [
    causes(why.causes),
    list("Who has what it lacks", why.holders.map((each) => each.sentence)),
    list("What would help", why.remedies.map(remedy)),
    list("What else is remarkable", why.remarks.map((each) => each.sentence)),
    list("Beside its last runs", why.runs ? [why.runs.sentence] : []),
    weight(why.weight),
    tabled("Rules", ["Rule", "Tenant", "Verdict", "Not met"], why.rules.map((each) => [each.position + " " + each.rule, each.tenant, VERDICTS[each.verdict] ?? each.verdict, each.missed.join(", ") || "-"]), 4),
    tabled("On disks" + (why.disksLeftOut > 0 ? ", and " + why.disksLeftOut + " more" : ""), ["Disk", "Tenant", "Rate", "Entitlement", "Demand", "Capacity", "Held back"], disks, 2),
  ];
}

// kind: application, tenant or disk; names: its id or name, or node and volume.
export async function explain(kind, ...names) {
  asked += 1;
  const mine = asked;
  const path = PATHS[kind](...names);
  say(title, "Why: " + kind + " " + names.join(" "));
  say(sentence, "…");
  body.replaceChildren();
  again.onclick = () => explain(kind, ...names);
  if (!dialog.open) {
    dialog.showModal();
    title.focus();
  }
  let told = "";
  let children = [];
  try {
    const { value } = await ask("GET", path);
    const why = value.explanation ?? value;
    told = value.sentence;
    children = shown(why);
  } catch (refused) {
    told = refused.message;
  }
  if (mine === asked) {
    const commands = copies({ "Copy as CLI": () => "hdfs-throttle explain " + OPTIONS[kind] + word(names.join("/")), "Copy as curl": () => asRequest("GET", path) });
    say(sentence, told);
    body.replaceChildren(...children.filter((each) => each !== null), commands);
  }
}

// A cell of a table that opens the explanation.
export function explained(text, kind, ...names) {
  return { text, told: "Explain " + kind + " " + names.join(" "), act: () => explain(kind, ...names) };
}
