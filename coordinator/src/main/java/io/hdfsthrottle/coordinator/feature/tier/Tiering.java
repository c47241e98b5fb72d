package io.hdfsthrottle.coordinator.feature.tier;

import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.feature.Expectation;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.NameNode;
import io.hdfsthrottle.coordinator.feature.tier.hdfs.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitors disk contention, and moves files between tiers while this coordinator leads. Each is for a thread of its own,
 * so that disks are monitored while a step waits for HDFS.
 */
final class Tiering {
    private static final Logger LOG = LoggerFactory.getLogger(Tiering.class);

    private final TierBook book;
    private final FeatureContext.Core core;
    private final Supplier<Expectation> expectation;
    private final NameNode hdfs;
    private final Map<String, Migration> migrations = new TreeMap<>();
    private volatile Quiet quiet = Quiet.UNKNOWN;
    private volatile List<TierStatus> statuses = List.of();
    private Optional<Long> restsUntil = Optional.empty();

    Tiering(TierBook book, FeatureContext.Core core, Supplier<Expectation> expectation, NameNode hdfs) {
        this.book = book;
        this.core = core;
        this.expectation = expectation;
        this.hdfs = hdfs;
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

    /** Looks whether disks are quiet. */
    void watch() {
        try {
            double seen = Quiet.contention(core.demand(), expectation.get().bytesPerSecond());
            quiet = quiet.next(seen, core.ticker().nanos(), book.settings());
        } catch (RuntimeException bug) {
            quiet = Quiet.UNKNOWN;
            throw bug;
        }
    }

    /** Moves files one step further, while this coordinator leads. */
    void move() {
        Optional<TierTable> table = book.ifOpen();
        if (table.isEmpty()) {
            migrations.clear();
            statuses = List.of();
        } else {
            goOn(table.get());
        }
    }

    private void goOn(TierTable table) {
        Map<String, Migration> before = new TreeMap<>(migrations);
        migrations.clear();
        List<TierStatus> told = new ArrayList<>();
        boolean answers = restsUntil.isEmpty() || core.ticker().nanos() - restsUntil.get() >= 0;
        for (TenantTiers tiers : table.tenants()) {
            boolean known = core.policy().now().terms(tiers.tenant()).isPresent();
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
                    answers = goOn(migration);
                }
                told.add(migration.status(quiet));
            }
        }
        statuses = List.copyOf(told);
    }

    /** Continues the migration; whether a NameNode answers. */
    private boolean goOn(Migration migration) {
        try {
            migration.go(
                    hdfs,
                    new Migration.Circumstances(
                            this::quiet, core.ticker().nanos(), core.clock().millis(), this::took));
            restsUntil = Optional.empty();
            return true;
        } catch (IOException nobody) {
            LOG.warn("Tiers go on later: {}", nobody.getMessage());
            restsUntil =
                    Optional.of(core.ticker().nanos() + book.settings().every().toNanos());
            return false;
        }
    }

    private void took(Step step) {
        LOG.debug("HDFS has been told to {}", step);
        if (migrations.containsKey(step.path())) {
            core.audit().happened(Origin.ITSELF, "tiers.told", step.path(), step.toString());
        }
    }
}
