package io.hdfsthrottle.coordinator.feature;

import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.application.ApplicationBook;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Ticker;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** The coordinator as a feature sees it: the parts of the core, and the places where a feature adds something. */
public interface FeatureContext {
    /**
     * The parts of the core.
     *
     * @param clock the cluster's time of day
     * @param store where states are kept
     * @param self this coordinator's URL
     * @param certificate its own, if it has one
     * @param weighAnew call it after factors of weights have changed
     * @param grantAnew call it after what a feature adds to grants has changed
     */
    record Core(
            Clock clock,
            Ticker ticker,
            SnapshotStore store,
            Replicated<Policy> policy,
            NodeBook nodes,
            ApplicationBook applications,
            Registrations registrations,
            AuditTrail audit,
            Access access,
            Supplier<URI> self,
            Optional<Path> certificate,
            Runnable weighAnew,
            Runnable grantAnew) {
        /** What nodes reported last. */
        public ClusterDemand demand() {
            return ClusterDemand.of(nodes.nodes(), version -> 0);
        }

        /** A tenant's priority; 1 for one that is not known. */
        public int priority(Tenant tenant) {
            return policy.now().priority(tenant);
        }
    }

    /** The core. */
    Core core();

    /**
     * Adds a state.
     *
     * @param open loads it when a term begins, in the order of features
     * @param close closes it when the term ends, in reverse order
     */
    void inTerm(Consumer<Term> open, Runnable close);

    /** Adds a factor of weights. */
    void weighs(Factor factor);

    /** By tenant, the factor of its weight that those of all other features make now. */
    ToDoubleFunction<Tenant> weightWithout(Factor own);

    /** Adds something to what every node is told. */
    void grants(UnaryOperator<Grant> addition);

    /** Adds routes. */
    void routes(Routes routes);

    /** Adds a metric, {@code hdfs.throttle.coordinator.<name>}. */
    void gauge(String name, String what, DoubleSupplier value);

    /**
     * Adds work to be done again and again, each on a thread of its own; it may throw, which the log tells.
     *
     * @param name what it is, for the log and the thread
     */
    void every(Duration period, String name, Runnable work);

    /** Adds what is to be ended with the coordinator, while that still leads. */
    void closes(Runnable end);

    /** Gives leases of disks to other features. */
    void lends(DiskLessor lessor);

    /** Who leases disks, if a feature does. */
    Optional<DiskLessor> lessor();

    /** Gives an expectation to other features. */
    void expects(Expectation expectation);

    /** What is expected; ask when it is needed. */
    Expectation expectation();
}
