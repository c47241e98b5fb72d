package io.hdfsthrottle.spark.waiting;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An estimate of what each stage waited. What the application waited is known from time to time; what was waited in between is divided among the stages in
 * proportion to the bytes that their tasks moved then, where a task is taken to move its bytes evenly from its launch to its end. It is divided for good
 * only when it is old: tasks that run still say what they moved when they end. Bounded. Not thread-safe; times are milliseconds of one clock.
 */
final class WaitTimeline {

    /** So many times between two looks are kept open; of tasks that run longer, only the last part counts. */
    static final int MOST_SPANS = 360;

    /** So many stages are kept: those that waited or ended last. */
    static final int MOST_STAGES = 1_000;

    private final Deque<Span> spans = new ArrayDeque<>();
    private final Map<Integer, Double> settled = new LinkedHashMap<>();
    private long waited;

    /** Begins at that time, with nothing waited. */
    WaitTimeline(long now) {
        spans.add(new Span(now));
    }

    /** The time between two looks. */
    private static final class Span {
        private final long from;
        private final Map<Integer, Double> bytes = new HashMap<>();
        private long to = Long.MAX_VALUE;
        private long waited;

        Span(long from) {
            this.from = from;
        }

        void divide(Map<Integer, Double> among) {
            double all = all();
            bytes.forEach((stage, moved) -> among.merge(stage, waited * moved / all, Double::sum));
        }

        double all() {
            return bytes.values().stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    /** So much was waited by now in all; less than was known before is not believed. */
    void look(long now, long waitedMillis) {
        Span last = spans.getLast();
        last.to = Math.max(now, last.from);
        last.waited = Math.max(0, waitedMillis - waited);
        waited = Math.max(waited, waitedMillis);
        spans.add(new Span(last.to));
        if (spans.size() > MOST_SPANS) {
            settle(spans.removeFirst());
        }
    }

    private void settle(Span old) {
        if (old.all() == 0) {
            return; // nobody's
        }
        Map<Integer, Double> divided = new HashMap<>();
        old.divide(divided);
        divided.forEach((stage, millis) -> {
            double before = settled.getOrDefault(stage, 0.0);
            settled.remove(stage); // to its end: it is the one that waited last
            settled.put(stage, before + millis);
        });
        Iterator<Double> eldest = settled.values().iterator();
        while (settled.size() > MOST_STAGES) {
            eldest.next();
            eldest.remove();
        }
    }

    /** A task of that stage ended, and had moved so much since it was launched. */
    void ended(int stage, long launched, long finished, long bytes) {
        double took = Math.max(1, finished - launched);
        for (Iterator<Span> each = spans.descendingIterator(); each.hasNext() && bytes > 0; ) {
            Span span = each.next();
            if (span.to <= launched) {
                break;
            }
            double together = Math.min(span.to, launched + (long) took) - Math.max(span.from, launched);
            if (together > 0 && (span.bytes.containsKey(stage) || span.bytes.size() < MOST_STAGES)) {
                span.bytes.merge(stage, bytes * together / took, Double::sum);
            }
        }
    }

    /** What was waited in all. */
    long waited() {
        return waited;
    }

    /** What each stage waited, in milliseconds; what nobody moved bytes for is left out. */
    Map<Integer, Long> byStage() {
        Map<Integer, Double> all = new HashMap<>(settled);
        spans.stream().filter(span -> span.waited > 0 && span.all() > 0).forEach(span -> span.divide(all));
        Map<Integer, Long> rounded = new HashMap<>();
        all.forEach((stage, millis) -> rounded.put(stage, Math.round(millis)));
        return rounded;
    }

    /** What belongs to no stage that is known: nobody moved bytes then that is known, or it is too old. In milliseconds. */
    long unattributed() {
        return Math.max(
                0,
                waited - byStage().values().stream().mapToLong(Long::longValue).sum());
    }
}
