package io.hdfsthrottle.fakes;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.List;

/** Volume activities with entitlements computed by the production algorithm. */
public final class Activities {

    private Activities() {}

    /**
     * A volume of this capacity on which these tenants, on the grant's terms, moved one byte each and want everything.
     */
    public static VolumeActivity of(String volume, Rate capacity, Grant grant, Tenant... tenants) {
        List<Demand> demands = new ArrayList<>();
        for (Tenant tenant : tenants) {
            demands.add(Demand.of(
                    grant.terms(tenant).weight(),
                    grant.terms(tenant).reservation(),
                    grant.terms(tenant).limit(),
                    Rate.UNLIMITED));
        }
        List<Entitlement> due = ShareAlgorithm.weightedMaxMin().divide(capacity, demands);
        List<TenantActivity> activities = new ArrayList<>();
        for (int i = 0; i < tenants.length; i++) {
            activities.add(TenantActivity.of(grant.terms(tenants[i]), due.get(i))
                    .moved(1, 1)
                    .build());
        }
        return VolumeActivity.of(volume, DiskState.configured(capacity), activities);
    }
}
