// Elements whose text is text: names come from strangers, and nothing of them is ever read as markup.

// attributes: those that are null or false are left out; "onclick" and its like take a function.
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) {
      continue;
    }
    if (typeof value === "function") {
      made.addEventListener(name.slice(2), value);
    } else {
      made.setAttribute(name, value === true ? "" : String(value));
    }
  }
  made.append(...children.filter((child) => child !== null && child !== undefined).map((child) => (child instanceof Node ? child : String(child))));
  return made;
}

// Changes what is there only if it reads otherwise, so that screen readers do not say it again.
export function say(where, text) {
  if (where.textContent !== text) {
    where.textContent = text;
  }
}

// Another coordinator's address as a link; as text if it is no web address.
export function link(address) {
  let to = null;
  try {
    to = new URL(address);
  } catch {
    // shown as it is
  }
  const web = to !== null && (to.protocol === "http:" || to.protocol === "https:");
  return web ? element("a", { href: to.href, rel: "noreferrer" }, address) : element("span", {}, address);
}

const lists = new WeakMap();

// Keeps one row for each item, so that what somebody types or has opened in it stays, and the focus where a row moves.
// make(item) gives { root, update }.
export function keyed(parent, items, key, make) {
  const focused = parent.contains(document.activeElement) ? document.activeElement : null;
  const before = lists.get(parent) ?? new Map();
  const after = new Map();
  for (const item of items) {
    const row = before.get(key(item)) ?? make(item);
    row.update(item);
    after.set(key(item), row);
  }
  before.forEach((row, id) => {
    if (!after.has(id)) {
      row.root.remove();
    }
  });
  let at = parent.firstChild;
  for (const row of after.values()) {
    if (row.root === at) {
      at = at.nextSibling;
    } else {
      parent.insertBefore(row.root, at);
    }
  }
  lists.set(parent, after);
  if (focused !== null && focused !== document.activeElement && focused.isConnected) {
    focused.focus({ preventScroll: true });
  }
}

let fields = 0;

// A field with its label: { root, input }.
export function field(label, input, hint = "") {
  fields += 1;
  input.id = "field-" + fields;
  const told = hint === "" ? null : element("small", { id: input.id + "-hint" }, hint);
  if (told !== null) {
    input.setAttribute("aria-describedby", told.id);
  }
  return { root: element("div", { class: "field" }, element("label", { for: input.id }, label), input, told), input };
}

export function number(name, bounds) {
  return element("input", { name, type: "number", inputmode: "numeric", min: bounds.least, max: bounds.most, step: 1, value: bounds.otherwise });
}

export function text(name, attributes = {}) {
  return element("input", { name, type: "text", autocomplete: "off", spellcheck: "false", ...attributes });
}

export function choice(name, options) {
  return element("select", { name }, ...options.map(([value, label]) => element("option", { value }, label)));
}

// Points at the field that was refused, by the name that it has in the request; at none for null.
export function mark(form, name) {
  let first = null;
  for (const input of form.querySelectorAll("input, select")) {
    const wrong = name !== null && (input.name === name || input.name === "arguments." + name);
    if (wrong) {
      input.setAttribute("aria-invalid", "true");
      first ??= input;
    } else {
      input.removeAttribute("aria-invalid");
    }
  }
  first?.focus();
}
