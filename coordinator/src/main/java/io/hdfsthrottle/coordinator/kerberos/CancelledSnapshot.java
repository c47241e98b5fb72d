package io.hdfsthrottle.coordinator.kerberos;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Format in which cancelled tokens are kept in ZooKeeper: their ids, and when they would have ended. */
final class CancelledSnapshot {
    static final String CONCERN = "tokens";
    private static final int FORMAT = 1;

    private CancelledSnapshot() {}

    static byte[] write(Map<String, Long> cancelled) {
        List<Object> entries = new ArrayList<>();
        cancelled.forEach((id, until) -> entries.add(Map.of("id", id, "until", until)));
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", FORMAT);
        snapshot.put("cancelled", entries);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IllegalStateException if this coordinator does not understand it: it must not lead then */
    static Map<String, Long> read(byte[] written) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            if (snapshot.count("format") != FORMAT) {
                throw new IllegalStateException("the cancelled tokens in ZooKeeper have format "
                        + snapshot.count("format") + "; this coordinator reads format " + FORMAT);
            }
            Map<String, Long> cancelled = new TreeMap<>();
            for (JsonObject entry : snapshot.objects("cancelled", TokenBook.MOST_CANCELLED)) {
                cancelled.put(entry.text("id"), entry.count("until"));
            }
            return cancelled;
        } catch (MalformedJsonException broken) {
            throw new IllegalStateException(
                    "the cancelled tokens in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }
}
