// A map: a line for each node, a field for each of its disks.

import { choice, element, field, say, text } from "/ui/dom.js";
import { explain } from "/ui/explain.js";
import { bytes, clock, many, rate, shortened, some } from "/ui/words.js";

export const id = "disks";
export const title = "Disks";
export const path = "/v1/disks";
const FEW = 120;
const MORE = 120;
const STATES = {
  shared: "everybody uses it by priority",
  draining: "leased; what lies there is moved away, or others still move bytes on it",
  leased: "leased; no other tenant moves bytes on it",
  broken: "its node is silent, or does not report it",
};

const node = field("Node", text("node", { placeholder: "part of a name" }));
const state = field("State", choice("state", [["", "any"], ...Object.keys(STATES).map((each) => [each, each])]));
const legend = element(
  "ul",
  { class: "legend", "aria-label": "States" },
  ...Object.entries(STATES).map(([name, what]) => element("li", { class: name }, element("b", { class: "state" }, name), " " + what)),
);
const sums = element("p", { class: "facts" });
const map = element("div", { class: "map" });
const more = element("button", { type: "button", class: "plain", hidden: true });
let most = FEW;
let disks = null;
let shown = "";

more.addEventListener("click", () => {
  most += MORE;
  render();
});
for (const each of [node, state]) {
  each.input.addEventListener("input", () => render());
}

function facts(disk) {
  const size = disk.bytes === null ? "size unknown" : bytes(disk.bytes);
  return [(disk.kind === "unknown" ? "kind unknown" : disk.kind) + ", " + size, disk.bytesPerSecond === null ? "rate unknown" : rate(disk.bytesPerSecond)];
}

function holder(disk) {
  if (disk.lease === null) {
    return [];
  }
  const who = disk.tenant === disk.user ? disk.tenant : disk.tenant + ", " + disk.user;
  const others = disk.othersBytesPerSecond > 0 ? ["others move " + rate(disk.othersBytesPerSecond)] : [];
  const left = disk.leftBytes === null ? [] : [bytes(disk.leftBytes) + " left"];
  return [disk.lease + ": " + who, clock(disk.since) + " to " + clock(disk.until), ...others, ...left];
}

function place(disk) {
  const name = disk.volumes.join(" ");
  const lines = [...facts(disk), ...holder(disk), ...(disk.trouble === null ? [] : [disk.trouble])];
  return element(
    "li",
    { class: "disk " + (Object.hasOwn(STATES, disk.state) ? disk.state : "broken") },
    element("b", { class: "state" }, disk.state),
    element("span", { class: "volume", title: name }, shortened(disk.volumes[0]) + (disk.volumes.length > 1 ? " +" + (disk.volumes.length - 1) : "")),
    ...lines.map((line) => element("span", {}, line)),
    element("button", { type: "button", class: "link", "aria-label": "Explain disk " + disk.node + " " + disk.volumes[0], onclick: () => explain("disk", disk.node, disk.volumes[0]) }, "Explain"),
  );
}

function render() {
  const wanted = disks.filter(
    (disk) => disk.node.includes(node.input.value.trim()) && (state.input.value === "" || disk.state === state.input.value),
  );
  const counts = Object.keys(STATES).map((each) => disks.filter((disk) => disk.state === each).length + " " + each);
  say(sums, many(disks.length, "disk") + " of " + many(new Set(disks.map((disk) => disk.node)).size, "node") + ": " + some(counts, 4));
  const here = wanted.slice(0, most);
  more.hidden = wanted.length <= most;
  say(more, "Show more of " + wanted.length);
  const key = JSON.stringify(here);
  if (key === shown) {
    return;
  }
  shown = key;
  const byNode = new Map();
  here.forEach((disk) => byNode.set(disk.node, [...(byNode.get(disk.node) ?? []), disk]));
  const rows = [...byNode].map(([name, own]) =>
    element("section", { class: "node", "aria-label": name }, element("h3", {}, name), element("ul", { class: "places" }, ...own.map(place))),
  );
  const at = [...map.querySelectorAll("button")].indexOf(document.activeElement);
  map.replaceChildren(...rows);
  map.querySelectorAll("button")[at]?.focus();
}

// What is wrong with disks, a sentence for each reason.
export function faults(answers) {
  const broken = (answers.get(path)?.value?.disks ?? []).filter((disk) => disk.state === "broken" && disk.trouble !== null);
  return [...new Set(broken.map((disk) => disk.trouble))].map((why) => some(broken.filter((disk) => disk.trouble === why).map((disk) => disk.node + " " + disk.volumes[0])) + ": " + why);
}

export function show(answers, body) {
  const answer = answers.get(path)?.value;
  disks = answer?.disks ?? null;
  if (disks === null) {
    body.replaceChildren();
    shown = "";
  } else if (disks.length === 0) {
    body.replaceChildren(element("p", { class: "facts" }, "No DataNode with the hook has reported yet."));
    shown = "";
  } else {
    if (map.parentElement === null) {
      body.replaceChildren(legend, element("div", { class: "row" }, node.root, state.root), sums, map, more);
    }
    render();
  }
}
