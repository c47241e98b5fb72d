package io.hdfsthrottle.spark.part;

import io.hdfsthrottle.part.Level;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What an application's HDFS clients name besides the application. Immutable; travels in the Hadoop configuration. */
public final class ToldApart {

    /** The application alone. */
    public static final ToldApart NOTHING = new ToldApart(EnumSet.noneOf(Level.class));

    private static final String SEPARATOR = ",";

    private final Set<Level> levels;

    private ToldApart(Set<Level> levels) {
        this.levels = levels;
    }

    /**
     * What rates and pools need.
     *
     * @param per what rates are for each of
     * @param pools whether pools are told apart
     */
    public static ToldApart by(Level per, boolean pools) {
        EnumSet<Level> levels = EnumSet.noneOf(Level.class);
        if (per != Level.APPLICATION) {
            levels.add(per);
        }
        if (pools) {
            levels.add(Level.POOL);
        }
        return levels.isEmpty() ? NOTHING : new ToldApart(levels);
    }

    /** Reads what {@link #toString} wrote; nothing for null, and what is not known there is passed over. */
    public static ToldApart parse(String written) {
        if (written == null) {
            return NOTHING;
        }
        Set<String> labels = Stream.of(written.split(SEPARATOR, -1)).collect(Collectors.toSet());
        EnumSet<Level> levels = EnumSet.allOf(Level.class);
        levels.removeIf(level -> level == Level.APPLICATION || !labels.contains(level.label()));
        return levels.isEmpty() ? NOTHING : new ToldApart(levels);
    }

    /** Whether it is the application alone. */
    public boolean isNothing() {
        return levels.isEmpty();
    }

    /** Whether streams of one process may be for different parts. */
    boolean isWithinAProcess() {
        return pools() || tasks();
    }

    boolean pools() {
        return levels.contains(Level.POOL);
    }

    boolean tasks() {
        return levels.contains(Level.TASK);
    }

    /** What it is written as, if it is anything. */
    public Optional<String> written() {
        return isNothing() ? Optional.empty() : Optional.of(toString());
    }

    @Override
    public String toString() {
        return levels.stream().map(Level::label).collect(Collectors.joining(SEPARATOR));
    }
}
