package io.hdfsthrottle.identity;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** Counts of rejected application tags, by reason. Immutable. */
public final class RefusedTags {

    /** Why a tag is rejected. Its client is then served as one without a tag. */
    public enum Kind {

        /** It names a living application, and no living key signed it for that application's user and start. */
        FORGED,

        /** It names no application that is alive. */
        DEAD,

        /** It is valid, and the block token that was shown with it is another user's. */
        CROSS_USER,

        /** It ends like a tag, and is none. */
        MALFORMED,

        /** It is in a client name longer than any with a tag; longer names are not parsed. */
        OVERSIZE
    }

    private final Map<Kind, Long> byKind;

    private RefusedTags(Map<Kind, Long> byKind) {
        this.byKind = Collections.unmodifiableMap(byKind);
    }

    /** These counts by kind; zero for kinds that are not named. */
    public static RefusedTags of(Map<Kind, Long> byKind) {
        Map<Kind, Long> all = new EnumMap<>(Kind.class);
        for (Kind kind : Kind.values()) {
            all.put(kind, byKind.getOrDefault(kind, 0L));
        }
        return new RefusedTags(all);
    }

    /** The count of that kind. */
    public long of(Kind kind) {
        return byKind.get(kind);
    }

    /** The count of all kinds. */
    public long total() {
        return byKind.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public String toString() {
        return byKind.toString();
    }
}
