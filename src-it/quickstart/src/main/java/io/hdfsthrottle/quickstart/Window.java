package io.hdfsthrottle.quickstart;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/** The measured part of a run: while all applications read, without the first seconds and the last one. */
record Window(Instant from, Instant to) {

    /** JVMs compile, connections open, the pacer learns the tenants. */
    static final Duration RAMP_UP = Duration.ofSeconds(5);

    /** Applications stop at slightly different instants. */
    static final Duration RAMP_DOWN = Duration.ofSeconds(1);

    Window {
        if (!from.isBefore(to)) {
            throw new IllegalArgumentException("nobody reads together for long enough: " + from + " to " + to);
        }
    }

    /** The window common to all these timelines. */
    static Window whileAllRead(Collection<Timeline> timelines) {
        Instant last = timelines.stream()
                .map(Timeline::firstByte)
                .max(Instant::compareTo)
                .orElseThrow();
        Instant first = timelines.stream()
                .map(Timeline::lastByte)
                .min(Instant::compareTo)
                .orElseThrow();
        return new Window(last.plus(RAMP_UP), first.minus(RAMP_DOWN));
    }

    double seconds() {
        return Duration.between(from, to).toNanos() / 1e9;
    }

    /** Seconds from an origin to this window's start and end. */
    double[] secondsSince(Instant origin) {
        return new double[] {
            Duration.between(origin, from).toMillis() / 1e3,
            Duration.between(origin, to).toMillis() / 1e3
        };
    }
}
