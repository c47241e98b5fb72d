package io.hdfsthrottle.spark.waiting;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The application's time spent throttled: the coordinator's latest figure, and the bytes that tasks moved. Thread-safe.
 */
final class ApplicationWaits {

    private final String application;
    private final WaitTimeline timeline;
    private long taskMillis;
    private Waiting last;
    private Map<Integer, Long> told = Map.of();

    ApplicationWaits(String application, Tenant tenant, long now) {
        this.application = application;
        this.timeline = new WaitTimeline(now);
        this.last = Waiting.none(tenant);
    }

    synchronized void update(long now, Waiting waiting) {
        // Another coordinator may lead, which knows less.
        if (waiting.waited().compareTo(last.waited()) >= 0) {
            last = waiting;
        }
        timeline.sample(now, waiting.waited().toMillis());
    }

    synchronized void taskEnded(int stage, long launched, long finished, long ranMillis, long bytes) {
        taskMillis += Math.max(0, ranMillis);
        timeline.ended(stage, launched, finished, bytes);
    }

    synchronized Waiting last() {
        return last;
    }

    /** The run time of ended tasks, summed over tasks. */
    synchronized long taskMillis() {
        return taskMillis;
    }

    /** The time that DataNodes throttled operations, summed over operations. */
    synchronized long waitedMillis() {
        return last.waited().toMillis();
    }

    /** All that is known, with the stages whose figures changed since the previous event. */
    synchronized WaitedForBandwidth event(long now) {
        WaitedForBandwidth event = new WaitedForBandwidth();
        event.setApplication(application);
        event.setTenant(last.tenant().name());
        event.setTime(now);
        event.setWaitedMillis(waitedMillis());
        event.setTaskMillis(taskMillis);
        event.setUnattributedMillis(timeline.unattributed());
        Map<Integer, Long> stages = timeline.byStage();
        stages.forEach((stage, millis) -> {
            if (!millis.equals(told.get(stage))) {
                event.getStages().put(String.valueOf(stage), millis);
            }
        });
        told = stages;
        event.setSentence(last.sentence(application));
        return event;
    }

    /** The line at the end of the driver's log; empty if nothing was throttled. */
    synchronized Optional<String> summary() {
        if (last.waited().isZero()) {
            return Optional.empty();
        }
        String most = timeline.byStage().entrySet().stream()
                .filter(each -> each.getValue() > 0)
                .max(Map.Entry.comparingByValue())
                .map(each -> ", most in stage " + each.getKey() + " (about "
                        + Waiting.seconds(Duration.ofMillis(each.getValue())) + ")")
                .orElse("");
        return Optional.of("waited " + (last.complete() ? "" : "at least ") + Waiting.seconds(last.waited()) + " of "
                + Waiting.seconds(Duration.ofMillis(taskMillis)) + " of task time for bandwidth" + most + ": "
                + last.reason() + "; hdfs-throttle explain " + application + " says more");
    }
}
