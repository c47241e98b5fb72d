package io.hdfsthrottle.bench.scenario.coupling;

import java.util.Locale;

/** An application's access pattern, with fio's names. */
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

    /** The value of {@code --rw}. */
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
