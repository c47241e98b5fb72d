package io.hdfsthrottle.coordinator.rest;

import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.admission.Admission;
import io.hdfsthrottle.coordinator.app.ApplicationBook;
import io.hdfsthrottle.coordinator.app.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.balance.Balance;
import io.hdfsthrottle.coordinator.credit.CreditBook;
import io.hdfsthrottle.coordinator.election.Leadership;
import io.hdfsthrottle.coordinator.forecast.ForecastBook;
import io.hdfsthrottle.coordinator.ledger.NodeBook;
import io.hdfsthrottle.coordinator.policy.PolicyBook;
import io.hdfsthrottle.coordinator.publish.GrantBook;
import io.hdfsthrottle.coordinator.slot.SlotBook;
import io.hdfsthrottle.identity.KeyFingerprints;
import io.hdfsthrottle.identity.Tenant;
import io.javalin.config.RoutesConfig;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * What the endpoints speak for.
 *
 * @param cluster the cluster's name
 * @param self where this coordinator answers
 * @param leadership who leads
 * @param policy tenants and rules
 * @param credits who yields, boosts and has credits
 * @param slots appointments for I/O
 * @param forecasts what tenants will read and write
 * @param weight what a tenant weighs and why, for people, where that is more than its priority
 * @param applications the living applications
 * @param registrations admits applications
 * @param grants what nodes are granted
 * @param nodes what nodes report
 * @param newcomer called when a tenant comes to a disk
 * @param balance what each tenant is due in the whole cluster
 * @param balancingTook how long it took to decide that
 * @param keys the signing keys that this coordinator has
 * @param access who may do what
 * @param audit records who changed what, and who was refused
 * @param admission what one caller may take
 * @param more routes of rooms of their own
 * @param onLoopback whether only this machine reaches it
 * @param metrics the metrics as Prometheus reads them
 * @param answered told the status of every answer
 */
public record Services(
        String cluster,
        Supplier<URI> self,
        Leadership leadership,
        PolicyBook policy,
        CreditBook credits,
        SlotBook slots,
        ForecastBook forecasts,
        Function<Tenant, Optional<String>> weight,
        ApplicationBook applications,
        Registrations registrations,
        GrantBook grants,
        NodeBook nodes,
        Runnable newcomer,
        Supplier<Balance> balance,
        Supplier<Duration> balancingTook,
        Supplier<KeyFingerprints> keys,
        Access access,
        AuditTrail audit,
        Admission admission,
        List<Consumer<RoutesConfig>> more,
        boolean onLoopback,
        Supplier<String> metrics,
        IntConsumer answered) {}
