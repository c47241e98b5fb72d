// Changes what was decided about a tenant, in a dialog: preview first.

import { asRequest, word } from "/ui/copy.js";
import { element, field, number, say, text } from "/ui/dom.js";
import { proposal } from "/ui/plan.js";
import { path as to } from "/ui/rest.js";
import { amount, bytesOf } from "/ui/words.js";

const title = element("h2", { id: "edited" });
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
  const rates = " --reservation " + amount(now.reservationBytesPerSecond) + " --limit " + (now.limitBytesPerSecond === null ? "none" : amount(now.limitBytesPerSecond));
  return "hdfs-throttle tenants set " + word(name.input.value.trim()) + " --priority " + now.priority + rates;
}

const proposed = proposal(wanted, () => ({
  "Copy as CLI": command,
  "Copy as curl": () => asRequest("PUT", to("tenants", name.input.value.trim()), terms()),
}));
const form = element(
  "form",
  { "aria-labelledby": "edited" },
  element("div", { class: "row" }, name.root, priority.root, reservation.root, limit.root),
  proposed.root,
);
const close = element("button", { type: "button", class: "plain", onclick: () => dialog.close() }, "Close");
const dialog = element("dialog", { class: "wide", "aria-labelledby": "edited" }, title, form, element("div", { class: "buttons" }, close));
document.body.append(dialog);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  proposed.propose();
});
form.addEventListener("input", () => proposed.forget());

// tenant: as /v1/tenants lists it; null for one that is to be added.
export function edit(tenant) {
  say(title, tenant === null ? "Add a tenant" : "Change the tenant " + tenant.tenant);
  name.input.value = tenant?.tenant ?? "";
  name.root.hidden = tenant !== null;
  priority.input.value = tenant?.priority ?? 1;
  reservation.input.value = tenant === null || tenant.reservationBytesPerSecond === 0 ? "" : amount(tenant.reservationBytesPerSecond);
  limit.input.value = tenant === null || tenant.limitBytesPerSecond === null ? "" : amount(tenant.limitBytesPerSecond);
  shortCircuit = tenant?.shortCircuit ?? "tcp";
  proposed.forget();
  dialog.showModal();
  (tenant === null ? name : priority).input.focus();
}
