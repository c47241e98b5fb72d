package io.hdfsthrottle.part;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.unit.Rate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Writes and reads terms of an application's parts as JSON:
 * {@code {"per": "task", "limitBytesPerSecond": 31457280, "poolWeights": {"etl": 3}}}.
 */
public final class PartTermsJson {

    private PartTermsJson() {}

    /** The members of their object; what is not set is left out. */
    public static Map<String, Object> write(PartTerms terms) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("per", terms.per().label());
        if (!terms.reservation().equals(Rate.ZERO)) {
            json.put("reservationBytesPerSecond", terms.reservation().bytesPerSecond());
        }
        if (!terms.limit().isUnlimited()) {
            json.put("limitBytesPerSecond", terms.limit().bytesPerSecond());
        }
        if (!terms.poolWeights().isEmpty()) {
            json.put("poolWeights", new TreeMap<>(terms.poolWeights()));
        }
        return json;
    }

    /**
     * Reads them where an object may hold them; {@link PartTerms#NONE} where it does not.
     *
     * @throws MalformedJsonException if a member is of the wrong type
     * @throws IllegalArgumentException if a value is out of its range
     */
    public static PartTerms readIn(JsonObject object, String member) throws MalformedJsonException {
        Optional<JsonObject> json = object.optionalObject(member);
        return json.isEmpty() ? PartTerms.NONE : read(json.get());
    }

    private static PartTerms read(JsonObject json) throws MalformedJsonException {
        String per = json.text("per");
        PartTerms terms = PartTerms.of(
                Level.unit(per).orElseThrow(() -> new IllegalArgumentException("a rate is not for each " + per)),
                Rate.ofBytesPerSecond(
                        json.optionalCount("reservationBytesPerSecond").orElse(0L)),
                json.optionalCount("limitBytesPerSecond")
                        .map(Rate::ofBytesPerSecond)
                        .orElse(Rate.UNLIMITED));
        Optional<JsonObject> pools = json.optionalObject("poolWeights");
        if (pools.isEmpty()) {
            return terms;
        }
        Map<String, Integer> weights = new TreeMap<>();
        for (String pool : pools.get().names()) {
            weights.put(pool, (int)
                    Math.min(PartTerms.LARGEST_WEIGHT + 1L, pools.get().count(pool)));
        }
        return terms.weighing(weights);
    }
}
