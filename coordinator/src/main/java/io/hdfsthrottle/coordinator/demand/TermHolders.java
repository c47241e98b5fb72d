package io.hdfsthrottle.coordinator.demand;

import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;

/**
 * The nodes that may go by terms which a leader gave them. By a hash of each name, so that 10,000 of them are one snapshot in ZooKeeper, whatever they are
 * called. Immutable.
 */
public final class TermHolders {
    /** No leader ever gave any. */
    public static final TermHolders NONE = new TermHolders(Set.of());

    /** A node that nobody can name: there are terms, and it is not known where. Never heard of again. */
    public static final String SOMEBODY = "";

    private static final byte FORMAT = 1;

    private final Set<Long> hashes;

    private TermHolders(Set<Long> hashes) {
        this.hashes = hashes;
    }

    private static long hash(String node) {
        return Hashing.sha256().hashString(node, StandardCharsets.UTF_8).asLong();
    }

    /** These and those. */
    public TermHolders and(Collection<String> nodes) {
        Set<Long> more = new TreeSet<>(hashes);
        nodes.forEach(node -> more.add(hash(node)));
        return new TermHolders(more);
    }

    /** These without those. */
    public TermHolders without(Collection<String> nodes) {
        Set<Long> fewer = new TreeSet<>(hashes);
        nodes.forEach(node -> fewer.remove(hash(node)));
        return new TermHolders(fewer);
    }

    /** Whether that node is one. */
    public boolean contains(String node) {
        return hashes.contains(hash(node));
    }

    /** Whether there are none. */
    public boolean isEmpty() {
        return hashes.isEmpty();
    }

    /** As they are kept. */
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
