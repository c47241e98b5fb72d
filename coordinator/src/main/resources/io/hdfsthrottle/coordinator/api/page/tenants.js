// Who there is, and what each is due and gets.

import { element } from "/ui/dom.js";
import { decimal, rate } from "/ui/words.js";

export const id = "tenants";
export const path = "/v1/tenants";
const names = document.getElementById("tenant-names");
const COLUMNS = ["Tenant", "Priority", "Weight now", "Entitlement", "Demand", "Rate", "Reservation", "Limit"];
let shown = "";

// By tenant, over all volumes of nodes that answer: what it moves, and the least and the largest weight.
function used(nodes) {
  const all = new Map();
  for (const line of nodes.filter((node) => node.answering).flatMap((node) => node.volumes).flatMap((volume) => volume.tenants)) {
    const sum = all.get(line.tenant) ?? { moves: 0, least: Infinity, most: 0 };
    sum.moves += line.bytesPerSecond;
    sum.least = Math.min(sum.least, line.weight);
    sum.most = Math.max(sum.most, line.weight);
    all.set(line.tenant, sum);
  }
  return all;
}

function weight(sum) {
  if (sum === undefined) {
    return "-";
  }
  const [least, most] = [decimal(sum.least), decimal(sum.most)];
  return least === most ? least : least + " to " + most;
}

function cells(tenant, due, sum) {
  return [
    tenant.tenant,
    tenant.priority,
    weight(sum),
    due === undefined ? "-" : rate(due.entitlementBytesPerSecond),
    due === undefined ? "-" : rate(due.demandBytesPerSecond),
    sum === undefined ? "-" : rate(sum.moves),
    tenant.reservationBytesPerSecond === 0 ? "none" : rate(tenant.reservationBytesPerSecond),
    tenant.limitBytesPerSecond === null ? "none" : rate(tenant.limitBytesPerSecond),
  ];
}

function row(tenant, texts) {
  const all = texts.map((text, i) => element("span", { role: i === 0 ? "rowheader" : "cell", "data-label": COLUMNS[i] }, text));
  if (tenant.builtIn) {
    all[0].append(" ", element("small", {}, "built in"));
  }
  return element("div", { role: "row" }, ...all);
}

export function show(answers, body) {
  const answer = answers.get("/v1/tenants")?.value;
  if (answer === undefined) {
    body.replaceChildren();
    shown = "";
    return;
  }
  const balance = new Map((answers.get("/v1/balance")?.value?.tenants ?? []).map((each) => [each.tenant, each]));
  const sums = used(answers.get("/v1/nodes")?.value?.nodes ?? []);
  const sorted = [...answer.tenants].sort((a, b) => a.builtIn - b.builtIn || (a.tenant < b.tenant ? -1 : 1));
  const rows = sorted.map((tenant) => cells(tenant, balance.get(tenant.tenant), sums.get(tenant.tenant)));
  const key = JSON.stringify(rows);
  if (key === shown) {
    return;
  }
  shown = key;
  const head = element("div", { role: "row", class: "head" }, ...COLUMNS.map((each) => element("span", { role: "columnheader" }, each)));
  body.replaceChildren(
    element("div", { role: "table", class: "table", "aria-labelledby": "tenants-title" }, head, ...sorted.map((tenant, i) => row(tenant, rows[i]))),
  );
  names.replaceChildren(...sorted.filter((each) => !each.tenant.startsWith("hdfs.")).map((each) => element("option", { value: each.tenant })));
}
