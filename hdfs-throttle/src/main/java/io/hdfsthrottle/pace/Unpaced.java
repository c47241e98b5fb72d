package io.hdfsthrottle.pace;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The law for a disk of which nothing is known and nothing can be seen: everybody goes free and is counted. */
final class Unpaced implements PaceLaw {

    private final ShareAlgorithm algorithm = ShareAlgorithm.weightedMaxMin();

    @Override
    public List<Entitlement> pace(List<TenantLoad> loads, Grant grant, DiskUse disk, long now) {
        List<Demand> demands = new ArrayList<>(loads.size());
        for (TenantLoad load : loads) {
            Terms terms = load.terms(grant);
            demands.add(Demand.of(terms.weight(), Rate.ZERO, Rate.UNLIMITED, load.rate()));
        }
        return algorithm.divide(Rate.UNLIMITED, demands);
    }

    @Override
    public Allowance newcomer(long now) {
        return Allowance.UNLIMITED;
    }

    @Override
    public Optional<Rate> capacity() {
        return Optional.empty();
    }
}
