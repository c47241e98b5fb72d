package io.hdfsthrottle.coordinator;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.access.Holders;
import io.hdfsthrottle.coordinator.admission.Admission;
import io.hdfsthrottle.coordinator.admission.Limits;
import io.hdfsthrottle.coordinator.admission.Refusal;
import io.hdfsthrottle.coordinator.app.ApplicationBook;
import io.hdfsthrottle.coordinator.app.KeyRegister;
import io.hdfsthrottle.coordinator.app.Registrations;
import io.hdfsthrottle.coordinator.app.SigningKeyFile;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.balance.BalanceSettings;
import io.hdfsthrottle.coordinator.balance.Balancer;
import io.hdfsthrottle.coordinator.credit.CreditBook;
import io.hdfsthrottle.coordinator.disk.LeaseBook;
import io.hdfsthrottle.coordinator.election.Election;
import io.hdfsthrottle.coordinator.forecast.ForecastBook;
import io.hdfsthrottle.coordinator.history.HistoryBook;
import io.hdfsthrottle.coordinator.ledger.NodeBook;
import io.hdfsthrottle.coordinator.metrics.CoordinatorMetrics;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.PolicyConcern;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.publish.GrantBook;
import io.hdfsthrottle.coordinator.publish.Granting;
import io.hdfsthrottle.coordinator.publish.TermsRegister;
import io.hdfsthrottle.coordinator.rest.RestServer;
import io.hdfsthrottle.coordinator.rest.Services;
import io.hdfsthrottle.coordinator.rest.launch.LaunchRoutes;
import io.hdfsthrottle.coordinator.rest.lease.LeaseRoutes;
import io.hdfsthrottle.coordinator.rest.page.PageRoutes;
import io.hdfsthrottle.coordinator.rest.tier.TierRoutes;
import io.hdfsthrottle.coordinator.rest.token.TokenRoutes;
import io.hdfsthrottle.coordinator.slot.Load;
import io.hdfsthrottle.coordinator.slot.SlotBook;
import io.hdfsthrottle.coordinator.state.Leadership;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.SharedSettings;
import io.hdfsthrottle.coordinator.tier.NameNode;
import io.hdfsthrottle.coordinator.tier.TierBook;
import io.hdfsthrottle.coordinator.tier.TierSettings;
import io.hdfsthrottle.coordinator.webhdfs.WebHdfs;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
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

    private static final int EXPIRIES_A_MINUTE = 60;

    /** A new leader hears every node, which reports each second, before it moves a weight. */
    private static final Duration RELEARNING = Duration.ofSeconds(3);

    /**
     * As long as a DataNode goes by a grant without a coordinator, unless hdfs.throttle.grant.expire.after says
     * otherwise.
     */
    private static final Duration GRANTS_EXPIRE = Duration.ofMinutes(10);

    /**
     * So often it is looked at who yields, and whose appointment begins: no slice of a second is left out, and each
     * counts once.
     */
    private static final Duration COUNT_SLICES = Duration.ofMillis(250);

    private static final Duration LOOK_AGAIN = Duration.ofMillis(20);

    /** So long changes of applications gather, to be kept and told together. */
    private static final Duration GATHER = Duration.ofMillis(50);

    private final CoordinatorSettings settings;
    private final CoordinatorMetrics metrics;
    private final Election election;
    private final TermBooks reign;
    private final AuditTrail audit;
    private final Registrations registrations;
    private final Supplier<SigningKeys> keys;
    private final RestServer rest;
    private final ScheduledExecutorService seconds;
    private final ScheduledExecutorService balancer;
    private final Balancing balancing;
    private final Weighing weighing;
    private final Leasing leasing;
    private final Launching launching;
    private final Tiering tiering;
    private final ScheduledExecutorService tiers;
    private final ScheduledExecutorService slices;
    private final ScheduledExecutorService forecasting;
    private final Access access;
    private final ExecutorService commits;
    private final SharedSettings shared;
    private SigningKeys lastKeys;
    private Holders lastHolders;
    private long expiries;

    private Coordinator(CoordinatorSettings settings, Supplier<SigningKeys> keys, Access access, AuditTrail audit)
            throws IOException {
        this.settings = settings;
        this.keys = keys;
        this.audit = audit;
        this.access = access;
        this.lastKeys = keys.get();
        this.lastHolders = access.holders();
        Ticker ticker = Ticker.system();
        metrics = new CoordinatorMetrics();
        election = new Election(settings.zookeeper(), settings.znodes(), Clock.systemUTC());
        Clock clock = election.clock();
        Replicated<Policy> policy =
                new Replicated<>(PolicyConcern.POLICY, election.snapshots(), (before, after) -> tellPolicy());
        commits = Executors.newSingleThreadExecutor(daemon("hdfs-throttle-commits"));
        ApplicationBook applications = new ApplicationBook(
                election.snapshots(),
                ticker,
                settings.applicationExpiry(),
                settings.limits().applicationsPerRegistrant(),
                CompletableFuture.delayedExecutor(GATHER.toMillis(), TimeUnit.MILLISECONDS, commits),
                this::tellApplications);
        NodeBook nodes = new NodeBook(ticker, settings.nodeExpiry(), MOST_NODES, Limits.reportBytes());
        LeaseBook leases = new LeaseBook(
                settings.lease(),
                election.snapshots(),
                clock,
                nodes::nodes,
                tenant -> priority(policy, tenant),
                this::tellLeases);
        GrantBook grants = new GrantBook(
                new Granting(settings.cluster(), settings.unverifiedClaims()),
                policy::now,
                leases::into,
                applications::application,
                MOST_NODES);
        TermsRegister terms = new TermsRegister(election.snapshots());
        HistoryBook history = new HistoryBook(settings.history(), election.snapshots(), clock);
        CreditBook credits = new CreditBook(settings.credit(), election.snapshots(), clock, this::weighAnew);
        SlotBook slots = new SlotBook(settings.slot(), election.snapshots(), clock, this::load, this::weighAnew);
        ForecastBook forecasts = new ForecastBook(settings.forecast());
        leasing = new Leasing(leases, audit);
        launching = Launching.open(
                settings.launch(),
                Launching.identities(access, this::url, settings.tls().certificate()),
                leases,
                clock,
                audit);
        TierBook tierBook = new TierBook(settings.tier(), election.snapshots());
        tiering = new Tiering(tierBook, policy, nodes, forecasts, hdfs(settings.tier()), audit, ticker, clock);
        tiers = Executors.newScheduledThreadPool(2, daemon("hdfs-throttle-tiers-%d"));
        weighing = new Weighing(history, credits, slots, forecasts, policy, nodes, ticker);
        slices = Executors.newSingleThreadScheduledExecutor(daemon("hdfs-throttle-slices"));
        forecasting = Executors.newSingleThreadScheduledExecutor(daemon("hdfs-throttle-forecast"));
        balancer = Executors.newSingleThreadScheduledExecutor(daemon("hdfs-throttle-balance"));
        balancing = new Balancing(
                new Balancer(new BalanceSettings(RELEARNING, GRANTS_EXPIRE)),
                weighing,
                policy,
                nodes,
                grants,
                terms,
                ticker,
                balancer,
                metrics::balanced);
        KeyRegister register = new KeyRegister(election.snapshots(), keys);
        shared = new SharedSettings(election.snapshots(), settings.shared(), this::tellDifferent);
        reign = new TermBooks(
                shared,
                register,
                policy,
                history,
                credits,
                slots,
                forecasts,
                leases,
                tierBook,
                applications,
                terms,
                grants,
                nodes,
                audit,
                access.userTokens(),
                election.snapshots());
        registrations = new Registrations(
                settings.cluster(),
                applications,
                settings.unverifiedClaims(),
                policy::now,
                nodes::nodes,
                keys,
                clock,
                settings.applicationExpiry());
        rest = new RestServer(
                settings.listenAddress(),
                settings.listenPort(),
                settings.tls(),
                new Services(
                        settings.cluster(),
                        this::url,
                        election,
                        policy,
                        credits,
                        slots,
                        forecasts,
                        weighing::line,
                        applications,
                        registrations,
                        grants,
                        nodes,
                        balancing::soon,
                        balancing::balance,
                        balancing::took,
                        register::fingerprints,
                        access,
                        audit,
                        new Admission(settings.limits(), ticker, refusal -> metrics.refused(refusal.label())),
                        List.of(
                                new LeaseRoutes(leases, registrations::tenantOf, audit),
                                new LaunchRoutes(launching.book(), registrations::tenantOf, audit),
                                new TokenRoutes(access.userTokens(), audit),
                                new TierRoutes(tierBook, policy::now, tiering::quiet, tiering::statuses, audit),
                                new PageRoutes()),
                        settings.listensOnLoopback(),
                        metrics::scrape,
                        metrics::answered));
        seconds = Executors.newSingleThreadScheduledExecutor(daemon("hdfs-throttle-expiry"));
    }

    private static Optional<NameNode> hdfs(TierSettings settings) throws IOException {
        return settings.on() ? Optional.of(WebHdfs.of(settings)) : Optional.empty();
    }

    private static ThreadFactory daemon(String name) {
        return new ThreadFactoryBuilder().setNameFormat(name).setDaemon(true).build();
    }

    /**
     * Starts a coordinator; it answers at once, and leads as soon as it is elected.
     *
     * @throws IOException if a file cannot be read or the port is taken; the message says which
     */
    public static Coordinator start(CoordinatorSettings settings) throws IOException {
        // One machine may make its own key; coordinators and nodes on several must have been given the same.
        Supplier<SigningKeys> keys = settings.listensOnLoopback()
                ? SigningKeyFile.readOrCreate(settings.signingKeysFile())
                : SigningKeyFile.read(settings.signingKeysFile());
        Access access = Access.open(
                settings.access(),
                settings.access().everybody(),
                keys,
                settings.cluster(),
                Clock.systemUTC(),
                settings.host());
        if (!settings.access().isClosed()) {
            LOG.warn(
                    "There are no credentials: every caller that reaches {} may do everything",
                    settings.listenAddress());
        }
        AuditTrail audit = AuditTrail.open(settings.audit(), Clock.systemUTC(), Ticker.system());
        Coordinator coordinator = new Coordinator(settings, keys, access, audit);
        coordinator.begin();
        return coordinator;
    }

    private void begin() throws IOException {
        rest.start();
        metrics.publish(
                new BookMetrics(election, reign, tiering),
                Stream.of(Refusal.values()).map(Refusal::label).toList(),
                settings.cluster(),
                rest.port());
        election.start(url(), reign);
        balancing.start();
        launching.begin();
        Future<?> unused = seconds.scheduleWithFixedDelay(this::expire, 1, 1, TimeUnit.SECONDS);
        if (settings.credit().on()) {
            eachSlice(weighing::count);
        }
        if (settings.slot().on()) {
            eachSlice(() -> weighing.goOn(this::isAlive));
        }
        tiering.start(tiers);
        if (settings.forecast().on()) {
            Future<?> learning = forecasting.scheduleWithFixedDelay(weighing::learn, 1, 1, TimeUnit.SECONDS);
            LOG.debug("Forecasts: {}", learning);
        }
    }

    private void eachSlice(Runnable what) {
        Future<?> unused = slices.scheduleWithFixedDelay(
                what, COUNT_SLICES.toMillis(), COUNT_SLICES.toMillis(), TimeUnit.MILLISECONDS);
    }

    private boolean isAlive(String application) {
        return reign.applications().application(application).isPresent();
    }

    private Load load() {
        return weighing.load();
    }

    private static int priority(Replicated<Policy> policy, Tenant tenant) {
        return policy.now().terms(tenant).map(TenantTerms::priority).orElse(1);
    }

    private void tellDifferent(String key, String sentence) {
        LOG.warn("{}; give all coordinators the same settings: a failover changes what is granted", sentence);
        audit.happened(Origin.ITSELF, "settings.differ", key, sentence);
    }

    private void tellPolicy() {
        balancing.policyChanged();
    }

    private void tellLeases() {
        reign.grants().policyChanged();
    }

    private void weighAnew() {
        balancing.now();
    }

    private void tellApplications(Set<String> changed) {
        reign.grants().applicationsChanged(changed);
    }

    private void expire() {
        try {
            audit.tellCounted();
            tellChangedKeys();
            tellChangedAccess();
            reign.nodes().expire();
            leasing.tick();
            if (++expiries % EXPIRIES_A_MINUTE == 0) {
                reign.grants().keep(reign.nodes().names());
                compareSettings();
            }
            ApplicationBook.Kept kept = (before, after) ->
                    audit.application(Origin.ITSELF, before, after, registrations::tenantOfIfLeading);
            CompletableFuture<?> unused = CompletableFuture.allOf(
                            reign.applications().expire(kept), admitWaiting(kept))
                    .whenComplete((done, later) -> hasToWait(later));
            confirmKeys();
        } catch (RuntimeException later) {
            hasToWait(later);
        }
    }

    private void compareSettings() {
        try {
            shared.compare();
        } catch (RuntimeException later) {
            LOG.warn("Settings are compared with the leader's later: {}", later.getMessage());
        }
    }

    private CompletableFuture<?> admitWaiting(ApplicationBook.Kept kept) {
        return election.term().isPresent() ? registrations.admitWaiting(kept) : CompletableFuture.completedFuture(true);
    }

    private static void hasToWait(Throwable later) {
        if (later != null) {
            LOG.warn("Ending applications, or admitting their reservations, has to wait: {}", later.toString());
        }
    }

    private void confirmKeys() {
        election.term().ifPresent(term -> {
            try {
                reign.keys().confirm();
            } catch (KeyRegister.Conflict conflict) {
                LOG.error("Leads no longer: {}", conflict.getMessage());
                election.resign(term);
            }
        });
    }

    private void tellChangedKeys() {
        SigningKeys now = keys.get();
        if (!now.fingerprints().equals(lastKeys.fingerprints())) {
            audit.happened(
                    Origin.ITSELF,
                    "keys.changed",
                    settings.signingKeysFile().toString(),
                    lastKeys.fingerprints() + " to " + now.fingerprints());
            lastKeys = now;
        }
    }

    private void tellChangedAccess() {
        Holders now = access.holders();
        now.changeFrom(lastHolders)
                .ifPresent(change -> audit.happened(Origin.ITSELF, "access.changed", "credentials", change));
        lastHolders = now;
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
        launching.close();
        seconds.shutdownNow();
        slices.shutdownNow();
        forecasting.shutdownNow();
        balancer.shutdownNow();
        tiers.shutdownNow();
        election.close();
        commits.shutdown();
        rest.close();
        metrics.close();
        audit.close();
    }
}
