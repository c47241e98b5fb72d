"use strict";
// Draws each run of the report: a line a tenant, what it has earned as a dashed line, the measured seconds shaded.
(() => {
  const report = JSON.parse(document.getElementById("data").textContent);
  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  const font = "12px system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif";
  const top = 1.12 * Math.max(...report.runs.flatMap((run) => run.tenants.flatMap((tenant) => tenant.ratesMBps))); // One scale for both.
  const widths = [2.5, 4, 2]; // Where two lines lie on each other, both can be seen.
  let charts = [];

  function shade(chart, window) {
    const left = chart.valToPos(window[0], "x", true);
    const right = chart.valToPos(window[1], "x", true);
    chart.ctx.fillStyle = colour("shade");
    chart.ctx.fillRect(left, chart.bbox.top, right - left, chart.bbox.height);
  }

  // Tenants that have earned the same share one line: their dashes take turns.
  function earned(chart, tenants) {
    const context = chart.ctx;
    const dash = 7 * devicePixelRatio;
    context.save();
    context.lineWidth = 1.5 * devicePixelRatio;
    for (const tenant of tenants) {
      const equal = tenants.filter((other) => other.expectedMBps === tenant.expectedMBps);
      const y = chart.valToPos(tenant.expectedMBps, "y", true);
      context.strokeStyle = colour(tenant.tenant);
      context.setLineDash([dash, dash * (equal.length > 1 ? 2 * equal.length - 1 : 1)]);
      context.lineDashOffset = -2 * dash * equal.indexOf(tenant);
      context.beginPath();
      context.moveTo(chart.bbox.left, y);
      context.lineTo(chart.bbox.left + chart.bbox.width, y);
      context.stroke();
    }
    context.restore();
  }

  function draw() {
    charts.forEach((chart) => chart.destroy());
    charts = report.runs.map((run) => {
      const box = document.getElementById("chart-" + run.name);
      const axis = { stroke: colour("soft"), grid: { stroke: colour("line"), width: 1 }, ticks: { show: false }, font };
      return new uPlot({
        width: box.clientWidth,
        height: box.clientHeight,
        padding: [8, 12, 0, 0],
        cursor: { y: false, points: { size: 7 } },
        scales: { x: { time: false, range: [0, report.readingSeconds] }, y: { range: [0, top] } },
        axes: [
          { ...axis, size: 28, incrs: [1, 2, 5, 10, 20, 30, 60, 120], values: (_, ticks) => ticks.map((tick) => tick + " s") },
          { ...axis, size: 72, values: (_, ticks) => ticks.map((tick) => tick + " MB/s") },
        ],
        series: [{}, ...run.tenants.map((tenant, index) => ({ stroke: colour(tenant.tenant), width: widths[index % 3], points: { show: false } }))],
        hooks: {
          drawAxes: [(chart) => shade(chart, run.windowSeconds), (chart) => earned(chart, run.tenants)],
        },
      }, [report.atSeconds, ...run.tenants.map((tenant) => tenant.ratesMBps)], box);
    });
  }

  draw();
  let pending = 0;
  addEventListener("resize", () => { cancelAnimationFrame(pending); pending = requestAnimationFrame(draw); });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
})();
