package io.hdfsthrottle.identity;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** How many tags did not count, by why. Immutable. */
public final class RefusedTags {

    private final Map<TagRefusal, Long> byKind;

    private RefusedTags(Map<TagRefusal, Long> byKind) {
        this.byKind = Collections.unmodifiableMap(byKind);
    }

    /** So many of each kind; none of those that are not named. */
    public static RefusedTags of(Map<TagRefusal, Long> byKind) {
        Map<TagRefusal, Long> all = new EnumMap<>(TagRefusal.class);
        for (TagRefusal kind : TagRefusal.values()) {
            all.put(kind, byKind.getOrDefault(kind, 0L));
        }
        return new RefusedTags(all);
    }

    /** Of that kind. */
    public long of(TagRefusal kind) {
        return byKind.get(kind);
    }

    /** Of all kinds. */
    public long total() {
        return byKind.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public String toString() {
        return byKind.toString();
    }
}
