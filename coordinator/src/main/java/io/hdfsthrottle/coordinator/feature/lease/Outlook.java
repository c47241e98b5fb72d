package io.hdfsthrottle.coordinator.feature.lease;

import java.util.Map;
import java.util.OptionalLong;

/**
 * What a request that does not get disks now can expect.
 *
 * @param free how many suitable disks are free
 * @param nodes how many nodes have enough of them free
 * @param ahead how many waiting requests come first
 * @param notBefore when enough leases will have ended if none is renewed, seconds since 1970; empty if even then there
 *     are not enough disks
 * @param unavailable by storage id, why it cannot have a disk now that it names; none if it names none
 */
record Outlook(int free, int nodes, int ahead, OptionalLong notBefore, Map<String, String> unavailable) {
    static final Outlook NONE = new Outlook(0, 0, 0, OptionalLong.empty(), Map.of());
}
