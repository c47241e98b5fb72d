package io.hdfsthrottle.coordinator.demand;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * The set of nodes that may apply terms which a leader gave them. Stored as a hash of each name, so that 10,000 of them
 * fit into one snapshot in ZooKeeper, whatever their names. Immutable.
 */
public record TermHolders(Set<Long> hashes) {
    /** No leader ever gave terms. */
    public static final TermHolders NONE = new TermHolders(Set.of());

    /** Stands for an unknown node: terms exist, and it is not known where. It never reports. */
    public static final String SOMEBODY = "";

    public TermHolders {
        hashes = Collections.unmodifiableSet(new TreeSet<>(hashes));
    }

    private static long hash(String node) {
        return Hashing.sha256().hashString(node, StandardCharsets.UTF_8).asLong();
    }

    /** The union with these nodes. */
    public TermHolders and(Collection<String> nodes) {
        Set<Long> more = new TreeSet<>(hashes);
        nodes.forEach(node -> more.add(hash(node)));
        return new TermHolders(more);
    }

    /** The nodes without these. */
    public TermHolders without(Collection<String> nodes) {
        if (hashes.isEmpty()) {
            return this; // hashes of a large cluster take a while
        }
        Set<Long> fewer = new TreeSet<>(hashes);
        nodes.forEach(node -> fewer.remove(hash(node)));
        return new TermHolders(fewer);
    }

    public boolean contains(String node) {
        return hashes.contains(hash(node));
    }

    public int size() {
        return hashes.size();
    }

    public boolean isEmpty() {
        return hashes.isEmpty();
    }

    /** The set as it is stored: eight bytes for each node. */
    public byte[] bytes() {
        ByteBuffer written = ByteBuffer.allocate(Long.BYTES * hashes.size());
        hashes.forEach(written::putLong);
        return written.array();
    }

    /** Reads what was stored. */
    public static TermHolders of(byte[] stored) {
        if (stored.length % Long.BYTES != 0) {
            throw new IllegalArgumentException(stored.length + " bytes are no whole number of nodes");
        }
        Set<Long> hashes = new TreeSet<>();
        for (ByteBuffer left = ByteBuffer.wrap(stored); left.hasRemaining(); ) {
            hashes.add(left.getLong());
        }
        return new TermHolders(hashes);
    }

    @Override
    public String toString() {
        return hashes.size() + " nodes with terms";
    }
}
