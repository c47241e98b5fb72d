package io.hdfsthrottle.layer;

import io.hdfsthrottle.fakes.ClockParker;
import io.hdfsthrottle.fakes.HandSetTicker;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.TenantRules;
import io.hdfsthrottle.pace.Gate;
import io.hdfsthrottle.pace.PacingLimits;
import io.hdfsthrottle.pace.TenantPace;
import io.hdfsthrottle.pace.VolumePacer;
import io.hdfsthrottle.unit.Rate;
import java.time.Duration;
import java.util.List;

/** The production pacer of a disk of 60 MiB/s with one tenant, a tick after that moved something. */
final class HeldVolume {

    static final Rate CAPACITY = Rate.parse("60m");

    private final HandSetTicker ticker = new HandSetTicker();
    private final VolumePacer pacer = VolumePacer.ofCapacity(
            "DS-1", CAPACITY, PacingLimits.of(Duration.ofSeconds(2)), new Gate(), ticker, new ClockParker(ticker));
    private Terms terms;

    HeldVolume(Terms terms) {
        this.terms = terms;
    }

    /** On those terms from the next tick on. */
    HeldVolume on(Terms newTerms) {
        terms = newTerms;
        return this;
    }

    /** The tenant wants more than it gets. */
    HeldVolume backlogged() {
        return moved(64 << 20);
    }

    /** The tenant moves so much and a tick passes. */
    HeldVolume moved(long bytes) {
        pacer.bucket(terms.tenant()).pace(bytes);
        ticker.advance(Duration.ofMillis(50));
        pacer.tick(Grant.of("c", GrantVersion.of(1, 1), Tenant.DEFAULT, List.of(terms), TenantRules.NONE, List.of()));
        return this;
    }

    VolumePacer pacer() {
        return pacer;
    }

    TenantPace pace() {
        return pacer.paces().get(0);
    }
}
