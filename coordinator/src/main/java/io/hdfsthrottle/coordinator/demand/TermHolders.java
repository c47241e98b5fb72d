package io.hdfsthrottle.coordinator.demand;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The set of nodes that may apply terms which a leader gave them. Stored as a hash of each name, so that 10,000 of them
 * fit into one snapshot in ZooKeeper, whatever their names. Immutable.
 */
public final class TermHolders {
    /** No leader ever gave terms. */
    public static final TermHolders NONE = new TermHolders(Set.of());

    /** Stands for an unknown node: terms exist, and it is not known where. It never reports. */
    public static final String SOMEBODY = "";

    private static final byte FORMAT = 1;

    private final Set<Long> hashes;

    private TermHolders(Set<Long> hashes) {
        this.hashes = hashes;
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
        Set<Long> fewer = new TreeSet<>(hashes);
        nodes.forEach(node -> fewer.remove(hash(node)));
        return new TermHolders(fewer);
    }

    /** Whether that node is in the set. */
    public boolean contains(String node) {
        return hashes.contains(hash(node));
    }

    /** Whether the set is empty. */
    public boolean isEmpty() {
        return hashes.isEmpty();
    }

    /** The set as it is kept. */
    public byte[] write() {
        ByteBuffer written =
                ByteBuffer.allocate(Byte.BYTES + Long.BYTES * hashes.size()).put(FORMAT);
        hashes.forEach(written::putLong);
        return written.array();
    }

    /**
     * Reads what was kept.
     *
     * @throws IllegalStateException if this coordinator does not understand it: it must not lead then
     */
    public static TermHolders read(byte[] written) {
        ByteBuffer kept = ByteBuffer.wrap(written);
        if (written.length % Long.BYTES != Byte.BYTES || kept.get() != FORMAT) {
            throw new IllegalStateException("the nodes that have terms, in ZooKeeper, are not understood");
        }
        Set<Long> hashes = new TreeSet<>();
        while (kept.hasRemaining()) {
            hashes.add(kept.getLong());
        }
        return new TermHolders(hashes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TermHolders others && others.hashes.equals(hashes);
    }

    @Override
    public int hashCode() {
        return hashes.hashCode();
    }

    @Override
    public String toString() {
        return hashes.size() + " nodes with terms";
    }
}
