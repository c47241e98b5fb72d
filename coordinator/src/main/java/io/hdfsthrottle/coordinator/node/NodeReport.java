package io.hdfsthrottle.coordinator.node;

import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;

/**
 * The last usage report of a node, with its age.
 *
 * @param age the time since it arrived
 * @param answering whether it is recent enough to consider the node alive
 */
public record NodeReport(UsageReport usage, Duration age, boolean answering) {}
