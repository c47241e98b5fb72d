// What a chart of the timeline shows: times, and for each name what was given and what was due. No more lines than there
// are colours, and no more points than the time that is shown has.

import { ask, now } from "/ui/rest.js";
import { COLOURS } from "/ui/chart.js";

const HISTORY = "/v1/history";

// view: { tenant, disk, seconds }, names that are empty for all.
function query(view, tenant) {
  const disk = view.disk === "" ? (view.tenant === "" ? "all" : "each") : view.disk;
  const name = tenant ?? view.tenant;
  const words = { disk, limit: 100, ...(name === "" ? {} : { tenant: name }), ...(view.seconds > 3600 ? { from: 0 } : { step: 10 }) };
  return HISTORY + "?" + new URLSearchParams(words);
}

// The series to be shown: of all tenants those that `busiest` names, else those with most in all.
async function series(view, busiest) {
  if (view.tenant === "" && view.disk === "") {
    const answers = [];
    for (const name of busiest.slice(0, COLOURS)) {
      answers.push((await ask("GET", query(view, name))).value);
    }
    return { from: answers[0]?.from ?? now(), step: answers[0]?.stepSeconds ?? 10, all: answers.flatMap((each) => each.series) };
  }
  const { value } = await ask("GET", query(view));
  const most = (each) => each.givenBytesPerSecond.reduce((sum, given) => sum + (given ?? 0), 0);
  return { from: value.from, step: value.stepSeconds, all: value.series.sort((a, b) => most(b) - most(a)).slice(0, COLOURS) };
}

function named(view, each) {
  return (view.tenant === "" ? each.tenant : each.disk) ?? "others";
}

export async function lines(view, busiest) {
  const { from, step, all } = await series(view, busiest);
  const steps = Math.max(0, ...all.map((each) => each.givenBytesPerSecond.length));
  const times = [...Array(steps).keys()].map((i) => from + i * step);
  const first = Math.max(0, times.findIndex((time) => time >= now() - view.seconds));
  const cut = (values) => times.slice(first).map((time, i) => values[first + i] ?? null);
  return { times: times.slice(first), rows: new Map(all.map((each) => [named(view, each), { given: cut(each.givenBytesPerSecond), due: cut(each.entitlementBytesPerSecond) }])) };
}

// Adds what is so at a time; a name that is new begins here. A known one that is absent has nothing.
export function add(known, view, tenants, time) {
  if (time <= (known.times.at(-1) ?? 0)) {
    return;
  }
  const told = new Map(tenants.map((each) => [each.tenant ?? "others", each]));
  for (const name of told.keys()) {
    if (!known.rows.has(name) && known.rows.size < COLOURS) {
      known.rows.set(name, { given: known.times.map(() => null), due: known.times.map(() => null) });
    }
  }
  const old = known.times.findIndex((each) => each >= time - view.seconds);
  known.times.splice(0, Math.max(0, old));
  known.times.push(time);
  known.rows.forEach((row, name) => {
    row.given.splice(0, Math.max(0, old));
    row.due.splice(0, Math.max(0, old));
    row.given.push(told.get(name)?.givenBytesPerSecond ?? 0);
    row.due.push(told.get(name)?.entitlementBytesPerSecond ?? 0);
  });
}
