package io.hdfsthrottle.pace;

import io.hdfsthrottle.fakes.LockStep;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRules;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The production pacer on a disk that serves whoever comes first, on virtual time: nobody tells the pacer what the disk
 * gives. Streams read as the kernel lets them: in pieces of readahead, the next one asked for while one is sent.
 */
final class WatchedVolume implements AutoCloseable {

    static final Duration TICK = Duration.ofMillis(50);
    static final int PACKET = 65_536;
    static final int READAHEAD = 16 * PACKET;

    private static final double NANOS = 1e9;

    private final LockStep time = new LockStep(-1_000_000_000L);
    private final VolumePacer pacer;
    private final Map<Tenant, Long> moved = new HashMap<>();
    private final Map<Long, Stream> streams = new HashMap<>();
    private Map<Tenant, Terms> terms = new HashMap<>();
    private double diskBytesPerSecond;
    private long diskFreeAt;
    private long served;
    private long servedAtLook;
    private long lookedAt;

    WatchedVolume(Rate disk) {
        this(disk, null);
    }

    /** The same with a capacity that somebody configured; null: nobody did. */
    WatchedVolume(Rate disk, Rate capacity) {
        diskBytesPerSecond = disk.bytesPerSecond();
        diskFreeAt = time.nanos();
        lookedAt = time.nanos();
        PacingLimits limits = PacingLimits.of(PacingLimits.DEFAULT_LONGEST_SLEEP);
        pacer = capacity == null
                ? VolumePacer.watching("DS-1", new Watch(), limits, new Gate(), time, time)
                : VolumePacer.ofCapacity("DS-1", capacity, new Watch(), limits, new Gate(), time, time);
        time.start("controller", () -> {
            pacer.tick(
                    Grant.of("c", GrantVersion.of(1, 1), Tenant.DEFAULT, terms.values(), TenantRules.NONE, List.of()));
            time.park(pacer.untilNextTick(TICK).toNanos());
        });
    }

    void grant(Terms newTerms) {
        Map<Tenant, Terms> all = new HashMap<>(terms);
        all.put(newTerms.tenant(), newTerms);
        terms = all;
    }

    /** From now on the disk gives this. */
    void disk(Rate rate) {
        diskBytesPerSecond = rate.bytesPerSecond();
    }

    /** A stream whose client takes packets as fast as they come, or one each so long. */
    Stream stream(Tenant tenant, Duration clientTakes) {
        Stream stream = new Stream(tenant, streams.size() + 1, clientTakes.toNanos());
        streams.put(stream.id, stream);
        time.start("stream-" + stream.id, stream::step);
        return stream;
    }

    /** A client that reads a little, thinks so long, and reads a little again. */
    void thinker(Tenant tenant, Duration thinks) {
        Stream stream = new Stream(tenant, streams.size() + 1, thinks.toNanos());
        streams.put(stream.id, stream);
        time.start("thinker-" + stream.id, stream::readALittleAndThink);
    }

    void streams(Tenant tenant, int count) {
        for (int i = 0; i < count; i++) {
            stream(tenant, Duration.ZERO);
        }
    }

    void run(Duration duration) {
        time.run(duration);
    }

    /** What these moved in a second of that much time from now, in the same order. */
    double[] rates(Duration duration, Tenant... tenants) {
        double[] rates = new double[tenants.length];
        for (int i = 0; i < tenants.length; i++) {
            rates[i] = -moved.getOrDefault(tenants[i], 0L);
        }
        time.run(duration);
        for (int i = 0; i < tenants.length; i++) {
            rates[i] = (rates[i] + moved.getOrDefault(tenants[i], 0L)) * 1000 / duration.toMillis();
        }
        return rates;
    }

    VolumePacer pacer() {
        return pacer;
    }

    @Override
    public void close() {
        time.close();
    }

    /** The disk takes a request after all that came before; returns when it is done. */
    private long request(int bytes) {
        long service = (long) (bytes / diskBytesPerSecond * NANOS);
        diskFreeAt = Math.max(diskFreeAt, time.nanos()) + service;
        served += service;
        return diskFreeAt;
    }

    private final class Watch implements DiskWatch {
        @Override
        public boolean sees() {
            return true;
        }

        @Override
        public DiskUse look(long nowNanos) {
            long worked = served - Math.max(0, diskFreeAt - nowNanos);
            long nanos = worked - servedAtLook;
            double busy = (double) nanos / Math.max(nowNanos - lookedAt, 1);
            servedAtLook = worked;
            lookedAt = nowNanos;
            return DiskUse.of(busy, (long) (nanos / NANOS * diskBytesPerSecond));
        }

        @Override
        public boolean waits(Transfer transfer) {
            return streams.get(transfer.osThread()).waitsForDisk;
        }
    }

    /** One transfer thread. */
    final class Stream {
        private final Tenant tenant;
        private final long id;
        private final long clientNanos;
        private long nextPieceAt = Long.MIN_VALUE;
        private Transfer transfer;
        private volatile boolean waitsForDisk;
        private volatile boolean idle;

        private Stream(Tenant tenant, long id, long clientNanos) {
            this.tenant = tenant;
            this.id = id;
            this.clientNanos = clientNanos;
        }

        private void readALittleAndThink() {
            TenantBucket bucket = joined();
            await(request(PACKET));
            moved.merge(tenant, (long) PACKET, Long::sum);
            bucket.pace(PACKET);
            time.park(clientNanos);
        }

        private TenantBucket joined() {
            TenantBucket bucket = pacer.bucket(tenant);
            if (transfer == null) {
                transfer = Transfer.ofThisThread(id);
                bucket.join(transfer);
            }
            return bucket;
        }

        private void await(long pieceAt) {
            if (pieceAt > time.nanos()) {
                waitsForDisk = true;
                time.park(pieceAt - time.nanos());
                waitsForDisk = false;
            }
        }

        private void step() {
            if (idle) {
                nextPieceAt = Long.MIN_VALUE;
                time.park(TICK.toNanos());
                return;
            }
            TenantBucket bucket = joined();
            long pieceAt = nextPieceAt == Long.MIN_VALUE ? request(READAHEAD) : nextPieceAt;
            await(pieceAt);
            nextPieceAt = request(READAHEAD);
            for (int sent = 0; sent < READAHEAD && !idle; sent += PACKET) {
                time.park(Math.max(clientNanos, 20_000));
                moved.merge(tenant, (long) PACKET, Long::sum);
                bucket.pace(PACKET);
            }
        }

        void idle(boolean nowIdle) {
            idle = nowIdle;
        }

        /** Its client closes; whatever it rests for, it still does. */
        void leave() {
            idle = true;
            pacer.bucket(tenant).leave(transfer);
        }
    }
}
