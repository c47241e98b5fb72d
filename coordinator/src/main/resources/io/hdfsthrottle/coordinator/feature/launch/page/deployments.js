// What was launched: its state, how far it is, the end of its log, and an end of it.

import { confirmed } from "/ui/confirm.js";
import { element, keyed, say } from "/ui/dom.js";
import { soon } from "/ui/poll.js";
import { ask, path as to } from "/ui/rest.js";
import { announce } from "/ui/trouble.js";
import { clock, many } from "/ui/words.js";

export const id = "deployments";
export const title = "Deployments";
export const path = "/v1/deployments";
const LINES = 200;
const OVER = ["finished", "failed", "destroyed"];
const COLOURS = { starting: "draining", running: "leased", ending: "draining", finished: "shared", failed: "broken", destroyed: "gone" };

// Those whose log is to be open when they come.
const watched = new Set();
const rows = new Map();

export function watch(deployment) {
  watched.add(deployment);
}

function size(deployment) {
  return many(deployment.disks, "disk") + ", " + many(deployment.nodes, "node") + ", " + many(deployment.cores, "core") + ", " + deployment.memory;
}

function row(first) {
  const where = to("deployments", first.deployment);
  const state = element("b", { class: "state" });
  const when = element("span");
  const why = element("p", { class: "facts" });
  const bar = element("progress", { "aria-label": "Tasks of the stage that " + first.deployment + " is at", max: 1, value: 0, hidden: true });
  const progress = element("span", { class: "facts" });
  const contact = element("dl", { class: "contact" });
  const log = element("pre", { class: "log", tabindex: 0, role: "log", "aria-live": "off", "aria-label": "End of the log of " + first.deployment });
  const details = element("details", { open: watched.has(first.deployment) }, element("summary", {}, "Log"), contact, log);
  const end = element("button", { type: "button", class: "plain danger" });
  const answer = element("p", { class: "answer", role: "status" });
  const order = Object.entries(first.arguments).map(([name, value]) => name + " = " + value).join(", ");
  const root = element(
    "li",
    { class: "card", id: "deployment-" + first.deployment, tabindex: -1 },
    element("p", { class: "line" }, state, element("b", {}, first.deployment), element("span", {}, first.product + " " + first.version), element("span", {}, first.tenant + ", " + first.user), when),
    element("p", { class: "facts" }, size(first) + (order === "" ? "" : "; " + order)),
    why,
    element("p", { class: "line" }, bar, progress),
    details,
    element("div", { class: "buttons" }, end),
    answer,
  );
  let deployment = first;
  let before = "";
  let seen = "";

  async function look() {
    const { value } = await ask("GET", where + "?lines=" + (details.open ? LINES : 0));
    const tasks = value.progress;
    bar.hidden = tasks === undefined || tasks === null;
    if (!bar.hidden) {
      bar.max = Math.max(1, tasks.tasks);
      bar.value = tasks.done;
      say(progress, "stage " + tasks.stage + ": " + tasks.done + " of " + many(tasks.tasks, "task"));
    }
    const master = Object.entries(value.contact ?? {});
    contact.replaceChildren(...master.flatMap(([name, is]) => [element("dt", {}, name), element("dd", {}, is)]));
    if (details.open) {
      const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
      say(log, value.log.length === 0 ? "Nothing yet." : value.log.join("\n"));
      if (atEnd) {
        log.scrollTop = log.scrollHeight;
      }
    }
    seen = value.state + details.open;
  }

  // Nothing more comes of one that is over and was looked at since.
  const wants = () => !OVER.includes(deployment.state) || (details.open && seen !== deployment.state + true);

  details.addEventListener("toggle", () => {
    if (details.open) {
      log.scrollTop = log.scrollHeight;
      soon();
    }
  });
  end.addEventListener("click", async () => {
    const over = OVER.includes(deployment.state);
    const question = over ? "Forget " + deployment.deployment + " and its log?" : "End " + deployment.deployment + "? Its processes end, what it wrote to its disks is removed, and its disks are given back.";
    if (await confirmed(question, over ? "Forget" : "End")) {
      answer.className = "answer";
      try {
        await (over ? ask("DELETE", where) : ask("POST", where + "/end"));
        say(answer, "");
      } catch (refused) {
        answer.classList.add("refused");
        say(answer, refused.message);
      }
      soon();
    }
  });
  return {
    root,
    look,
    wants,
    update(now) {
      deployment = now;
      const over = OVER.includes(now.state);
      state.className = "state " + (COLOURS[now.state] ?? "broken");
      say(state, now.state);
      say(when, over ? "since " + clock(now.changed) : clock(now.asked) + " to " + clock(now.until) + " at the latest");
      say(why, now.why ?? "");
      why.hidden = now.why === null;
      say(end, over ? "Forget" : "End");
      end.disabled = now.state === "ending";
      end.setAttribute("aria-label", (over ? "Forget " : "End ") + now.deployment);
      if (before !== "" && before !== now.state) {
        announce(now.product + " " + now.deployment + " is " + now.state + ".");
      }
      before = now.state;
      rows.set(now.deployment, this);
    },
  };
}

const list = element("ul", { class: "cards" });
const none = element("p", { class: "facts" }, "You have launched nothing.");

export function show(answers, body) {
  const answer = answers.get(path)?.value;
  if (answer === undefined) {
    body.replaceChildren();
    return;
  }
  if (list.parentElement === null) {
    body.replaceChildren(list, none);
  }
  none.hidden = answer.deployments.length > 0;
  const known = new Set(answer.deployments.map((deployment) => deployment.deployment));
  rows.forEach((row, deployment) => known.has(deployment) || rows.delete(deployment));
  keyed(list, [...answer.deployments].sort((a, b) => b.asked - a.asked), (deployment) => deployment.deployment, row);
}

// Asks those for more that go on or are looked at; what one does not answer, the list will tell.
export async function follow() {
  await Promise.allSettled([...rows.values()].filter((row) => row.wants()).map((row) => row.look()));
}
