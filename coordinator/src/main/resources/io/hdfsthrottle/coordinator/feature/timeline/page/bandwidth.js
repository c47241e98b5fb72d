// What tenants are given of the disks and what they are due, live and of the last day, as lines.

import { chart, COLOURS } from "/ui/chart.js";
import { choice, element, field, keyed, say, text } from "/ui/dom.js";
import { add, lines } from "/ui/lines.js";
import { soon } from "/ui/poll.js";
import { now } from "/ui/rest.js";
import { trouble } from "/ui/trouble.js";
import { listens, stop, watch } from "/ui/watch.js";
import { rate } from "/ui/words.js";

export const id = "bandwidth";
export const title = "Bandwidth";
export const place = 1;
export const path = "/v1/history/now?limit=" + COLOURS;
export let seldom = false;
const AGAIN_MILLIS = 10_000;
const LONG_MILLIS = 60_000;

const tenant = field("Tenant", text("tenant", { list: "tenant-names", placeholder: "each", maxlength: 64 }));
const disk = field("Disk", text("disk", { placeholder: "all; else node/volume", maxlength: 512, size: 26 }));
const time = field("Time", choice("time", [["600", "10 minutes"], ["3600", "an hour"], ["86400", "a day"]]));
const box = element("div", { class: "chart", role: "img", "aria-label": "Lines over time of what each is given, and dashed of what it is due; the list below has the figures of now." });
const legend = element("ul", { class: "legend", "aria-label": "Given now, of what is due" });
const form = element("form", { class: "row", "aria-label": "What the chart shows" }, tenant.root, disk.root, time.root);
const caption = element("p", { class: "facts" }, "Lines: what is given. Dashed: what is due.");
const hidden = new Set();
let known = { times: [], rows: new Map() };
let busiest = [];
let making = null;
let draw = null;
let due = 0;

function view() {
  return { tenant: tenant.input.value.trim(), disk: disk.input.value.trim(), seconds: Number(time.input.value) };
}

// Whether what is so now can be added to what is shown.
function live() {
  const { tenant: one, disk: place, seconds } = view();
  return one === "" && place === "" && seconds <= 3600;
}

function span() {
  return [now() - view().seconds, now()];
}

function key(first) {
  const figures = element("span", {});
  const button = element("button", { type: "button", class: "link key c" + first.colour, onclick: () => (hidden.has(first.name) ? hidden.delete(first.name) : hidden.add(first.name)) && render() }, first.name);
  return {
    root: element("li", {}, button, " ", figures),
    update(line) {
      button.className = "link key c" + line.colour;
      button.setAttribute("aria-pressed", line.shown);
      say(figures, (line.given === null ? "-" : rate(line.given)) + " of " + (line.due === null ? "-" : rate(line.due)));
    },
  };
}

function render() {
  const all = [...known.rows].map(([name, row], i) => ({ name, colour: i + 1, shown: !hidden.has(name), given: row.given.at(-1) ?? null, due: row.due.at(-1) ?? null }));
  keyed(legend, all, (line) => line.name, key);
  draw?.(all.map(({ name, colour, shown }) => ({ name, colour, shown })), [known.times, ...[...known.rows.values()].flatMap((row) => [row.given, row.due])]);
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", () => {
  due = 0;
  hidden.clear();
  soon();
});

function told(tenants, at) {
  busiest = tenants;
  if (live() && due > 0) {
    add(known, view(), tenants, at);
    render();
  }
}

export function show(answers, body) {
  const answer = answers.get(path)?.value;
  if (answer === undefined) {
    body.replaceChildren();
    stop();
    return;
  }
  if (box.parentElement === null) {
    body.replaceChildren(form, box, caption, legend);
    making ??= chart(box, span).then(
      (made) => {
        draw = made;
        render();
      },
      (missing) => trouble("chart", "There is no chart: " + missing.message + "."),
    );
  }
  busiest = busiest.length === 0 ? answer.tenants : busiest;
  watch((event) => told(event.tenants, event.at));
  seldom = listens();
  if (!seldom) {
    told(answer.tenants, now());
  }
}

// What was, when it is first looked at, and again where nothing is added to it.
export async function follow() {
  if (box.parentElement === null || due > Date.now()) {
    return;
  }
  try {
    const wanted = view();
    const drawn = await lines(wanted, busiest.map((each) => each.tenant).filter((name) => name !== null));
    if (JSON.stringify(wanted) === JSON.stringify(view())) {
      known = drawn;
      due = live() ? Infinity : Date.now() + (wanted.seconds > 3600 ? LONG_MILLIS : AGAIN_MILLIS);
      render();
    }
    trouble("bandwidth", "");
  } catch (refused) {
    due = Date.now() + AGAIN_MILLIS;
    trouble("bandwidth", refused.message);
  }
}
