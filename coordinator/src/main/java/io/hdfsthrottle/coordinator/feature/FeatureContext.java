package io.hdfsthrottle.coordinator.feature;

import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.application.ApplicationBook;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.plan.ScoreBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.Announcements;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.Term;
import io.hdfsthrottle.coordinator.state.TermParts;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Ticker;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;

/** The coordinator as a feature sees it: the parts of the core, and the places where a feature adds something. */
public final class FeatureContext {
    final Weighing weighing = new Weighing();
    final List<UnaryOperator<Grant>> additions = new ArrayList<>();
    final List<Routes> routes = new ArrayList<>();
    final List<Chore> chores = new ArrayList<>();
    final List<Runnable> ends = new ArrayList<>();
    IntSupplier lasting = () -> 0;

    private final List<Supplier<List<Finding>>> finders = new CopyOnWriteArrayList<>();
    private final Core core;
    private final TermParts states;
    private final Gauges gauges;
    private Optional<DiskLessor> lessor = Optional.empty();
    private Expectation expectation = Expectation.NONE;

    /**
     * The parts of the core.
     *
     * @param clock the cluster's time of day
     * @param store where states are kept
     * @param announcements what coordinators tell each other, whoever leads
     * @param scores the score of the plan that was applied last
     * @param self this coordinator's URL
     * @param certificate its own, if it has one
     * @param weighAnew call it after factors of weights have changed
     * @param grantAnew call it after what a feature adds to grants has changed
     */
    public record Core(
            Clock clock,
            Ticker ticker,
            SnapshotStore store,
            Announcements announcements,
            Replicated<Policy> policy,
            NodeBook nodes,
            ApplicationBook applications,
            Registrations registrations,
            ScoreBook scores,
            AuditTrail audit,
            Access access,
            Supplier<URI> self,
            Optional<Path> certificate,
            Runnable weighAnew,
            Runnable grantAnew) {
        public ClusterDemand demand() {
            return ClusterDemand.of(nodes.nodes(), version -> 0);
        }

        /** A tenant's priority; 1 for one that is not known. */
        public int priority(Tenant tenant) {
            return policy.now().priority(tenant);
        }
    }

    /** Publishes metrics. */
    @FunctionalInterface
    public interface Gauges {
        /** Publishes one, {@code hdfs.throttle.coordinator.<name>}, with these labels. */
        void add(String name, Map<String, String> labels, String what, DoubleSupplier value);
    }

    record Chore(Duration period, String name, Runnable work) {}

    FeatureContext(Core core, TermParts states, Gauges gauges) {
        this.core = core;
        this.states = states;
        this.gauges = gauges;
    }

    public Core core() {
        return core;
    }

    /**
     * Adds a state.
     *
     * @param open loads it when a term begins, in the order of features
     * @param close closes it when the term ends, in reverse order
     */
    public void inTerm(Consumer<Term> open, Runnable close) {
        states.add(open, close);
    }

    public void weighs(Factor factor) {
        weighing.add(factor);
    }

    /** By tenant, the factor of its weight that those of all other features make now. */
    public ToDoubleFunction<Tenant> weightWithout(Factor own) {
        return weighing.without(own, core.ticker().nanos())::of;
    }

    /** The factors of weights that all features make now. */
    public Factors factors() {
        return weighing.now(core.ticker().nanos());
    }

    /** Adds something to what every node is told. */
    public void grants(UnaryOperator<Grant> addition) {
        additions.add(addition);
    }

    public void routes(Routes more) {
        routes.add(more);
    }

    /** Adds a metric, {@code hdfs.throttle.coordinator.<name>}. */
    public void gauge(String name, String what, DoubleSupplier value) {
        gauge(name, Map.of(), what, value);
    }

    /** The same with labels: their values are few, and known beforehand. */
    public void gauge(String name, Map<String, String> labels, String what, DoubleSupplier value) {
        gauges.add(name, labels, what, value);
    }

    /** Adds what is found not to be as promised; asked about once a second. */
    public void finds(Supplier<List<Finding>> more) {
        finders.add(more);
    }

    /** What all features find now. */
    public List<Finding> findings() {
        return finders.stream().flatMap(finder -> finder.get().stream()).toList();
    }

    /** Says how many findings there are, once they have lasted. */
    public void tellsFindings(IntSupplier count) {
        lasting = count;
    }

    /**
     * Adds work to be done again and again, each on a thread of its own; it may throw, which the log tells.
     *
     * @param name what it is, for the log and the thread
     */
    public void every(Duration period, String name, Runnable work) {
        chores.add(new Chore(period, name, work));
    }

    /** Adds what is to be ended with the coordinator, while that still leads. */
    public void closes(Runnable end) {
        ends.add(end);
    }

    /** Gives leases of disks to other features. */
    public void lends(DiskLessor lender) {
        lessor = Optional.of(lender);
    }

    /** Who leases disks, if a feature does. */
    public Optional<DiskLessor> lessor() {
        return lessor;
    }

    /** Gives an expectation to other features. */
    public void expects(Expectation expected) {
        expectation = expected;
    }

    /** What is expected; ask when it is needed. */
    public Expectation expectation() {
        return expectation;
    }
}
