// What can be launched: a card with a form for each product.

import { watch } from "/ui/deployments.js";
import { choice, element, field, mark, number, say, text } from "/ui/dom.js";
import { soon } from "/ui/poll.js";
import { ask } from "/ui/rest.js";
import { clock, seconds } from "/ui/words.js";

export const id = "launch";
export const title = "Launch";
export const path = "/v1/products";
export const seldom = true;
let shown = "";

function argument(each) {
  const input = text("arguments." + each.name, {
    value: each.otherwise,
    placeholder: each.example,
    required: each.otherwise === null,
    maxlength: 1024,
  });
  return field(each.name, input, each.title).root;
}

function requested(form, product) {
  const value = (name) => form.elements.namedItem(name).value.trim();
  const optional = (name) => (value(name) === "" ? null : value(name));
  const given = product.form.arguments.map((each) => [each.name, value("arguments." + each.name)]).filter(([, is]) => is !== "");
  return {
    product: product.product,
    version: value("version"),
    disks: Number(value("disks")),
    nodes: Number(value("nodes")),
    cores: Number(value("cores")),
    memory: value("memory"),
    arguments: Object.fromEntries(given),
    kind: optional("kind"),
    forSeconds: seconds(optional("forSeconds")),
    tenant: optional("tenant"),
  };
}

async function launch(form, product, answer) {
  mark(form, null);
  answer.className = "answer";
  say(answer, "…");
  try {
    const { value } = await ask("POST", "/v1/deployments", requested(form, product));
    watch(value.deployment);
    answer.replaceChildren("Launched as ", element("a", { href: "#deployment-" + value.deployment }, value.deployment), ", until " + clock(value.until) + " at the latest.");
  } catch (refused) {
    answer.classList.add("refused");
    say(answer, refused.message);
    mark(form, refused.field);
  }
  soon();
}

function bounds(each) {
  return each.least === each.most ? String(each.least) : each.least + " to " + each.most;
}

// Its first version that can be launched is the one that is offered.
function versions(product) {
  const sorted = [...product.versions].sort((a, b) => (a.trouble !== null) - (b.trouble !== null));
  return choice("version", sorted.map((each) => [each.version, each.trouble === null ? each.version : each.version + " (cannot be launched)"]));
}

function card(product) {
  const form = product.form;
  const title = "product-" + product.product;
  const answer = element("p", { class: "answer", role: "status" });
  const troubles = product.versions.filter((each) => each.trouble !== null).map((each) => element("p", { class: "facts refused" }, each.version + ": " + each.trouble));
  const made = element(
    "form",
    { class: "card product", "aria-labelledby": title },
    element("h3", { id: title }, product.product),
    element("p", { class: "facts" }, product.title + (product.role === "admin" ? " (for administrators)" : "")),
    ...troubles,
    ...form.arguments.map(argument),
    element("div", { class: "row" },
      field("Disks", number("disks", form.disks), bounds(form.disks)).root,
      field("Nodes", number("nodes", form.nodes), bounds(form.nodes)).root,
      field("Cores", number("cores", form.cores), bounds(form.cores)).root,
      field("Memory", text("memory", { value: form.memory.otherwise, size: 6, required: true }), bounds(form.memory)).root,
    ),
    element("details", {},
      element("summary", {}, "More"),
      element("div", { class: "row" },
        field("Version", versions(product)).root,
        field("Kind of disks", choice("kind", [["", "any"], ["hdd", "hdd"], ["ssd", "ssd"]])).root,
        field("For", text("forSeconds", { placeholder: "as long as allowed", size: 12 }), "s, m or h").root,
        field("Tenant", text("tenant", { list: "tenant-names", placeholder: "as rules say", size: 14 })).root,
      ),
    ),
    element("button", { type: "submit", disabled: troubles.length === product.versions.length, "aria-label": "Launch " + product.product }, "Launch"),
    answer,
  );
  made.addEventListener("submit", (event) => {
    event.preventDefault();
    launch(made, product, answer);
  });
  return made;
}

export function show(answers, body) {
  const answer = answers.get(path)?.value;
  const key = JSON.stringify(answer ?? null);
  if (key === shown) {
    return;
  }
  shown = key;
  if (answer === undefined) {
    body.replaceChildren();
  } else if (!answer.on) {
    body.replaceChildren(element("p", { class: "facts" }, "Nothing is launched here: set launch = on, and where Spark is, in coordinator.properties."));
  } else {
    body.replaceChildren(element("div", { class: "products" }, ...answer.products.map(card)));
  }
}
