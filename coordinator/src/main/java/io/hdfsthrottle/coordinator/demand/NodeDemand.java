package io.hdfsthrottle.coordinator.demand;

import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.List;

/**
 * The demand that one node reported last. Two snapshots that hold the same list of disks (the same object) hold the
 * same report.
 *
 * @param node its name
 * @param age how long ago
 * @param answering whether that is recent enough to consider the node alive
 * @param confirmed the serial of the terms that it applies: those of this coordinator count from 1; {@link #NOTHING},
 *     {@link #OTHERS}
 * @param volumes its disks
 */
public record NodeDemand(String node, Duration age, boolean answering, long confirmed, List<VolumeUsage> volumes) {
    /** It applies the policy's terms alone. */
    public static final long NOTHING = 0;

    /** It applies terms that another coordinator gave it. */
    public static final long OTHERS = -1;
}
