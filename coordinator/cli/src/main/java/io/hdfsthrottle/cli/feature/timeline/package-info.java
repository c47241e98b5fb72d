/** Who has, is due, wants and waits for how much, now or at a time of the last day: shown once, or on a live screen. */
package io.hdfsthrottle.cli.feature.timeline;
