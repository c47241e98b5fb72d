// What tenants had at a minute of the last day, by a slider.

import { choice, element, field, say, text } from "/ui/dom.js";
import { ask, now } from "/ui/rest.js";
import { explained } from "/ui/explain.js";
import { table } from "/ui/table.js";
import { clock, rate, span } from "/ui/words.js";

export const id = "history";
export const title = "History";
export const place = 4;
const MINUTE = 60;
const MINUTES = 1440;
const PATIENCE_MILLIS = 250;

const slider = field("Time", element("input", { type: "range", name: "time", min: 1 - MINUTES, max: -1, step: 1, value: -1 }));
const tenant = field("Tenant", text("tenant", { list: "tenant-names", placeholder: "each", maxlength: 64 }));
const disk = field("Disk", choice("disk", [["all", "all together"], ["each", "each"]]));
const when = element("output", {});
const answer = element("p", { class: "answer", role: "status" });
const list = table(["Tenant", "Disk", "Given", "Entitlement", "Demand", "Waited"], "History", 2);
const form = element("form", { "aria-label": "Which minute" }, slider.root, element("div", { class: "row" }, tenant.root, disk.root), element("p", {}, when));
let timer = 0;
let asked = 0;

function at() {
  return (Math.floor(now() / MINUTE) + Number(slider.input.value)) * MINUTE;
}

function row(each, i) {
  const figure = (values) => (values[0] === null ? "-" : rate(values[0]));
  const name = each.tenant === null ? "others" : explained(each.tenant, "tenant", each.tenant);
  const wait = each.waitedMillis[0];
  return { key: i + " " + each.tenant + " " + each.disk, cells: [name, each.disk, figure(each.givenBytesPerSecond), figure(each.entitlementBytesPerSecond), figure(each.demandBytesPerSecond), wait === null ? "-" : span(wait / 1000)] };
}

async function look() {
  asked += 1;
  const mine = asked;
  const from = at();
  const one = tenant.input.value.trim();
  try {
    const { value } = await ask("GET", "/v1/history?" + new URLSearchParams({ from, to: from + MINUTE, step: MINUTE, disk: disk.input.value, limit: 200, ...(one === "" ? {} : { tenant: one }) }));
    if (mine !== asked) {
      return;
    }
    const known = value.series.filter((each) => each.demandBytesPerSecond[0] !== null).sort((a, b) => b.givenBytesPerSecond[0] - a.givenBytesPerSecond[0]);
    answer.className = "answer";
    say(answer, known.length === 0 ? "Nothing is known of that minute." : value.next === null ? "" : "These are the first; name a tenant for others.");
    list.show(known.map(row));
  } catch (refused) {
    answer.className = "answer refused";
    say(answer, refused.message);
  }
}

function tell() {
  say(when, clock(at()) + ", " + span(now() - at()) + " ago");
  slider.input.setAttribute("aria-valuetext", when.textContent);
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  tell();
  clearTimeout(timer);
  timer = setTimeout(look, PATIENCE_MILLIS);
});

export function show(answers, body) {
  if (list.root.parentElement === null) {
    body.replaceChildren(form, answer, list.root);
    tell();
  }
}

let first = true;

export async function follow() {
  if (first) {
    first = false;
    await look();
  }
}
