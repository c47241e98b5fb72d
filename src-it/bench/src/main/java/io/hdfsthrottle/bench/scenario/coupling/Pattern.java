package io.hdfsthrottle.bench.scenario.coupling;

import java.util.Locale;

/** What an application does with its disk, as fio calls it. */
enum Pattern {
    SEQUENTIAL_READ("read", 1024),
    SEQUENTIAL_WRITE("write", 1024),
    RANDOM_READ("randread", 64);

    private final String fio;
    private final int kibibytes;

    Pattern(String fio, int kibibytes) {
        this.fio = fio;
        this.kibibytes = kibibytes;
    }

    /** For {@code --rw}. */
    String fio() {
        return fio;
    }

    /** The size of a request, in KiB. */
    int kibibytes() {
        return kibibytes;
    }

    /** Whether it writes. */
    boolean writes() {
        return this == SEQUENTIAL_WRITE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
