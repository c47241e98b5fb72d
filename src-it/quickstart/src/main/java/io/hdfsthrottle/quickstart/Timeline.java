package io.hdfsthrottle.quickstart;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** The bytes that an application had read at each wall-clock millisecond, as recorded by its job. */
record Timeline(NavigableMap<Long, Long> bytes) {

    /** JVMs compile, connections open, the pacer learns the tenants. */
    private static final long RAMP_UP_MILLIS = 5_000;

    /** Applications stop at slightly different instants. */
    private static final long RAMP_DOWN_MILLIS = 1_000;

    /** A period that is not empty, in wall-clock milliseconds. */
    record Window(long from, long to) {

        Window {
            if (from >= to) {
                throw new IllegalArgumentException("nobody reads together for long enough: " + from + " to " + to);
            }
        }
    }

    /** Reads the job's file; an incomplete last line is left out. */
    static Timeline read(Path file) throws IOException {
        String text = Files.readString(file);
        NavigableMap<Long, Long> bytes = new TreeMap<>();
        for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
            Map<String, Object> sample = JSON.std.mapFrom(line);
            bytes.put(((Number) sample.get("atMillis")).longValue(), ((Number) sample.get("bytes")).longValue());
        }
        return new Timeline(bytes);
    }

    /** The measured part of a run: while all applications read, without the first seconds and the last one. */
    static Window whileAllRead(Collection<Timeline> timelines) {
        long begun = timelines.stream().mapToLong(Timeline::begun).max().orElseThrow();
        long ended = timelines.stream().mapToLong(Timeline::ended).min().orElseThrow();
        return new Window(begun + RAMP_UP_MILLIS, ended - RAMP_DOWN_MILLIS);
    }

    /** When nothing had been read yet, at last. */
    private long begun() {
        return whenRead(0L).max().orElse(bytes.firstKey());
    }

    /** When everything had been read, at first. */
    private long ended() {
        return whenRead(bytes.lastEntry().getValue()).min().orElseThrow();
    }

    private LongStream whenRead(Long total) {
        return bytes.keySet().stream().filter(at -> bytes.get(at).equals(total)).mapToLong(Long::longValue);
    }

    /** Bytes a second over the window. */
    double rate(Window window) {
        return 1e3 * (bytesAt(window.to()) - bytesAt(window.from())) / (window.to() - window.from());
    }

    /** Bytes read until then, interpolated linearly between two samples. */
    double bytesAt(long at) {
        Map.Entry<Long, Long> before = bytes.floorEntry(at);
        Map.Entry<Long, Long> after = bytes.ceilingEntry(at);
        if (before == null || after == null || before.getKey().equals(after.getKey())) {
            return before != null ? before.getValue() : after != null ? after.getValue() : 0;
        }
        double part = (double) (at - before.getKey()) / (after.getKey() - before.getKey());
        return before.getValue() + part * (after.getValue() - before.getValue());
    }
}
