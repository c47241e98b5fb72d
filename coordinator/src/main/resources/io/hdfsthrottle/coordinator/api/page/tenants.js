// Who there is, and what each is due and gets.

import { element } from "/ui/dom.js";
import { edit } from "/ui/editor.js";
import { explained } from "/ui/explain.js";
import { table } from "/ui/table.js";
import { decimal, rate } from "/ui/words.js";

export const id = "tenants";
export const title = "Tenants";
export const place = 2;
export const path = "/v1/tenants";
const BALANCE = "/v1/balance";
export const besides = [{ path: BALANCE }, { path: "/v1/nodes" }];
const MOST_NAMES = 500;
const names = document.getElementById("tenant-names");
const list = table(["Tenant", "Priority", "Weight now", "Entitlement", "Demand", "Rate", "Reservation", "Limit", "Change"], "Tenants");
const add = element("button", { type: "button", class: "plain", onclick: () => edit(null) }, "Add a tenant");
let offered = "";

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
    explained(tenant.tenant, "tenant", tenant.tenant),
    tenant.priority,
    weight(sum),
    due === undefined ? "-" : rate(due.entitlementBytesPerSecond),
    due === undefined ? "-" : rate(due.demandBytesPerSecond),
    sum === undefined ? "-" : rate(sum.moves),
    tenant.reservationBytesPerSecond === 0 ? "none" : rate(tenant.reservationBytesPerSecond),
    tenant.limitBytesPerSecond === null ? "none" : rate(tenant.limitBytesPerSecond),
    { text: "Change", told: "Change tenant " + tenant.tenant, act: () => edit(tenant) },
  ];
}

// What fields that take a tenant's name offer.
function offer(tenants) {
  const some = tenants.map((each) => each.tenant).filter((each) => !each.startsWith("hdfs.")).slice(0, MOST_NAMES);
  const key = JSON.stringify(some);
  if (key !== offered) {
    offered = key;
    names.replaceChildren(...some.map((each) => element("option", { value: each })));
  }
}

export function show(answers, body) {
  const answer = answers.get(path)?.value;
  if (answer === undefined) {
    body.replaceChildren();
    return;
  }
  if (list.root.parentElement === null) {
    body.replaceChildren(list.root, add);
  }
  const balance = new Map((answers.get(BALANCE)?.value?.tenants ?? []).map((each) => [each.tenant, each]));
  const sums = used(answers.get("/v1/nodes")?.value?.nodes ?? []);
  const sorted = [...answer.tenants].sort((a, b) => a.builtIn - b.builtIn || (a.tenant < b.tenant ? -1 : 1));
  list.show(sorted.map((tenant) => ({ key: tenant.tenant, cells: cells(tenant, balance.get(tenant.tenant), sums.get(tenant.tenant)) })));
  offer(sorted);
}
