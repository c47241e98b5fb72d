package io.hdfsthrottle.spark.part;

import io.hdfsthrottle.part.Level;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The parts of an application that its HDFS clients distinguish in their names: executors, pools, tasks. Immutable;
 * travels in the Hadoop configuration.
 */
public final class DistinguishedParts {

    /** No parts: the application alone. */
    public static final DistinguishedParts NOTHING = new DistinguishedParts(EnumSet.noneOf(Level.class));

    private static final String SEPARATOR = ",";

    private final Set<Level> levels;

    private DistinguishedParts(Set<Level> levels) {
        this.levels = levels;
    }

    /**
     * The levels that rates and pools need.
     *
     * @param per the level at which rates apply
     * @param pools whether pools are distinguished
     */
    public static DistinguishedParts by(Level per, boolean pools) {
        EnumSet<Level> levels = EnumSet.noneOf(Level.class);
        if (per != Level.APPLICATION) {
            levels.add(per);
        }
        if (pools) {
            levels.add(Level.POOL);
        }
        return levels.isEmpty() ? NOTHING : new DistinguishedParts(levels);
    }

    /** Parses the output of {@link #toString}; no parts for null, and unknown levels are ignored. */
    public static DistinguishedParts parse(String written) {
        if (written == null) {
            return NOTHING;
        }
        Set<String> labels = Stream.of(written.split(SEPARATOR, -1)).collect(Collectors.toSet());
        EnumSet<Level> levels = EnumSet.allOf(Level.class);
        levels.removeIf(level -> level == Level.APPLICATION || !labels.contains(level.label()));
        return levels.isEmpty() ? NOTHING : new DistinguishedParts(levels);
    }

    /** Whether no parts are distinguished. */
    public boolean isNothing() {
        return levels.isEmpty();
    }

    /** Whether streams of one process may be of different parts. */
    boolean isWithinAProcess() {
        return pools() || tasks();
    }

    boolean pools() {
        return levels.contains(Level.POOL);
    }

    boolean tasks() {
        return levels.contains(Level.TASK);
    }

    /** The written form, or empty if no parts are distinguished. */
    public Optional<String> written() {
        return isNothing() ? Optional.empty() : Optional.of(toString());
    }

    @Override
    public String toString() {
        return levels.stream().map(Level::label).collect(Collectors.joining(SEPARATOR));
    }
}
