package io.hdfsthrottle.coordinator;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.admission.Admission;
import io.hdfsthrottle.coordinator.admission.Limits;
import io.hdfsthrottle.coordinator.admission.Refusal;
import io.hdfsthrottle.coordinator.api.RestServer;
import io.hdfsthrottle.coordinator.api.Services;
import io.hdfsthrottle.coordinator.api.page.PageRoutes;
import io.hdfsthrottle.coordinator.api.revocation.RevocationRoutes;
import io.hdfsthrottle.coordinator.api.token.TokenRoutes;
import io.hdfsthrottle.coordinator.application.ApplicationBook;
import io.hdfsthrottle.coordinator.application.KeyRegister;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.application.SigningKeyFile;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.balance.BalanceSettings;
import io.hdfsthrottle.coordinator.balance.Balancer;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.election.Election;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.Features;
import io.hdfsthrottle.coordinator.grant.Balancing;
import io.hdfsthrottle.coordinator.grant.GrantBook;
import io.hdfsthrottle.coordinator.grant.Granting;
import io.hdfsthrottle.coordinator.grant.TermsRegister;
import io.hdfsthrottle.coordinator.metric.CoordinatorMetrics;
import io.hdfsthrottle.coordinator.metric.Vitals;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.plan.Score;
import io.hdfsthrottle.coordinator.plan.ScoreBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.PolicyConcern;
import io.hdfsthrottle.coordinator.state.Leadership;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SharedSettings;
import io.hdfsthrottle.coordinator.state.SnapshotStore;
import io.hdfsthrottle.coordinator.state.TermParts;
import io.hdfsthrottle.coordinator.upkeep.Upkeep;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One coordinator: stands for election, and while it leads holds the policy, admits applications, grants shares to
 * nodes and listens to them. The constructor reads as the architecture: each part is given those that it needs.
 */
public final class Coordinator implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Coordinator.class);

    /** So many DataNodes one cluster may have. */
    private static final int MOST_NODES = 10_000;

    /** A new leader hears every node, which reports each second, before it moves a weight. */
    private static final Duration RELEARNING = Duration.ofSeconds(3);

    /**
     * As long as a DataNode goes by a grant without a coordinator, unless hdfs.throttle.grant.expire.after says
     * otherwise.
     */
    private static final Duration GRANTS_EXPIRE = Duration.ofMinutes(10);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    /** So long changes of applications gather, to be kept and told together. */
    private static final Duration GATHER = Duration.ofMillis(50);

    private final CoordinatorSettings settings;
    private final CoordinatorMetrics metrics = new CoordinatorMetrics();
    private final AuditTrail audit;
    private final Election election;
    private final TermParts states = new TermParts();
    private final GrantBook grants;
    private final Balancing balancing;
    private final Features features;
    private final RestServer rest;
    private final Vitals vitals;
    private final Upkeep upkeep;
    private final ExecutorService commits = Executors.newSingleThreadExecutor(new ThreadFactoryBuilder()
            .setNameFormat("hdfs-throttle-commits")
            .setDaemon(true)
            .build());

    private Coordinator(
            CoordinatorSettings settings,
            Election election,
            Supplier<SigningKeys> keys,
            Access access,
            AuditTrail audit)
            throws IOException {
        this.settings = settings;
        this.election = election;
        this.audit = audit;
        Ticker ticker = Ticker.system();
        SnapshotStore store = election.snapshots();
        Replicated<Policy> policy = new Replicated<>(PolicyConcern.POLICY, store, (before, after) -> tellPolicy());
        ApplicationBook applications = new ApplicationBook(
                store,
                ticker,
                settings.applicationExpiry(),
                settings.limits().applicationsPerRegistrant(),
                CompletableFuture.delayedExecutor(GATHER.toMillis(), TimeUnit.MILLISECONDS, commits),
                this::tellApplications);
        NodeBook nodes = new NodeBook(ticker, settings.nodeExpiry(), MOST_NODES, Limits.reportBytes());
        Registrations registrations = new Registrations(
                settings.cluster(),
                applications,
                settings.unverifiedClaims(),
                policy::now,
                nodes::nodes,
                keys,
                election.clock(),
                settings.applicationExpiry());
        KeyRegister register = new KeyRegister(store, keys);
        SharedSettings shared = new SharedSettings(store, settings.shared(), this::tellDifferent);
        states.add(term -> {}, nodes::clear)
                .add(shared::open, shared::close)
                .add(register::open, register::close)
                .add(policy::open, policy::close)
                .add(term -> access.userTokens().open(store, term), access.userTokens()::close)
                .add(term -> access.revocations().open(store, term), access.revocations()::close)
                .add(applications::open, applications::close);
        ScoreBook scores =
                new ScoreBook(policy::ifOpen, () -> ClusterDemand.of(nodes.nodes(), none -> 0), this::tellScore);
        features = new Features(
                new FeatureContext.Core(
                        election.clock(),
                        ticker,
                        store,
                        election.announcements(keys),
                        policy,
                        nodes,
                        applications,
                        registrations,
                        scores,
                        audit,
                        access,
                        this::url,
                        settings.tls().certificate(),
                        this::weighAnew,
                        this::grantAnew),
                states,
                metrics::gauge);
        features.join(settings.features());
        grants = new GrantBook(
                new Granting(settings.cluster(), settings.unverifiedClaims()),
                policy::now,
                features::into,
                applications::application,
                MOST_NODES);
        TermsRegister terms = new TermsRegister(store);
        metrics.gauge("prediction.error", "Error of the last plan's prediction, as a part of it", scores::error);
        states.add(terms::open, terms::close)
                .add(term -> scores.clear(), scores::clear)
                .add(term -> grants.open(term.epoch()), grants::close)
                .add(
                        term -> audit.happened(Origin.ITSELF, "leadership.began", "epoch " + term.epoch(), null),
                        this::tellEnded);
        balancing = new Balancing(
                new Balancer(new BalanceSettings(RELEARNING, GRANTS_EXPIRE)),
                features::factors,
                policy,
                nodes,
                grants,
                terms,
                ticker,
                metrics::balanced);
        upkeep = new Upkeep(
                keys,
                settings.signingKeysFile(),
                access,
                audit,
                new Upkeep.Parts(
                        nodes, grants, shared, applications, registrations, register, election, scores, ticker));
        vitals = new Vitals(election, policy, applications, nodes, grants);
        rest = new RestServer(
                settings.listenAddress(),
                settings.listenPort(),
                settings.tls(),
                new Services(
                        settings.cluster(),
                        this::url,
                        election,
                        policy,
                        features::weight,
                        applications,
                        registrations,
                        grants,
                        nodes,
                        balancing::soon,
                        balancing::balance,
                        scores,
                        balancing::took,
                        register::fingerprints,
                        access,
                        audit,
                        new Admission(settings.limits(), ticker, refusal -> metrics.refused(refusal.label())),
                        features::findings,
                        Stream.concat(
                                        features.routes().stream(),
                                        Stream.of(
                                                new TokenRoutes(access.userTokens(), audit),
                                                new RevocationRoutes(access.revocations(), audit),
                                                new PageRoutes(features.routes())))
                                .toList(),
                        settings.listensOnLoopback(),
                        metrics::scrape,
                        metrics::answered));
    }

    /**
     * Starts a coordinator; it answers at once, and leads as soon as it is elected.
     *
     * @throws IOException if a file cannot be read or the port is taken; the message says which
     */
    public static Coordinator start(CoordinatorSettings settings) throws IOException {
        return start(settings, Clock.systemUTC());
    }

    /** The same on a host with that clock. */
    static Coordinator start(CoordinatorSettings settings, Clock clock) throws IOException {
        // One machine may make its own key; coordinators and nodes on several must have been given the same.
        Supplier<SigningKeys> keys = settings.listensOnLoopback()
                ? SigningKeyFile.readOrCreate(settings.signingKeysFile())
                : SigningKeyFile.read(settings.signingKeysFile());
        Election election = new Election(
                settings.zookeeper(), settings.znodes(), settings.tls().certificate(), clock);
        Access access = Access.open(
                settings.access(),
                settings.access().everybody(),
                keys,
                settings.cluster(),
                election.clock(),
                clock,
                settings.host());
        if (!settings.access().isClosed()) {
            LOG.warn(
                    "There are no credentials: every caller that reaches {} may do everything",
                    settings.listenAddress());
        } else if (!settings.listensOnLoopback() && settings.tls().certificate().isEmpty()) {
            LOG.warn(
                    "Without TLS, who sees the traffic to {} has the tokens; set tls.certificate.file and tls.key.file",
                    settings.listenAddress());
        }
        AuditTrail audit = AuditTrail.open(settings.audit(), clock, Ticker.system());
        Coordinator coordinator = new Coordinator(settings, election, keys, access, audit);
        coordinator.begin();
        return coordinator;
    }

    private void begin() throws IOException {
        rest.start();
        metrics.publish(
                vitals, Stream.of(Refusal.values()).map(Refusal::label).toList(), settings.cluster(), rest.port());
        election.start(url(), states);
        balancing.start();
        features.begin();
        upkeep.start();
    }

    /** The last part to be opened, and the first to be closed: while the grants still have their version. */
    private void tellEnded() {
        long epoch = grants.version().epoch();
        if (epoch > 0) {
            audit.happened(Origin.ITSELF, "leadership.ended", "epoch " + epoch, null);
        }
    }

    private void tellDifferent(String key, String sentence) {
        LOG.warn("{}; give all coordinators the same settings: a failover changes what is granted", sentence);
        audit.happened(Origin.ITSELF, "settings.differ", key, sentence);
    }

    private void tellScore(Score score) {
        audit.happened(Origin.ITSELF, "policy.scored", score.plan(), score.inWords());
    }

    private void tellPolicy() {
        balancing.policyChanged();
    }

    private void grantAnew() {
        grants.policyChanged();
    }

    private void weighAnew() {
        balancing.now();
    }

    private void tellApplications(Set<String> changed) {
        grants.applicationsChanged(changed);
    }

    /** Where others reach it. */
    public URI url() {
        return settings.advertised(rest.port());
    }

    /** Who leads, as far as this coordinator knows. */
    public Leadership leadership() {
        return election;
    }

    /** Waits until there is a leader, this coordinator or another one; whether there is. */
    public boolean awaitLeader(Duration patience) throws InterruptedException {
        Ticker ticker = Ticker.system();
        long deadline = ticker.nanos() + patience.toNanos();
        while (election.leader().isEmpty()) {
            if (ticker.nanos() - deadline >= 0) {
                return false;
            }
            Thread.sleep(LOOK_AGAIN.toMillis());
        }
        return true;
    }

    /** Whether it does not stand for election, because another coordinator has its URL. */
    public boolean standsAside() {
        return election.standsAside();
    }

    /** Steps down, so that another leads at once, and stops to answer. */
    @Override
    public void close() {
        // First, while this coordinator still leads: leases are given back, and a write that is interrupted ends the
        // term.
        features.close();
        upkeep.close();
        balancing.close();
        election.close();
        commits.shutdown();
        rest.close();
        metrics.close();
        audit.close();
    }
}
