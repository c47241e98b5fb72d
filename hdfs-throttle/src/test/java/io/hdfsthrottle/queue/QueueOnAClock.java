package io.hdfsthrottle.queue;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A queue on a clock that waiting moves, without threads of its own; all that is written or read is charged. */
final class QueueOnAClock implements QueueHost {

    static final Duration LONGEST = Duration.ofSeconds(2);

    /** A waiting thread is woken when its turn comes; here it finds out by itself. */
    private static final long SOON_NANOS = 1_000_000;

    final HandSetTicker ticker = new HandSetTicker();
    final ClockParker sleeper = new ClockParker(ticker);
    final Bypass bypass = new Bypass();
    final List<Throwable> errors = new ArrayList<>();
    final VolumeQueue queue;
    Parker parker = nanos -> sleeper.park(Math.min(nanos, SOON_NANOS));
    Grant grant = Grant.NOBODY;

    /** Of a disk that is asked for no more than that. */
    QueueOnAClock(Rate capacity) {
        this.queue = new VolumeQueue(
                "DS-1", new QueueSettings(WaitLimits.of(LONGEST), Optional.of(capacity), true, 1L << 30), this);
    }

    Account account(Tenant tenant) {
        return queue.account(tenant, "", () -> Tenant.DEFAULT);
    }

    Stream writing(Tenant tenant) {
        return account(tenant).write(Optional.empty(), Long.MAX_VALUE);
    }

    @Override
    public Bypass bypass() {
        return bypass;
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    @Override
    public Parker parker() {
        return parker;
    }

    @Override
    public DeviceReads deviceReads() {
        return DeviceReads.NONE;
    }

    @Override
    public Grant grant() {
        return grant;
    }

    @Override
    public void failed(Throwable error) {
        errors.add(error);
    }
}
