package io.hdfsthrottle.cli.feature.timeline;

import io.hdfsthrottle.cli.remote.Failure;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** By what rows are sorted. */
enum Sort {
    GIVEN,
    ENTITLED,
    DEMAND,
    WAITED;

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Sort labelled(String label) {
        return Stream.of(values())
                .filter(each -> each.label().equals(label))
                .findFirst()
                .orElseThrow(() -> Failure.wronglyAsked(
                        "--sort: '" + label + "' is none; a good value is given, entitled, demand or waited", null));
    }

    /** The one with that initial. */
    static Optional<Sort> of(int key) {
        return Stream.of(values()).filter(each -> each.label().charAt(0) == key).findFirst();
    }
}
