package io.hdfsthrottle.identity;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A tenant: the owner of a priority, to whom I/O is charged, known by its name.
 *
 * <p>A name is 1 to 64 characters of {@code [A-Za-z0-9._-]}, the first a letter or digit: safe in logs, paths, metrics
 * and URLs. Names beginning with {@value #SYSTEM_PREFIX} belong to HDFS's own traffic. Immutable.
 */
public final class Tenant implements Comparable<Tenant> {

    /** The prefix of tenants that stand for HDFS's own work: replication, balancing, reconstruction, recovery. */
    public static final String SYSTEM_PREFIX = "hdfs.";

    /** The tenant charged when no other is named. */
    public static final Tenant DEFAULT = new Tenant("default");

    /**
     * The tenant charged for copies that DataNodes make between themselves: new replicas, and blocks that
     * reconstruction writes.
     */
    public static final Tenant REPLICATION = new Tenant("hdfs.replication");

    /** The tenant charged for what a DataNode reads from others to rebuild a block of an erasure-coded file. */
    public static final Tenant RECONSTRUCTION = new Tenant("hdfs.reconstruction");

    /**
     * The tenant charged for the copy of an unfinished block that a client needs to go on writing after a DataNode of
     * its pipeline failed.
     */
    public static final Tenant RECOVERY = new Tenant("hdfs.recovery");

    /** The tenant charged for blocks that the balancer or the mover sends from one DataNode to another. */
    public static final Tenant BALANCER = new Tenant("hdfs.balancer");

    /** All tenants that stand for HDFS's own work. */
    public static final Set<Tenant> SYSTEM = Set.of(REPLICATION, RECONSTRUCTION, RECOVERY, BALANCER);

    /** The syntax of a name, for messages. */
    public static final String NAME_RULE = "1 to 64 of A-Z a-z 0-9 . _ -, beginning with a letter or digit";

    private static final int LONGEST = 64;
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0," + (LONGEST - 1) + "}");

    private final String name;

    private Tenant(String name) {
        this.name = name;
    }

    /**
     * The tenant of that name.
     *
     * @throws IllegalArgumentException if it is no name of a tenant; the message gives the syntax
     */
    public static Tenant named(String name) {
        return parse(name).orElseThrow(() -> new IllegalArgumentException("a tenant's name is " + ruleFor(name)));
    }

    /** The syntax of a name with a good one that is like this text, for messages that refuse it. */
    public static String ruleFor(String text) {
        String like = String.valueOf(text).replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[^A-Za-z0-9]+", "");
        like = like.substring(0, Math.min(like.length(), LONGEST)).replaceFirst("[._-]+$", "");
        return NAME_RULE + ", for example " + (like.isEmpty() ? "gold" : like);
    }

    /** The tenant of that name, or nothing when it is none: for names that come from outside. */
    public static Optional<Tenant> parse(String name) {
        return name != null && NAME.matcher(name).matches() ? Optional.of(new Tenant(name)) : Optional.empty();
    }

    /** The name. */
    public String name() {
        return name;
    }

    /** Whether this tenant stands for HDFS's own work. */
    public boolean isSystem() {
        return name.startsWith(SYSTEM_PREFIX);
    }

    @Override
    public int compareTo(Tenant other) {
        return name.compareTo(other.name);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tenant && ((Tenant) other).name.equals(name);
    }

    @Override
    public int hashCode() {
        return name.hashCode(); // which a string caches
    }

    @Override
    public String toString() {
        return name;
    }
}
