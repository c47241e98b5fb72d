package io.hdfsthrottle.quickstart;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The bytes that an application had read at each instant, as recorded by its job. */
record Timeline(List<Sample> samples) {

    /** One sample: a wall-clock instant and the bytes read until then. */
    record Sample(Instant at, long bytes) {}

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

    /** The last instant at which nothing had been read yet. */
    Instant firstByte() {
        return samples.stream()
                .filter(sample -> sample.bytes() == 0)
                .reduce((earlier, later) -> later)
                .orElse(samples.get(0))
                .at();
    }

    /** The first instant at which everything had been read. */
    Instant lastByte() {
        long all = samples.get(samples.size() - 1).bytes();
        return samples.stream()
                .filter(sample -> sample.bytes() == all)
                .findFirst()
                .orElseThrow()
                .at();
    }

    /** Bytes a second over the window. */
    double rate(Window window) {
        return (bytesAt(window.to()) - bytesAt(window.from())) / window.seconds();
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
