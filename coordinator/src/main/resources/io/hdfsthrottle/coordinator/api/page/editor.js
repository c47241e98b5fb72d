// Changes what was decided about a tenant, or the limit of an application, in a dialog: preview first.

import { asRequest, word } from "/ui/copy.js";
import { element, field, number, say, text } from "/ui/dom.js";
import { previewed, proposal } from "/ui/plan.js";
import { ask, path as to } from "/ui/rest.js";
import { amount, bytesOf, limited, rate } from "/ui/words.js";

function written(limitBytesPerSecond) {
  return limitBytesPerSecond === null ? "none" : amount(limitBytesPerSecond);
}

// A dialog with these fields, as a function that opens it: of its title, and the field that is to have the focus.
function editor(id, proposed, ...fields) {
  const title = element("h2", { id });
  const form = element("form", { "aria-labelledby": id }, element("div", { class: "row" }, ...fields.map((each) => each.root)), proposed.root);
  const close = element("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Close");
  const dialog = element("dialog", { class: "wide", "aria-labelledby": id }, title, form, element("div", { class: "buttons" }, close));
  document.body.append(dialog);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    proposed.propose();
  });
  form.addEventListener("input", () => proposed.forget());
  return (heading, first) => {
    say(title, heading);
    proposed.forget();
    dialog.showModal();
    first.input.focus();
  };
}

const name = field("Tenant", text("tenant", { required: true, maxlength: 64 }));
const priority = field("Priority", number("priority", { least: 1, most: 100, otherwise: 1 }), "1 to 100");
const reservation = field("Reservation", text("reservation", { size: 10, placeholder: "none" }), "at least, such as 20m a second");
const limit = field("Limit", text("limit", { size: 10, placeholder: "none" }), "at most, such as 100m a second");
let shortCircuit = "tcp";

function terms() {
  return {
    priority: Number(priority.input.value),
    reservationBytesPerSecond: bytesOf(reservation.input.value) ?? 0,
    limitBytesPerSecond: bytesOf(limit.input.value),
    shortCircuit,
  };
}

function wanted(policy) {
  const tenant = name.input.value.trim();
  return { ...policy, tenants: [...policy.tenants.filter((each) => each.tenant !== tenant), { tenant, ...terms() }] };
}

function command() {
  const now = terms();
  const rates = " --reservation " + amount(now.reservationBytesPerSecond) + " --limit " + written(now.limitBytesPerSecond);
  return "hdfs-throttle tenants set " + word(name.input.value.trim()) + " --priority " + now.priority + rates;
}

const proposed = proposal(wanted, () => ({
  "Copy as CLI": command,
  "Copy as curl": () => asRequest("PUT", to("tenants", name.input.value.trim()), terms()),
}));
const open = editor("edited", proposed, name, priority, reservation, limit);

// tenant: as /v1/tenants lists it; null for one that is to be added.
export function edit(tenant) {
  name.input.value = tenant?.tenant ?? "";
  name.root.hidden = tenant !== null;
  priority.input.value = tenant?.priority ?? 1;
  reservation.input.value = tenant === null || tenant.reservationBytesPerSecond === 0 ? "" : amount(tenant.reservationBytesPerSecond);
  limit.input.value = tenant === null || tenant.limitBytesPerSecond === null ? "" : amount(tenant.limitBytesPerSecond);
  shortCircuit = tenant?.shortCircuit ?? "tcp";
  open(tenant === null ? "Add a tenant" : "Change the tenant " + tenant.tenant, tenant === null ? name : priority);
}

const most = field("Limit", text("limit", { size: 10, placeholder: "none" }), "at most, such as 30m a second; empty for none");
let application = "";

// What else a change replaces stays as it is.
async function limiting() {
  const id = application;
  const where = to("applications", id);
  const limitBytesPerSecond = bytesOf(most.input.value);
  const { value: before, tag } = await ask("GET", where);
  const { per, poolWeights, admission } = before;
  const reservationBytesPerSecond = admission.waitsForBytesPerSecond ?? before.reservationBytesPerSecond;
  const all = { per, reservationBytesPerSecond, limitBytesPerSecond, poolWeights, admission: admission.mode, nodes: admission.nodes };
  const put = async (query) => (await ask("PUT", where + query, all, { "If-Match": tag })).value;
  const after = await put("?dryrun=true");
  const same = after.limitBytesPerSecond === before.limitBytesPerSecond;
  return {
    shown: [
      element("p", {}, same ? "Nothing changes." : id + ": limit " + limited(before) + " → " + limited(after)),
      element("p", { class: "facts" }, "It moves " + rate(before.bytesPerSecond) + " now."),
    ],
    commands: {
      "Copy as CLI": () => "hdfs-throttle applications set " + word(id) + " --limit " + written(limitBytesPerSecond),
      "Copy as curl": () => asRequest("PUT", where, all),
    },
    apply: same ? null : async () => id + ": the limit is " + limited(await put("")) + ".",
  };
}

const openLimit = editor("limited", previewed(limiting), most);

// each: as /v1/history/now lists it.
export function editLimit(each) {
  application = each.application;
  most.input.value = each.limitBytesPerSecond === null ? "" : amount(each.limitBytesPerSecond);
  openLimit("Change the limit of the application " + application, most);
}
