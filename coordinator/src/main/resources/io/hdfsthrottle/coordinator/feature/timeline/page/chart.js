// Lines over time by uPlot, in the colours of the theme: what is given drawn through, what is due dashed.

import { element } from "/ui/dom.js";
import { clock, rate } from "/ui/words.js";

export const COLOURS = 8;
const HEIGHT = 260;
const FONT = "12px system-ui, sans-serif";
const STEPS = [...Array(50).keys()].map((i) => 2 ** i);
let loading = null;

function loaded() {
  loading ??= new Promise((done, failed) => {
    document.head.append(
      element("link", { rel: "stylesheet", href: "/ui/uPlot.min.css" }),
      element("script", { src: "/ui/uPlot.iife.min.js", onload: done, onerror: () => failed(new Error("the chart's script cannot be loaded")) }),
    );
  });
  return loading;
}

function colour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
}

// lines: each { name, colour, shown }.
function options(box, lines, span) {
  const axis = { stroke: colour("soft"), grid: { stroke: colour("line"), width: 1 }, ticks: { show: false }, font: FONT };
  const pair = (line) => {
    const series = { stroke: colour("c" + line.colour), show: line.shown, points: { show: false } };
    return [{ ...series, width: 2 }, { ...series, width: 1, dash: [6, 4] }];
  };
  return {
    width: box.clientWidth,
    height: HEIGHT,
    padding: [8, 8, 0, 0],
    cursor: { show: false },
    legend: { show: false },
    scales: { x: { range: () => span() }, y: { range: (chart, low, high) => [0, 1.06 * Math.max(1024, high)] } },
    axes: [
      { ...axis, size: 30, space: 70, values: (chart, ticks) => ticks.map((tick) => clock(tick)) },
      { ...axis, size: 84, incrs: STEPS, values: (chart, ticks) => ticks.map((tick) => rate(tick)) },
    ],
    series: [{}, ...lines.flatMap(pair)],
  };
}

// A chart in that box; span() gives the first and last second. draw(lines, data), with times first and then two rows for
// each line.
export async function chart(box, span) {
  await loaded();
  let plot = null;
  let last = null;
  let key = "";

  function draw(lines, data, anew = false) {
    last = [lines, data];
    const now = JSON.stringify(lines);
    if (plot === null || anew || now !== key) {
      key = now;
      plot?.destroy();
      plot = new uPlot(options(box, lines, span), data, box);
    } else {
      plot.setData(data);
    }
  }

  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => last !== null && draw(...last, true));
  new ResizeObserver(() => plot?.setSize({ width: box.clientWidth, height: HEIGHT })).observe(box);
  return draw;
}
