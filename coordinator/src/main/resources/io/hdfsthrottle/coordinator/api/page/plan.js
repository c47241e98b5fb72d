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

// Buttons that preview a change of the policy and make it. wanted(policy): the policy as it is to be; commands(plan): what
// does the same by name of the button. forget(): what was previewed does not hold any more.
export function proposal(wanted, commands) {
  let plan = null;
  const answer = element("div", { class: "answer", role: "status" });
  const preview = element("button", { type: "submit" }, "Preview");
  const apply = element("button", { type: "button", disabled: true }, "Apply");
  const same = element("div");

  async function attempt(what) {
    answer.className = "answer";
    preview.disabled = true;
    apply.disabled = true;
    try {
      await what();
    } catch (refused) {
      plan = null;
      answer.classList.add("refused");
      say(answer, refused.message);
    } finally {
      preview.disabled = false;
      apply.disabled = plan === null || plan.changes.length === 0;
      same.hidden = plan === null;
    }
  }

  apply.addEventListener("click", () =>
    attempt(async () => {
      const { value } = await ask("PUT", PATH, { plan: plan.plan, tenants: plan.tenants, rules: plan.rules });
      plan = null;
      say(answer, "Plan " + value.plan + " is applied. How right the prediction was is told in a minute, below Policy.");
      soon();
    }),
  );
  return {
    root: element("div", { class: "proposal" }, element("div", { class: "buttons" }, preview, apply), answer, same),
    propose: () =>
      attempt(async () => {
        const { value, tag } = await ask("GET", PATH);
        plan = (await ask("PUT", PATH + "?dryrun=true", wanted(value), { "If-Match": tag })).value;
        answer.replaceChildren(...outcome(plan).filter((each) => each !== null));
        same.replaceChildren(copies(commands(plan)));
      }),
    forget() {
      plan = null;
      apply.disabled = true;
      same.hidden = true;
      answer.replaceChildren();
    },
  };
}

// The request that makes a plan.
export function request(plan) {
  return asRequest("PUT", PATH, { plan: plan.plan, tenants: plan.tenants, rules: plan.rules });
}
