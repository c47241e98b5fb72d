package io.hdfsthrottle.usage;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.Map;
import java.util.Objects;

/** What went wrong on a node, in its usage report. Immutable. */
public final class Faults {

    /** Nothing did, or the node does not say so. */
    public static final Faults NONE = new Faults(0, 0, 0, 0);

    private final long errors;
    private final long refusedTags;
    private final long fallenBack;
    private final long stalledMillis;

    private Faults(long errors, long refusedTags, long fallenBack, long stalledMillis) {
        this.errors = errors;
        this.refusedTags = refusedTags;
        this.fallenBack = fallenBack;
        this.stalledMillis = stalledMillis;
    }

    /** These counts; see the methods. */
    public static Faults of(long errors, long refusedTags, long fallenBack) {
        return new Faults(errors, refusedTags, fallenBack, 0);
    }

    /** The same where the process had no processor for that long. */
    public Faults stalled(long millis) {
        return new Faults(errors, refusedTags, fallenBack, millis);
    }

    /** The errors of the agent since it started, all of which were kept from the host. */
    public long errors() {
        return errors;
    }

    /** Clients whose tag was refused since it started. */
    public long refusedTags() {
        return refusedTags;
    }

    /** Layers that the settings enable and that do less now than they are meant to, summed over volumes. */
    public long fallenBack() {
        return fallenBack;
    }

    /**
     * Milliseconds since it started in which the process had no processor, or its JVM paused: by so much the agent's
     * own thread, which hardly does anything, began late.
     */
    public long stalledMillis() {
        return stalledMillis;
    }

    /** Adds to a report's members those that are not 0. */
    void addTo(Map<String, Object> report) {
        put(report, "errors", errors);
        put(report, "refusedTags", refusedTags);
        put(report, "fallenBack", fallenBack);
        put(report, "stalledMillis", stalledMillis);
    }

    private static void put(Map<String, Object> report, String member, long count) {
        if (count > 0) {
            report.put(member, count);
        }
    }

    static Faults fromJson(JsonObject report) throws MalformedJsonException {
        return new Faults(
                report.optionalCount("errors").orElse(0L),
                report.optionalCount("refusedTags").orElse(0L),
                report.optionalCount("fallenBack").orElse(0L),
                report.optionalCount("stalledMillis").orElse(0L));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Faults
                && ((Faults) other).errors == errors
                && ((Faults) other).refusedTags == refusedTags
                && ((Faults) other).fallenBack == fallenBack
                && ((Faults) other).stalledMillis == stalledMillis;
    }

    @Override
    public int hashCode() {
        return Objects.hash(errors, refusedTags, fallenBack, stalledMillis);
    }

    @Override
    public String toString() {
        return errors + " errors, " + refusedTags + " refused tags, " + fallenBack + " layers fallen back, stalled for "
                + stalledMillis + " ms";
    }
}
