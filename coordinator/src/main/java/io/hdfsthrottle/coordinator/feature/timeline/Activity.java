package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.node.ActivityBook;
import io.hdfsthrottle.coordinator.node.Run;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What living applications move, and how long they wait. Tells who they are, too, so that a run can be compared with the
 * last ones. Updated by one thread, read by any.
 */
final class Activity {
    private static final double NANOS = 1e9;

    private volatile List<Line> lines = List.of();
    private Map<String, Wait> before = Map.of();
    private long beforeNanos;

    /**
     * One application.
     *
     * @param given what it moves, in bytes per second
     * @param waited in milliseconds per second, summed over its operations
     */
    record Line(Application application, double given, double waited) {}

    /** How long one has waited so far, and how long of each second lately, in milliseconds. */
    private record Wait(long millis, double lately) {
        Wait after(Wait before, double elapsed) {
            double now = Math.max(0, millis - before.millis) / elapsed;
            return new Wait(millis, Figures.smoothed(now, before.lately));
        }
    }

    List<Line> lines() {
        return lines;
    }

    /** @param nanos the time, monotone, in nanoseconds */
    void next(Collection<Application> alive, ActivityBook activities, long nanos) {
        double elapsed = Math.max((nanos - beforeNanos) / NANOS, 1e-3);
        List<Line> next = new ArrayList<>(alive.size());
        Map<String, Wait> waits = new HashMap<>();
        for (Application each : alive) {
            activities.named(each.id(), new Run.Name(each.name(), each.user(), each.userVerified(), each.notBefore()));
            Wait told = new Wait(activities.waitedMillis(each.id()), 0);
            Wait wait = told.after(before.getOrDefault(each.id(), told), elapsed);
            waits.put(each.id(), wait);
            next.add(new Line(each, activities.moved(each.id()).rate().bytesPerSecond(), wait.lately));
        }
        before = waits;
        beforeNanos = nanos;
        lines = List.copyOf(next);
    }
}
