package io.hdfsthrottle.coordinator.disk;

import java.util.OptionalLong;

/**
 * What somebody can expect who does not get disks now.
 *
 * @param free how many disks that would do are free
 * @param nodes how many nodes have enough of them free
 * @param ahead how many requests that wait come first
 * @param notBefore when enough leases will have ended if none is renewed, seconds since 1970; nothing if even then there are not enough
 */
public record Outlook(int free, int nodes, int ahead, OptionalLong notBefore) {
    /** There is nothing to expect. */
    static final Outlook NONE = new Outlook(0, 0, 0, OptionalLong.empty());
}
