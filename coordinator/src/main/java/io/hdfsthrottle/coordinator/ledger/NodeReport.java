package io.hdfsthrottle.coordinator.ledger;

import io.hdfsthrottle.usage.UsageReport;
import java.time.Duration;

/**
 * What a node said last, and when.
 *
 * @param usage what it said
 * @param age how long ago
 * @param answering whether that is recent enough to believe that the node is there
 */
public record NodeReport(UsageReport usage, Duration age, boolean answering) {}
