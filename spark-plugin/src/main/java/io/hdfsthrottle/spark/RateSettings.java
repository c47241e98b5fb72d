package io.hdfsthrottle.spark;

import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.PoolName;
import io.hdfsthrottle.spark.part.DistinguishedParts;
import io.hdfsthrottle.unit.Rate;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An application's settings for its own rates and pools. Filled key by key; a refused key is answered with a valid
 * example.
 */
final class RateSettings {

    /** The keys, for messages. */
    static final String KEYS = "limit, limit.per, reservation, admission, pools and pool.weights";

    private static final String PREFIX = ThrottleSettings.PREFIX;
    private static final String WEIGHTS_EXAMPLE = PREFIX + "pool.weights=etl=3,adhoc=1";

    private Rate limit = Rate.UNLIMITED;
    private Rate reservation = Rate.ZERO;
    private Level per = Level.APPLICATION;
    private String admission;
    private boolean pools;
    private final Map<String, Integer> weights = new TreeMap<>();

    /**
     * Takes one setting; returns the permitted values if it is invalid, else an empty text. Empty if the key is none of
     * these.
     */
    Optional<String> take(String key, String value) {
        switch (key) {
            case "limit":
                return Optional.of(takeLimit(value));
            case "reservation":
                return Optional.of(takeReservation(value));
            case "admission":
                admission = value;
                return Optional.of(
                        value.matches("queue|reject|ignore")
                                ? ""
                                : "it is queue, reject or ignore, for example " + PREFIX + "admission=queue");
            case "limit.per":
                Optional<Level> unit = Level.unit(value);
                per = unit.orElse(Level.APPLICATION);
                return Optional.of(
                        unit.isPresent() ? "" : "it is " + Level.UNITS + ", for example " + PREFIX + "limit.per=task");
            case "pools":
                pools |= value.equals("true");
                return Optional.of(
                        value.matches("true|false") ? "" : "it is true or false, for example " + PREFIX + "pools=true");
            case "pool.weights":
                return Optional.of(takeWeights(value));
            default:
                return Optional.empty();
        }
    }

    private String takeLimit(String value) {
        limit = rate(value).orElse(Rate.ZERO);
        return limit.equals(Rate.ZERO)
                ? "it is a rate above 0 in bytes a second, for example " + PREFIX + "limit=30m"
                : "";
    }

    private String takeReservation(String value) {
        Optional<Rate> rate = rate(value);
        reservation = rate.orElse(Rate.ZERO);
        return rate.isPresent() ? "" : "it is a rate in bytes a second, for example " + PREFIX + "reservation=10m";
    }

    private static Optional<Rate> rate(String value) {
        try {
            return Optional.of(Rate.parse(value));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private String takeWeights(String value) {
        String permitted = "it is pools, each " + PoolName.RULE + ", and what they weigh, 1 to "
                + PartTerms.LARGEST_WEIGHT + ", at most " + PartTerms.MOST_WEIGHTS + ", for example " + WEIGHTS_EXAMPLE;
        pools = true;
        for (String each : value.split(",", -1)) {
            String[] pair = each.trim().split("=", -1);
            if (pair.length != 2 || !pair[1].matches("[0-9]{1,3}")) {
                return permitted;
            }
            weights.put(pair[0], Integer.parseInt(pair[1]));
        }
        try {
            PartTerms unused = PartTerms.NONE.weighing(weights);
            return "";
        } catch (IllegalArgumentException refused) {
            return permitted;
        }
    }

    /** A contradiction between the settings, as a line that begins with the setting; empty if there is none. */
    String contradiction() {
        return reservation.compareTo(limit) > 0
                ? PREFIX + "reservation=" + reservation + " in the Spark configuration is refused: it is at most "
                        + PREFIX + "limit, " + limit
                : "";
    }

    /** The terms that the application requests within its tenant. */
    PartTerms terms() {
        return PartTerms.of(per, reservation, limit).weighing(weights);
    }

    /** What to do with the reservation if there is no room for it; null for the coordinator's default. */
    String admission() {
        return admission;
    }

    /** What its HDFS clients name besides the application. */
    DistinguishedParts toldApart() {
        return DistinguishedParts.by(per, pools);
    }
}
