// Who has leased disks and who waits, a form to lease some, and buttons to renew, resize and release.

import { confirmed } from "/ui/confirm.js";
import { choice, element, field, keyed, mark, number, say, text } from "/ui/dom.js";
import { soon } from "/ui/poll.js";
import { ask, path as to } from "/ui/rest.js";
import { clock, many, seconds, shortened, span } from "/ui/words.js";

export const id = "leases";
export const title = "Leases";
export const path = "/v1/leases";
const COUNT = { least: 1, most: 1000, otherwise: 1 };

// What is free and when, in a sentence.
export function outlook(told) {
  const when = told.notBefore === null || told.notBefore === undefined ? "not even when all leases have ended" : "not before " + clock(told.notBefore) + ", if no lease is renewed";
  return (
    many(told.freeDisks, "such disk is", "such disks are") + " free now, " + many(told.nodesWithEnough, "node has", "nodes have") + " enough of them; " +
    many(told.ahead, "request comes", "requests come") + " first; enough are free " + when + "." +
    Object.entries(told.unavailable ?? {}).map(([volume, why]) => " " + volume + ": " + why + ".").join("")
  );
}

function named(disks) {
  return disks.map((disk) => disk.node + " " + shortened(disk.volumes[0])).join(", ");
}

function held(lease) {
  return named(lease.holds);
}

// What others have of the disks.
function others(lease) {
  const drained = lease.draining.length === 0 ? "" : " Being drained: " + named(lease.draining) + ".";
  return lease.drain ? "." + drained : ". What others stored there stays, and they get up to " + Math.round(100 * lease.othersFloor) + " % while " + lease.tenant + " wants all.";
}

function told(lease) {
  if (lease.state === "granted") {
    return lease.lease + " has " + held(lease) + " until " + clock(lease.until) + ".";
  }
  if (lease.state === "draining") {
    return lease.lease + " has " + held(lease) + "; its time begins when they are drained, at " + clock(lease.since) + " at the latest.";
  }
  return lease.lease + " waits until " + clock(lease.until) + ". " + outlook(lease.outlook);
}

function refusal(refused) {
  const why = refused.message.replace(/[.]?$/, ".");
  return refused.problem.freeDisks === undefined ? why : why + " " + outlook(refused.problem);
}

function requested(form) {
  const value = (name) => form.elements.namedItem(name).value.trim();
  const optional = (name) => (value(name) === "" ? null : value(name));
  return {
    disks: Number(value("disks")),
    nodes: Number(value("nodes")),
    kind: optional("kind"),
    forSeconds: seconds(value("forSeconds")),
    waitSeconds: seconds(optional("waitSeconds")),
    tenant: optional("tenant"),
  };
}

async function act(answer, what, done) {
  answer.className = "answer";
  say(answer, "…");
  try {
    say(answer, done(await what()));
    return null;
  } catch (refused) {
    answer.classList.add("refused");
    say(answer, refusal(refused));
    return refused;
  } finally {
    soon();
  }
}

function form() {
  const answer = element("p", { class: "answer", role: "status" });
  const made = element(
    "form",
    { class: "card", "aria-label": "Lease disks" },
    element("div", { class: "row" },
      field("Disks of each node", number("disks", COUNT)).root,
      field("Nodes", number("nodes", COUNT)).root,
      field("Kind", choice("kind", [["", "any"], ["hdd", "hdd"], ["ssd", "ssd"]])).root,
      field("For", text("forSeconds", { value: "8h", required: true, size: 6 }), "s, m or h").root,
      field("Wait up to", text("waitSeconds", { placeholder: "not at all", size: 8 }), "if too few are free").root,
      field("Tenant", text("tenant", { list: "tenant-names", placeholder: "as rules say", size: 14 })).root,
    ),
    element("button", { type: "submit" }, "Lease"),
    answer,
  );
  made.addEventListener("submit", async (event) => {
    event.preventDefault();
    mark(made, null);
    const refused = await act(answer, () => ask("POST", path, requested(made)), ({ value }) => told(value));
    if (refused?.field) {
      mark(made, refused.field);
    }
  });
  return made;
}

function size(lease) {
  return many(lease.disks, "disk") + " of " + many(lease.nodes, "node") + (lease.kind === null ? "" : ", " + lease.kind);
}

function row(first) {
  const where = to("leases", first.lease);
  const answer = element("p", { class: "answer", role: "status" });
  const state = element("b", { class: "state" });
  const who = element("span");
  const what = element("span");
  const when = element("span");
  const holds = element("p", { class: "facts" });
  const renew = element("button", { type: "button", class: "plain" });
  const more = element("button", { type: "button", class: "plain" }, "One disk more");
  const fewer = element("button", { type: "button", class: "plain danger" }, "One disk fewer");
  const end = element("button", { type: "button", class: "plain danger" });
  const root = element(
    "li",
    { class: "card" },
    element("p", { class: "line" }, state, element("b", {}, first.lease), who, what, when),
    holds,
    element("div", { class: "buttons" }, renew, more, fewer, end),
    answer,
  );
  let lease = first;
  renew.addEventListener("click", () =>
    act(answer, () => ask("POST", where + "/renewal", { forSeconds: lease.forSeconds }), ({ value }) => "Renewed until " + clock(value.until) + "."),
  );
  const resized = (by, query = "") => ask("PUT", where + query, { disks: lease.disks + by });
  more.addEventListener("click", () => act(answer, () => resized(1), ({ value }) => told(value)));
  fewer.addEventListener("click", () =>
    act(
      answer,
      async () => {
        const kept = (await resized(-1, "?dryrun=true")).value.holds.map((disk) => disk.volumes[0]);
        const back = named(lease.holds.filter((disk) => !kept.includes(disk.volumes[0])));
        return (await confirmed("Give " + back + " of " + lease.lease + " (" + lease.user + ") back?", "Give back")) ? resized(-1) : { value: lease };
      },
      ({ value }) => told(value),
    ),
  );
  end.addEventListener("click", async () => {
    const waits = lease.state === "waiting";
    const question = waits ? lease.lease + " waits no more?" : "Give " + many(lease.holds.length, "disk") + " of " + lease.lease + " (" + lease.user + ") back?";
    if (await confirmed(question, waits ? "Withdraw" : "Release")) {
      await act(answer, () => ask("DELETE", where), () => "Ended.");
    }
  });
  return {
    root,
    update(now) {
      lease = now;
      const waits = now.state === "waiting";
      state.className = "state " + (now.state === "granted" ? "leased" : "draining");
      say(state, now.state);
      say(who, now.tenant === now.user ? now.tenant : now.tenant + ", " + now.user);
      say(what, size(now));
      say(when, waits ? "waits until " + clock(now.until) : clock(now.since) + " to " + clock(now.until) + (now.state === "draining" ? " at the latest" : ""));
      say(holds, waits ? outlook(now.outlook) : held(now) + others(now));
      more.hidden = waits;
      more.setAttribute("aria-label", "One disk more of each node for " + now.lease);
      fewer.hidden = waits || now.disks === 1;
      fewer.setAttribute("aria-label", "One disk fewer of each node for " + now.lease);
      say(renew, "Renew for " + span(now.forSeconds));
      renew.setAttribute("aria-label", "Renew " + now.lease + " for " + span(now.forSeconds));
      say(end, waits ? "Withdraw" : "Release");
      end.setAttribute("aria-label", (waits ? "Withdraw " : "Release ") + now.lease);
    },
  };
}

const list = element("ul", { class: "cards" });
const none = element("p", { class: "facts" }, "Nobody has leased a disk.");
const off = element("p", { class: "facts" }, "Disks are not leased here: set lease = on for every coordinator.");

export function show(answers, body) {
  const answer = answers.get(path)?.value;
  if (answer === undefined) {
    body.replaceChildren();
  } else if (!answer.on) {
    body.replaceChildren(off);
  } else {
    if (list.parentElement === null) {
      body.replaceChildren(form(), list, none);
    }
    none.hidden = answer.leases.length > 0;
    keyed(list, answer.leases, (lease) => lease.lease, row);
  }
}
