package io.hdfsthrottle.pace;

import io.hdfsthrottle.fakes.LockStep;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The production pacer of one disk on virtual time, with streams that do what transfer threads do: move a packet, ask the
 * pacer, move the next.
 */
final class PacedVolume implements AutoCloseable {

    static final Duration TICK = Duration.ofMillis(50);
    static final int PACKET = 65_536;

    private final LockStep time = new LockStep(-1_000_000_000L);
    private final Gate gate = new Gate();
    private final VolumePacer pacer;
    private final Map<Tenant, Long> moved = new HashMap<>();
    private final List<Stream> streams = new ArrayList<>();
    private Map<Tenant, Terms> terms = new HashMap<>();

    /** A disk that gives this; null for one of which nobody said and nothing is seen. */
    PacedVolume(Rate capacity) {
        PacingLimits limits = PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP);
        pacer = capacity == null
                ? VolumePacer.watching("DS-1", DiskWatch.BLIND, limits, gate, time, time)
                : VolumePacer.ofCapacity("DS-1", capacity, limits, gate, time, time);
        time.start("controller", () -> {
            pacer.tick(
                    Grant.of("c", GrantVersion.of(1, 1), Tenant.DEFAULT, terms.values(), TenantRules.NONE, List.of()));
            time.park(TICK.toNanos());
        });
    }

    /** From the next tick on. */
    void grant(Terms newTerms) {
        Map<Tenant, Terms> all = new HashMap<>(terms);
        all.put(newTerms.tenant(), newTerms);
        terms = all;
    }

    /** A stream that moves a packet within that time if nobody holds it back. */
    Stream stream(Tenant tenant, Duration packetTime) {
        Stream stream = new Stream(tenant, packetTime.toNanos());
        streams.add(stream);
        time.start("stream-" + streams.size(), stream::step);
        return stream;
    }

    void run(Duration duration) {
        time.run(duration);
    }

    long moved(Tenant tenant) {
        return moved.getOrDefault(tenant, 0L);
    }

    /** What these moved in a second of that much time from now, in the same order. */
    long[] rates(Duration duration, Tenant... tenants) {
        long[] rates = new long[tenants.length];
        for (int i = 0; i < tenants.length; i++) {
            rates[i] = -moved(tenants[i]);
        }
        time.run(duration);
        for (int i = 0; i < tenants.length; i++) {
            rates[i] = (rates[i] + moved(tenants[i])) * 1000 / duration.toMillis();
        }
        return rates;
    }

    VolumePacer pacer() {
        return pacer;
    }

    Gate gate() {
        return gate;
    }

    @Override
    public void close() {
        time.close();
    }

    /** One transfer thread. */
    final class Stream {
        private final Tenant tenant;
        private final long packetNanos;
        private volatile boolean idle;

        private Stream(Tenant tenant, long packetNanos) {
            this.tenant = tenant;
            this.packetNanos = packetNanos;
        }

        private void step() {
            time.park(packetNanos);
            if (!idle) {
                moved.merge(tenant, (long) PACKET, Long::sum);
                pacer.bucket(tenant).pace(PACKET);
            }
        }

        void idle(boolean nowIdle) {
            idle = nowIdle;
        }
    }
}
