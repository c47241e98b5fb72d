package io.hdfsthrottle.coverage;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The I/O paths that one layer covers on one volume, and why it does not cover the others. Immutable. */
public final class LayerCoverage {

    private final String layer;
    private final Map<IoPath, String> notCovered;
    private final boolean wanted;

    private LayerCoverage(String layer, boolean wanted, Map<IoPath, String> notCovered) {
        this.layer = Objects.requireNonNull(layer, "layer");
        this.wanted = wanted;
        this.notCovered = new EnumMap<>(IoPath.class);
        this.notCovered.putAll(notCovered);
    }

    /**
     * A layer at work: it covers every path but those of {@link #butNot}.
     *
     * @param layer its display name: {@code pacing}, {@code blkio backstop}
     */
    public static LayerCoverage by(String layer) {
        return new LayerCoverage(layer, true, Map.of());
    }

    /** A layer that the settings enable and that does nothing here. */
    public static LayerCoverage none(String layer, String reason) {
        LayerCoverage none = by(layer);
        for (IoPath path : IoPath.values()) {
            none = none.butNot(path, reason);
        }
        return none;
    }

    /** A layer that the settings disable: its reason is not reported unless there is no other. */
    public static LayerCoverage notWanted(String layer, String reason) {
        return new LayerCoverage(layer, false, none(layer, reason).notCovered);
    }

    /** The same cover without this path. */
    public LayerCoverage butNot(IoPath path, String reason) {
        Map<IoPath, String> more = new EnumMap<>(IoPath.class);
        more.putAll(notCovered);
        more.put(path, reason);
        return new LayerCoverage(layer, wanted, more);
    }

    /** The layer's name. */
    public String layer() {
        return layer;
    }

    /** Whether the settings enable it. */
    public boolean isWanted() {
        return wanted;
    }

    /** Whether the settings enable it, and it covers no path. */
    boolean isIdle() {
        return wanted && notCovered.size() == IoPath.values().length;
    }

    /** Why it does not cover that path; nothing if it does. */
    public Optional<String> reasonAgainst(IoPath path) {
        return Optional.ofNullable(notCovered.get(path));
    }

    @Override
    public String toString() {
        return layer + " but not " + notCovered;
    }
}
