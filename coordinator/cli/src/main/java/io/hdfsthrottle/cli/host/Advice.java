package io.hdfsthrottle.cli.host;

import java.util.Objects;
import java.util.Optional;

/**
 * One finding about a host.
 *
 * @param grade how it is
 * @param subject what was looked at: {@code cgroups}, {@code disk sda}, {@code DataNode 4711}
 * @param found what was found, a sentence without its full stop
 * @param remedy the command or the setting that mends it; nothing where nothing is to be mended
 */
public record Advice(Grade grade, String subject, String found, Optional<String> remedy) {

    /** The grade of a finding. */
    public enum Grade {
        /** As it should be. */
        FINE,
        /** It works, and could do better. */
        HINT,
        /** A layer that was asked about cannot work. */
        MISSING
    }

    /** Checks that nothing is null. */
    public Advice {
        Objects.requireNonNull(grade, "grade");
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(found, "found");
        Objects.requireNonNull(remedy, "remedy");
    }

    static Advice fine(String subject, String found) {
        return new Advice(Grade.FINE, subject, found, Optional.empty());
    }

    static Advice hint(String subject, String found, String remedy) {
        return new Advice(Grade.HINT, subject, found, Optional.of(remedy));
    }

    static Advice missing(String subject, String found, String remedy) {
        return new Advice(Grade.MISSING, subject, found, Optional.of(remedy));
    }
}
