package io.hdfsthrottle.quickstart;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** The bytes that an application had read at each instant, as recorded by its job. */
record Timeline(List<Sample> samples) {

    /** JVMs compile, connections open, the pacer learns the tenants. */
    private static final Duration RAMP_UP = Duration.ofSeconds(5);

    /** Applications stop at slightly different instants. */
    private static final Duration RAMP_DOWN = Duration.ofSeconds(1);

    /** One sample: a wall-clock instant and the bytes read until then. */
    record Sample(Instant at, long bytes) {}

    /** A period that is not empty. */
    record Window(Instant from, Instant to) {

        Window {
            if (!from.isBefore(to)) {
                throw new IllegalArgumentException("nobody reads together for long enough: " + from + " to " + to);
            }
        }

        /** Seconds from an origin to its start and end. */
        double[] secondsSince(Instant origin) {
            return new double[] {
                Duration.between(origin, from).toMillis() / 1e3,
                Duration.between(origin, to).toMillis() / 1e3
            };
        }
    }

    Timeline {
        samples = List.copyOf(samples);
        if (samples.isEmpty()) {
            throw new IllegalArgumentException("a timeline without samples");
        }
    }

    /** Reads the job's file; an incomplete last line is left out. */
    static Timeline read(Path file) throws IOException {
        String text = Files.readString(file);
        List<Sample> samples = new ArrayList<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            Map<String, Object> fields = JSON.std.mapFrom(line);
            samples.add(new Sample(
                    Instant.ofEpochMilli(((Number) fields.get("atMillis")).longValue()),
                    ((Number) fields.get("bytes")).longValue()));
        }
        return new Timeline(samples);
    }

    /** The measured part of a run: while all applications read, without the first seconds and the last one. */
    static Window whileAllRead(Collection<Timeline> timelines) {
        Instant begun = timelines.stream()
                .map(Timeline::firstByte)
                .max(Instant::compareTo)
                .orElseThrow();
        Instant ended = timelines.stream()
                .map(Timeline::lastByte)
                .min(Instant::compareTo)
                .orElseThrow();
        return new Window(begun.plus(RAMP_UP), ended.minus(RAMP_DOWN));
    }

    /** The last instant at which nothing had been read yet. */
    private Instant firstByte() {
        return samples.stream()
                .filter(sample -> sample.bytes() == 0)
                .reduce((earlier, later) -> later)
                .orElse(samples.get(0))
                .at();
    }

    /** The first instant at which everything had been read. */
    private Instant lastByte() {
        long all = samples.get(samples.size() - 1).bytes();
        return samples.stream()
                .filter(sample -> sample.bytes() == all)
                .findFirst()
                .orElseThrow()
                .at();
    }

    /** Bytes a second over the window. */
    double rate(Window window) {
        double seconds = Duration.between(window.from(), window.to()).toNanos() / 1e9;
        return (bytesAt(window.to()) - bytesAt(window.from())) / seconds;
    }

    /** Bytes read until then, interpolated linearly between two samples. */
    double bytesAt(Instant instant) {
        Sample before = samples.get(0);
        if (!instant.isAfter(before.at())) {
            return before.bytes();
        }
        for (Sample after : samples) {
            if (!after.at().isBefore(instant)) {
                double span = Duration.between(before.at(), after.at()).toNanos();
                double part = Duration.between(before.at(), instant).toNanos();
                return span == 0 ? after.bytes() : before.bytes() + (after.bytes() - before.bytes()) * part / span;
            }
            before = after;
        }
        return before.bytes();
    }
}
