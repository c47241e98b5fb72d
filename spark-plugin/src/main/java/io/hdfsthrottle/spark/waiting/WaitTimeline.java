package io.hdfsthrottle.spark.waiting;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Estimates the throttled time of each stage. The application's throttled time is known at certain times; the time
 * between two of them is divided among the stages in proportion to the bytes that their tasks moved meanwhile, where a
 * task is assumed to move its bytes evenly from its launch to its end. The division becomes final only when it is old:
 * running tasks still report their bytes when they end. Bounded. Not thread-safe; times are milliseconds of one clock.
 */
final class WaitTimeline {

    /**
     * The most intervals between two samples that are kept open; of tasks that run longer, only the last part counts.
     */
    static final int MOST_SPANS = 360;

    /** The most stages that are kept: those that waited or ended last. */
    static final int MOST_STAGES = 1_000;

    private final Deque<Span> spans = new ArrayDeque<>();
    private final Map<Integer, Double> settled = new LinkedHashMap<>();
    private long waited;

    /** Begins at that time, with no throttled time. */
    WaitTimeline(long now) {
        spans.add(new Span(now));
    }

    /** The interval between two samples. */
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

    /** Takes a sample of the total throttled time; a smaller value than before is ignored. */
    void sample(long now, long waitedMillis) {
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
            return; // no stage's
        }
        Map<Integer, Double> divided = new HashMap<>();
        old.divide(divided);
        divided.forEach((stage, millis) -> {
            double before = settled.getOrDefault(stage, 0.0);
            settled.remove(stage); // moves it to the end: it is the one that waited last
            settled.put(stage, before + millis);
        });
        Iterator<Double> eldest = settled.values().iterator();
        while (settled.size() > MOST_STAGES) {
            eldest.next();
            eldest.remove();
        }
    }

    /** A task of that stage ended, and had moved that many bytes since its launch. */
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

    /** The total throttled time. */
    long waited() {
        return waited;
    }

    /** The throttled time of each stage, in milliseconds; without intervals in which no task moved bytes. */
    Map<Integer, Long> byStage() {
        Map<Integer, Double> all = new HashMap<>(settled);
        spans.stream().filter(span -> span.waited > 0 && span.all() > 0).forEach(span -> span.divide(all));
        Map<Integer, Long> rounded = new HashMap<>();
        all.forEach((stage, millis) -> rounded.put(stage, Math.round(millis)));
        return rounded;
    }

    /**
     * The throttled time that is attributed to no known stage, in milliseconds: no task is known to have moved bytes
     * then, or it is too old.
     */
    long unattributed() {
        return Math.max(
                0,
                waited - byStage().values().stream().mapToLong(Long::longValue).sum());
    }
}
