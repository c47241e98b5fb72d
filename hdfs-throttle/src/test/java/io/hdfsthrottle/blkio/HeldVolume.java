package io.hdfsthrottle.blkio;

import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.List;

/** A disk of 60 MiB/s with one tenant, whose entitlement the production algorithm computes. */
final class HeldVolume {

    static final Rate CAPACITY = Rate.parse("60m");

    private Terms terms;
    private long bytes;
    private boolean backlogged;

    HeldVolume(Terms terms) {
        this.terms = terms;
    }

    /** Sets the tenant's terms. */
    HeldVolume on(Terms newTerms) {
        terms = newTerms;
        return this;
    }

    /** The tenant wants more than it gets. */
    HeldVolume backlogged() {
        backlogged = true;
        return this;
    }

    /** The tenant moves this many bytes and is backlogged no longer. */
    HeldVolume moved(long moved) {
        bytes += moved;
        backlogged = false;
        return this;
    }

    VolumeActivity activity() {
        return VolumeActivity.of("DS-1", DiskState.configured(CAPACITY), List.of(tenant()));
    }

    TenantActivity tenant() {
        Demand demand = Demand.of(terms.weight(), terms.reservation(), terms.limit(), Rate.UNLIMITED);
        Entitlement due = ShareAlgorithm.weightedMaxMin()
                .divide(CAPACITY, List.of(demand))
                .get(0);
        return TenantActivity.of(terms, due)
                .rate(backlogged ? due.due() : Rate.ZERO)
                .moved(bytes, bytes)
                .backlogged(backlogged)
                .build();
    }
}
