package io.hdfsthrottle.bench.scenario.part;

import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.part.PartTerms;
import java.util.Optional;

/**
 * A reader with its own file in one case.
 *
 * @param application that it works for
 * @param terms on which the application registers
 * @param part of the application that it names
 * @param threads with which it reads
 */
record Reader(String application, PartTerms terms, Optional<Part> part, int threads) {

    static Reader whole(String application, int threads) {
        return new Reader(application, PartTerms.NONE, Optional.empty(), threads);
    }

    static Reader task(String application, PartTerms terms, int number) {
        return new Reader(application, terms, Optional.of(Part.NONE.task(number)), 1);
    }

    static Reader pool(String application, PartTerms terms, String pool, int threads) {
        return new Reader(application, terms, Optional.of(Part.of("1", pool)), threads);
    }

    /** Its name in charts and figures. */
    String label() {
        return application
                + part.map(named -> named.task().isEmpty() ? " " + named.pool() : " task " + named.task())
                        .orElse("")
                + " (" + threads + (threads == 1 ? " thread)" : " threads)");
    }
}
