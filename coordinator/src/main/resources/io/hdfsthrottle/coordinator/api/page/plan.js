// A change of the policy: what it is predicted to give and take, and then exactly that change or none.

import { asRequest, copies } from "/ui/copy.js";
import { element, say } from "/ui/dom.js";
import { soon } from "/ui/poll.js";
import { ask } from "/ui/rest.js";
import { table } from "/ui/table.js";
import { many, rate, some } from "/ui/words.js";

const PATH = "/v1/policy";

function written(value) {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

// What differs of a tenant or a rule, member by member.
function line({ entry, before, after }) {
  if (before === null || after === null) {
    return entry + (before === null ? " is new: " : " goes: ") + written(after ?? before);
  }
  const names = Object.keys({ ...before, ...after }).filter((name) => written(before[name]) !== written(after[name]));
  return entry + ": " + names.map((name) => name + " " + written(before[name]) + " → " + written(after[name])).join(", ");
}

function signed(bytesPerSecond) {
  return bytesPerSecond === 0 ? "same" : (bytesPerSecond > 0 ? "+" : "−") + rate(Math.abs(bytesPerSecond));
}

function outcome(plan) {
  if (plan.changes.length === 0) {
    return [element("p", {}, "Nothing changes.")];
  }
  const { prediction, applications } = plan;
  const grid = table(["Tenant", "Now", "Before", "After", "Change"], "What is predicted");
  grid.show(
    prediction.tenants.map((each) => ({
      key: each.tenant,
      cells: [each.tenant, rate(each.nowBytesPerSecond), rate(each.beforeBytesPerSecond), rate(each.afterBytesPerSecond), signed(each.afterBytesPerSecond - each.beforeBytesPerSecond)],
    })),
  );
  return [
    element("ul", {}, ...plan.changes.map((each) => element("li", {}, line(each)))),
    applications.length === 0 ? null : element("p", {}, many(applications.length, "application") + " would change the tenant: " + some(applications.map((each) => each.application + " (" + each.before + " → " + each.after + ")"))),
    prediction.tenants.length === 0
      ? element("p", { class: "facts" }, "Nobody uses a disk that a DataNode reports, so nothing is predicted.")
      : element("p", { class: "facts" }, "Predicted for " + many(prediction.disks, "disk") + " of " + many(prediction.nodes, "node") + ", from what is wanted now:"),
    prediction.tenants.length === 0 ? null : grid.root,
  ];
}

// Buttons that preview a change and make it. look(): what it would do, { shown, commands, apply }: elements, what does the
// same by name of the button, and what does it and says so, null where nothing changes. forget(): what was previewed does
// not hold any more.
export function previewed(look) {
  let change = null;
  let asked = 0;
  const answer = element("div", { class: "answer", role: "status" });
  const preview = element("button", { type: "submit" }, "Preview");
  const apply = element("button", { type: "button", disabled: true }, "Apply");
  const same = element("div");

  function show(next, ...shown) {
    change = next;
    answer.replaceChildren(...shown);
    same.replaceChildren(...(next === null ? [] : [copies(next.commands)]));
  }

  async function attempt(what) {
    answer.className = "answer";
    preview.disabled = true;
    apply.disabled = true;
    try {
      await what();
    } catch (refused) {
      answer.classList.add("refused");
      show(null, refused.message + (refused.status === 412 ? ": it was changed meanwhile. Preview it again." : ""));
    } finally {
      preview.disabled = false;
      apply.disabled = !change?.apply;
    }
  }

  apply.addEventListener("click", () =>
    attempt(async () => {
      show(null, await change.apply());
      soon();
    }),
  );
  return {
    root: element("div", { class: "proposal" }, element("div", { class: "buttons" }, preview, apply), answer, same),
    propose: () =>
      attempt(async () => {
        asked += 1;
        const mine = asked;
        const next = await look();
        if (mine === asked) {
          show(next, ...next.shown);
        }
      }),
    forget() {
      asked += 1;
      apply.disabled = true;
      show(null);
    },
  };
}

// The same for the policy. wanted(policy): as it is to be; commands(plan): what does the same.
export function proposal(wanted, commands) {
  return previewed(async () => {
    const { value, tag } = await ask("GET", PATH);
    const plan = (await ask("PUT", PATH + "?dryrun=true", wanted(value), { "If-Match": tag })).value;
    const apply = async () => {
      await ask("PUT", PATH, { plan: plan.plan, tenants: plan.tenants, rules: plan.rules });
      return "Plan " + plan.plan + " is applied. How right the prediction was is told in a minute, below Policy.";
    };
    return { shown: outcome(plan).filter((each) => each !== null), commands: commands(plan), apply: plan.changes.length === 0 ? null : apply };
  });
}

// The request that makes a plan.
export function request(plan) {
  return asRequest("PUT", PATH, { plan: plan.plan, tenants: plan.tenants, rules: plan.rules });
}
