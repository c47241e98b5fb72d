// Who leads, and what is wrong.

import { element, keyed, link, say } from "/ui/dom.js";
import { explain } from "/ui/explain.js";
import { some } from "/ui/words.js";

const cluster = document.getElementById("cluster");
const leader = document.getElementById("leader");
const wrong = document.getElementById("wrong");

// Once for each text: a link that somebody points at stays.
function once(where, key, ...children) {
  if (where.dataset.key !== key) {
    where.dataset.key = key;
    where.replaceChildren(...children);
  }
}

export function showStatus(status) {
  say(cluster, status.cluster);
  document.title = status.cluster + " - hdfs-throttle";
  if (status.leading) {
    const mode = status.mode === null ? "" : ", mode " + status.mode;
    once(leader, "leads" + mode, element("b", {}, "Leader"), " in epoch " + status.epoch + mode);
  } else if (status.leader === null) {
    once(leader, "nobody", element("b", {}, "Nobody leads"), " at the moment");
  } else {
    once(leader, "follows " + status.leader, element("b", {}, "Follower"), " of ", link(status.leader), ", which shows the rest");
  }
}

function nodesOf(answers) {
  return answers.get("/v1/nodes")?.value?.nodes ?? [];
}

function named(nodes, sentence) {
  return nodes.length === 0 ? [] : [some(nodes) + ": " + sentence];
}

function faults(status, answers, more) {
  if (!status.leading) {
    return status.leader === null ? ["No coordinator leads: DataNodes go on by their last grant, and nothing can be changed."] : [];
  }
  const nodes = nodesOf(answers);
  const names = (test) => nodes.filter(test).map((node) => node.node);
  return [
    ...(answers.get("/v1/balance")?.value?.relearning ? ["A new leader hears all nodes before it moves a weight."] : []),
    ...named(names((node) => !node.answering), "no report for some seconds"),
    ...named(names((node) => node.answering && node.mode === "off"), "the mode is off: everything passes, and nothing is counted"),
    ...named(names((node) => node.answering && node.mode === "shadow"), "the mode is shadow: everything passes and is counted"),
    ...named(names((node) => node.answering && node.state === "passing" && (node.mode ?? "enforce") === "enforce"), "everything passes unpaced after too many errors"),
    ...named(names((node) => node.keys === "unusable" || node.keys === "different"), "a key of other signing keys than here, or none that can be used: no tag counts"),
    ...more,
  ];
}

function item(first) {
  const text = element("span", {});
  const { about } = first;
  const why = about === undefined ? null : element("button", { type: "button", class: "link", "aria-label": "Explain " + about.join(" "), onclick: () => explain(...about) }, "Why?");
  return { root: element("li", {}, text, " ", why), update: (fault) => say(text, fault.text) };
}

const list = element("ul", {});
const heading = element("h2", { hidden: true }, "What is wrong");
const fine = element("p", { class: "fine", hidden: true }, "Nothing is wrong.");
wrong.append(heading, list, fine);

// answers: by their path, what the leader said last; more: what sections know to be wrong.
export function showFaults(status, answers, more) {
  const all = faults(status, answers, more).map((each) => (typeof each === "string" ? { text: each } : each));
  keyed(list, all, (fault) => fault.about?.join(" ") ?? fault.text, item);
  heading.hidden = all.length === 0;
  fine.hidden = all.length > 0 || !status.leading || answers.get("/v1/nodes")?.value === undefined;
}
