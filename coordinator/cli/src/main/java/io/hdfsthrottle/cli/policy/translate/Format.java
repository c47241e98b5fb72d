package io.hdfsthrottle.cli.policy.translate;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The files that are translated. */
public enum Format {
    /** YARN's fair-scheduler.xml. */
    YARN_FAIR("yarn-fair"),
    /** YARN's capacity-scheduler.xml. */
    YARN_CAPACITY("yarn-capacity"),
    /** Kafka's quotas, as its tool prints them. */
    KAFKA("kafka");

    /** The formats' names, for messages that say what is permitted. */
    public static final List<String> LABELS =
            Arrays.stream(values()).map(format -> format.label).toList();

    private final String label;

    Format(String label) {
        this.label = label;
    }

    /** The format of that name. */
    public static Optional<Format> named(String label) {
        return Arrays.stream(values())
                .filter(format -> format.label.equals(label))
                .findFirst();
    }

    /** Translates a file; fails if it is not of this format, or has a name that no tenant can have. */
    public Translation translate(Source source) {
        return switch (this) {
            case YARN_FAIR -> FairScheduler.translate(source);
            case YARN_CAPACITY -> CapacityScheduler.translate(source);
            case KAFKA -> KafkaQuotas.translate(source);
        };
    }
}
