/** Evaluation of measurements: statistics, shares, bars, charts and JSON; no measuring. */
package io.hdfsthrottle.bench.report;
