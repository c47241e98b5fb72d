package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.forecast.ForecastBook;
import io.hdfsthrottle.coordinator.forecast.TenantForecast;
import io.hdfsthrottle.coordinator.ledger.NodeBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.tier.Migration;
import io.hdfsthrottle.coordinator.tier.NameNode;
import io.hdfsthrottle.coordinator.tier.Quiet;
import io.hdfsthrottle.coordinator.tier.Step;
import io.hdfsthrottle.coordinator.tier.TenantTiers;
import io.hdfsthrottle.coordinator.tier.Tier;
import io.hdfsthrottle.coordinator.tier.TierBook;
import io.hdfsthrottle.coordinator.tier.TierStatus;
import io.hdfsthrottle.coordinator.tier.TierTable;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitors disk contention, and moves files between tiers while this coordinator leads. Each has a thread of its own,
 * so that disks are monitored while a step waits for HDFS.
 */
final class Tiering {
    private static final Logger LOG = LoggerFactory.getLogger(Tiering.class);
    private static final Duration PERIOD = Duration.ofSeconds(1);

    private final TierBook book;
    private final Replicated<Policy> policy;
    private final NodeBook nodes;
    private final ForecastBook forecasts;
    private final Optional<NameNode> hdfs;
    private final AuditTrail audit;
    private final Ticker ticker;
    private final Clock clock;
    private final Map<String, Migration> migrations = new TreeMap<>();
    private volatile Quiet quiet = Quiet.UNKNOWN;
    private volatile List<TierStatus> statuses = List.of();
    private Optional<Long> restsUntil = Optional.empty();

    /** @param hdfs empty while tiers are off */
    Tiering(
            TierBook book,
            Replicated<Policy> policy,
            NodeBook nodes,
            ForecastBook forecasts,
            Optional<NameNode> hdfs,
            AuditTrail audit,
            Ticker ticker,
            Clock clock) {
        this.book = book;
        this.policy = policy;
        this.nodes = nodes;
        this.forecasts = forecasts;
        this.hdfs = hdfs;
        this.audit = audit;
        this.ticker = ticker;
        this.clock = clock;
    }

    /** Starts both on this pool. */
    void start(ScheduledExecutorService threads) {
        if (hdfs.isPresent()) {
            Future<?> watching =
                    threads.scheduleWithFixedDelay(this::watch, 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
            Future<?> moving =
                    threads.scheduleWithFixedDelay(() -> go(hdfs.get()), 0, PERIOD.toMillis(), TimeUnit.MILLISECONDS);
            LOG.debug("Tiers: {} {}", watching, moving);
        }
    }

    /** Whether disks are quiet. */
    Quiet quiet() {
        return quiet;
    }

    /** The status of each tier; none while this coordinator does not lead. */
    List<TierStatus> statuses() {
        return book.ifOpen().isPresent() ? statuses : List.of();
    }

    /** Bytes that HDFS was asked to move and has not been seen to have moved. */
    long movingBytes() {
        return statuses().stream().mapToLong(TierStatus::movingBytes).sum();
    }

    /** Bytes that wait to move to slower storage. */
    long waitingBytes() {
        return statuses().stream().mapToLong(TierStatus::waitingBytes).sum();
    }

    /** Number of tiers in trouble. */
    int inTrouble() {
        return (int) statuses().stream()
                .filter(status -> status.state().equals("trouble"))
                .count();
    }

    private void watch() {
        try {
            double seen = Quiet.contention(ClusterDemand.of(nodes.nodes(), version -> 0), forecast());
            quiet = quiet.next(seen, ticker.nanos(), book.settings());
        } catch (RuntimeException bug) {
            quiet = Quiet.UNKNOWN;
            LOG.error("Whether disks are quiet is unknown; no file moves", bug);
        }
    }

    /** The forecast demand of tenants in the next seconds, weighted by how right forecasts were lately. */
    private double forecast() {
        double rate = 0;
        for (TenantForecast each : forecasts.forecasts().tenants().values()) {
            if (each.stretch() != null) {
                rate += each.stretch() * each.ofStretch().influence();
            }
        }
        return rate;
    }

    private void go(NameNode nameNode) {
        try {
            Optional<TierTable> table = book.ifOpen();
            if (table.isEmpty()) {
                migrations.clear();
                statuses = List.of();
            } else {
                goOn(table.get(), nameNode);
            }
        } catch (NotStored ending) {
            LOG.debug("The term ends while tiers go on: {}", ending.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("Tiers do not go on", bug);
        }
    }

    private void goOn(TierTable table, NameNode nameNode) {
        Map<String, Migration> before = new TreeMap<>(migrations);
        migrations.clear();
        List<TierStatus> told = new ArrayList<>();
        boolean answers = restsUntil.isEmpty() || ticker.nanos() - restsUntil.get() >= 0;
        for (TenantTiers tiers : table.tenants()) {
            boolean known = policy.now().terms(tiers.tenant()).isPresent();
            for (Tier tier : tiers.tiers()) {
                if (!known) {
                    told.add(TierStatus.unknown(tiers, tier, "there is no tenant " + tiers.tenant() + " any more"));
                    continue;
                }
                Migration last = before.get(tier.path());
                Migration migration =
                        last != null && last.isOf(tiers, tier) ? last : new Migration(tiers, tier, book.settings());
                migrations.put(tier.path(), migration);
                if (answers) {
                    answers = goOn(migration, nameNode);
                }
                told.add(migration.status(quiet));
            }
        }
        statuses = List.copyOf(told);
    }

    /** Continues the migration; whether a NameNode answers. */
    private boolean goOn(Migration migration, NameNode nameNode) {
        try {
            migration.go(
                    nameNode, new Migration.Circumstances(this::quiet, ticker.nanos(), clock.millis(), this::took));
            restsUntil = Optional.empty();
            return true;
        } catch (IOException nobody) {
            LOG.warn("Tiers go on later: {}", nobody.getMessage());
            restsUntil = Optional.of(ticker.nanos() + book.settings().every().toNanos());
            return false;
        }
    }

    private void took(Step step) {
        LOG.debug("HDFS has been told to {}", step);
        if (migrations.containsKey(step.path())) {
            audit.happened(Origin.ITSELF, "tiers.told", step.path(), step.toString());
        }
    }
}
