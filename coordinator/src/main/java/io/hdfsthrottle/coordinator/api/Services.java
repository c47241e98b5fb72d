package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.admission.Admission;
import io.hdfsthrottle.coordinator.application.ApplicationBook;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.explain.Weight;
import io.hdfsthrottle.coordinator.grant.GrantBook;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.plan.ScoreBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.Leadership;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.identity.KeyFingerprints;
import io.hdfsthrottle.identity.Tenant;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * The services behind the REST endpoints.
 *
 * @param self this coordinator's URL
 * @param weight what a tenant weighs, and why
 * @param newcomer called when a tenant begins to use a disk
 * @param balance each tenant's entitlement in the whole cluster
 * @param scores the score of the plan that was applied last
 * @param balancingTook how long computing that took
 * @param admission the limits of one caller
 * @param findings how many things are not as promised
 * @param more routes of other parts
 * @param onLoopback whether only this machine reaches it
 * @param metrics the metrics as Prometheus reads them
 * @param answered receives the status of every answer
 */
public record Services(
        String cluster,
        Supplier<URI> self,
        Leadership leadership,
        Replicated<Policy> policy,
        Function<Tenant, Weight> weight,
        ApplicationBook applications,
        Registrations registrations,
        GrantBook grants,
        NodeBook nodes,
        Runnable newcomer,
        Supplier<Balance> balance,
        ScoreBook scores,
        Supplier<Duration> balancingTook,
        Supplier<KeyFingerprints> keys,
        Access access,
        AuditTrail audit,
        Admission admission,
        IntSupplier findings,
        List<Routes> more,
        boolean onLoopback,
        Supplier<String> metrics,
        IntConsumer answered) {}
