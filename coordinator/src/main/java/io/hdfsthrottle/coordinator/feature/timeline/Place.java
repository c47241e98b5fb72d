package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.identity.Tenant;

/**
 * A tenant on a disk.
 *
 * @param disk the node and the volume, {@code dn1:9866/DS-1}: a node's name has no slash, so no volume's name makes one
 *     disk look like another, or like the rest of them
 */
record Place(Tenant tenant, String disk) {
    static String disk(String node, String volume) {
        return node + "/" + volume;
    }
}
