// A table of which few rows are shown at first. A row stays while its texts change: what has the focus keeps it.

import { element, keyed, say } from "/ui/dom.js";

const FEW = 50;
const MORE = 100;

function cell(row, title, first, i, words) {
  const at = element("span", { role: i === 0 ? "rowheader" : "cell", class: i < words ? "words" : null, "data-label": title });
  const button = typeof first === "object" ? element("button", { type: "button", class: "link", onclick: () => row.now.cells[i].act() }) : null;
  if (button !== null) {
    at.append(button);
  }
  return (value) => {
    say(button ?? at, String(value.text ?? value));
    if (value.told !== undefined) {
      button.setAttribute("aria-label", value.told);
    }
    return at;
  };
}

function made(columns, first, words) {
  const row = { now: first };
  const cells = first.cells.map((each, i) => cell(row, columns[i], each, i, words));
  return {
    root: element("div", { role: "row" }, ...cells.map((each, i) => each(first.cells[i]))),
    update(now) {
      row.now = now;
      cells.forEach((each, i) => each(now.cells[i]));
    },
  };
}

// columns: their titles, of which the first ones are of words and the others of numbers; label: what the table is called. show(rows): each { key, cells }, a cell being a text, or
// { text, act, told } for a button, which is called `told` where its text is not enough.
export function table(columns, label, words = 1) {
  let most = FEW;
  let last = [];
  const head = element("div", { role: "row", class: "head" }, ...columns.map((each, i) => element("span", { role: "columnheader", class: i < words ? "words" : null }, each)));
  const rows = element("div", { role: "rowgroup", class: "rows" });
  const grid = element("div", { role: "table", class: "table", "aria-label": label }, element("div", { role: "rowgroup", class: "rows" }, head), rows);
  const more = element("button", {
    type: "button",
    class: "plain",
    hidden: true,
    onclick: () => {
      most += MORE;
      show(last);
    },
  });

  function show(all) {
    last = all;
    grid.hidden = all.length === 0;
    grid.setAttribute("aria-rowcount", all.length + 1);
    keyed(rows, all.slice(0, most), (row) => row.key, (row) => made(columns, row, words));
    more.hidden = all.length <= most;
    say(more, "Show more of " + all.length);
  }
  return { root: element("div", {}, grid, more), show };
}
