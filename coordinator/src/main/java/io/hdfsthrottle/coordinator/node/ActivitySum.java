package io.hdfsthrottle.coordinator.node;

import com.google.common.math.LongMath;
import io.hdfsthrottle.coordinator.cause.ClusterFacts;
import io.hdfsthrottle.coordinator.cause.OperationTime;
import io.hdfsthrottle.coordinator.cause.OperationTime.Interval;
import io.hdfsthrottle.coordinator.cause.WaitCause;
import io.hdfsthrottle.coordinator.node.ActivityBook.Moved;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Waiting;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The sums of one run of an application. Times are in milliseconds, except clock times. Not thread-safe. */
final class ActivitySum {
    /** The approximate time that one report covers. */
    private static final Duration LEAST_SPAN = Duration.ofSeconds(1);

    /** Rates are means of about this time. */
    private static final Duration RATE_SPAN = Duration.ofSeconds(5);

    /** Two coordinators do not hear of an application at the same moment. */
    private static final long SAME_NANOS = Duration.ofSeconds(3).toNanos();

    final Map<Place, Count> places = new HashMap<>();

    /** Waits while its tenant was throttled most of the time: only then is its entitlement its share, not its demand. */
    private final WaitReason held = new WaitReason();

    private final WaitReason otherwise = new WaitReason();
    final OperationTime time = new OperationTime();
    private final String application;
    Optional<Run.Name> name = Optional.empty();
    private Tenant tenant;
    private long began;
    private long active;
    private long firstWaited;
    private long lastWaited;
    long heard;
    long waited;
    boolean complete = true;

    /** Whether what a node counted before its next report may be in the sums already. */
    boolean trimmed;

    private long bytes;

    /** The bytes at the begin of the present span, and the rate of the one before. */
    private long bytesBefore;

    private long spanNanos;
    private Rate rate = Rate.ZERO;

    ActivitySum(String application, long now, Tenant tenant) {
        this.application = application;
        this.spanNanos = now;
        this.began = now;
        this.active = now;
        this.heard = now;
        this.firstWaited = now;
        this.lastWaited = now;
        this.tenant = tenant;
    }

    record Place(String node, String volume, Tenant tenant) {}

    /** What a node counted of an application on a volume, and when it said so. */
    record Count(long millis, long limited, long bytes, long slept, long sent, long ran, long stalled, long nanos) {
        static Count of(ApplicationActivity usage, long stalled, long nanos) {
            return new Count(
                    usage.waited().toMillis(),
                    usage.limited().toMillis(),
                    usage.bytes(),
                    usage.slept(),
                    usage.sent(),
                    usage.ran(),
                    stalled,
                    nanos);
        }

        /** What was added to that earlier count, or all of this after a restart of the node. */
        Count since(Count before) {
            return millis >= before.millis && bytes >= before.bytes
                    ? new Count(
                            millis - before.millis,
                            Math.max(0, limited - before.limited),
                            bytes - before.bytes,
                            Math.max(0, slept - before.slept),
                            Math.max(0, sent - before.sent),
                            Math.max(0, ran - before.ran),
                            Math.max(0, stalled - before.stalled),
                            nanos)
                    : this;
        }

        /** Whether it says what was moved lately: nodes report about once a second. */
        boolean isLate(Count before) {
            return nanos - before.nanos > RATE_SPAN.toNanos();
        }
    }

    /** Forgets the nodes' counters; how many there were. */
    int trim() {
        int trims = places.size();
        places.clear();
        trimmed = true;
        return trims;
    }

    /**
     * Adds what a node counted.
     *
     * @param late whether it is of a time before the present span
     * @param span since the report before; zero where that is not known
     */
    void add(
            Count more, boolean late, Duration span, ApplicationActivity of, VolumeUsage volume, ClusterFacts cluster) {
        long now = more.nanos();
        moved(now);
        bytes = LongMath.saturatedAdd(bytes, more.bytes());
        if (late) {
            bytesBefore = LongMath.saturatedAdd(bytesBefore, more.bytes());
        }
        if (more.millis() > 0 || more.bytes() > 0) {
            active = now;
        }
        if (more.millis() > 0) {
            tenant = of.tenant();
            lastWaited = now;
            waited = LongMath.saturatedAdd(waited, more.millis());
        }
        volume.tenants().stream()
                .filter(each -> each.tenant().equals(of.tenant()))
                .findFirst()
                .ifPresent(usage -> {
                    if (more.millis() > 0) {
                        (usage.backlogged() ? held : otherwise).add(more.millis(), usage, volume);
                    }
                    Interval did = new Interval(
                            span,
                            Duration.ofMillis(more.stalled()),
                            Duration.ofMillis(more.millis()),
                            Duration.ofMillis(more.limited()),
                            more.bytes(),
                            of.streams(),
                            more.slept(),
                            more.sent(),
                            more.ran());
                    time.add(did, volume, usage, cluster);
                });
    }

    /** Ends the span when it is long enough. */
    Moved moved(long now) {
        long span = now - spanNanos;
        if (span >= RATE_SPAN.toNanos()) {
            rate = Rate.ofBytesPerSecond(Math.round((bytes - bytesBefore) * 1e9 / span));
            bytesBefore = bytes;
            spanNanos = now;
        }
        return new Moved(bytes, rate);
    }

    Waiting waiting() {
        Duration span = waited == 0
                ? Duration.ZERO
                : Duration.ofNanos(lastWaited - firstWaited).plus(LEAST_SPAN);
        Waiting waiting = (held.isKnown() ? held : otherwise).waiting(tenant, Duration.ofMillis(waited), span);
        return complete ? waiting : waiting.atLeast();
    }

    /** Whether it is of a run of another time under the same id. */
    boolean isOfOther(Run.Name other) {
        return name.filter(known -> known.since() != other.since()).isPresent();
    }

    boolean isOfSameProgram(Run.Name other) {
        return name.filter(other::isOfSameProgram).isPresent();
    }

    /** The sums of another run under the same id, which begins now; nodes go on counting from what they counted. */
    ActivitySum next(long now) {
        ActivitySum next = new ActivitySum(application, now, tenant);
        next.places.putAll(places);
        next.trimmed = trimmed;
        places.clear();
        return next;
    }

    boolean wasActive(Duration lately, long now) {
        return now - active <= lately.toNanos();
    }

    /** What it did until now; empty while its name is not known. */
    Optional<Run> run(long now) {
        Map<WaitCause, Double> spent = time.millis();
        spent.replaceAll((cause, millis) -> Math.rint(millis));
        return name.map(known -> new Run(
                application,
                known,
                Duration.ofNanos(now - began),
                Duration.ofNanos(active - began),
                Run.Wait.of(waiting()),
                bytes,
                spent));
    }

    /** Whether all is known here that another coordinator knew of that run. */
    boolean knows(Run run, long now) {
        long beganThen = now - run.began().toNanos();
        return began - beganThen <= SAME_NANOS
                && active - beganThen >= run.lasted().toNanos() - SAME_NANOS;
    }

    /** Goes on from what another coordinator knew; of what nodes counted since, the causes are not known. */
    void restore(Run run, long now) {
        Run.Wait wait = run.waited();
        name = Optional.of(run.name());
        tenant = wait.tenant();
        began = now - run.began().toNanos();
        active = began + run.lasted().toNanos();
        heard = active;
        bytes = Math.max(bytes, run.bytes());
        bytesBefore = bytes;
        spanNanos = now;
        waited = Math.max(waited, wait.millis());
        lastWaited = active;
        firstWaited = active
                - Math.max(
                        0,
                        Duration.ofMillis(wait.withinMillis()).minus(LEAST_SPAN).toNanos());
        complete = wait.complete();
        otherwise.clear();
        held.restore(wait);
        time.restore(run.spent());
    }
}
