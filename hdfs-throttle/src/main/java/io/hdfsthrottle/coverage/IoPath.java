package io.hdfsthrottle.coverage;

import java.util.Locale;

/** A path of bytes between a disk and a client; a layer that covers one need not cover another. */
public enum IoPath {
    /** Reads that the disk has to do for a transfer thread. */
    READS,

    /** Writes, which HDFS leaves in the page cache: the disk does them later, for the kernel. */
    WRITES,

    /** Reads served from the page cache: no disk is in them. */
    CACHED_READS,

    /** Reads that a client does itself, with a file descriptor from the DataNode. */
    SHORT_CIRCUIT;

    /** As it stands in reports: {@code cachedReads}. */
    public String label() {
        StringBuilder label = new StringBuilder();
        for (String word : name().toLowerCase(Locale.ROOT).split("_", -1)) {
            label.append(
                    label.length() == 0 ? word : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return label.toString();
    }
}
