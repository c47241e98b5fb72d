package io.hdfsthrottle.coordinator.upkeep;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.access.Holders;
import io.hdfsthrottle.coordinator.application.ApplicationBook;
import io.hdfsthrottle.coordinator.application.KeyRegister;
import io.hdfsthrottle.coordinator.application.Registrations;
import io.hdfsthrottle.coordinator.audit.AuditTrail;
import io.hdfsthrottle.coordinator.audit.Origin;
import io.hdfsthrottle.coordinator.election.Election;
import io.hdfsthrottle.coordinator.grant.GrantBook;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.plan.ScoreBook;
import io.hdfsthrottle.coordinator.state.SharedSettings;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.unit.Ticker;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Ends what has expired, and looks at the files with keys and credentials, on a thread of its own. */
public final class Upkeep implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Upkeep.class);
    private static final int TURNS_A_MINUTE = 60;

    private final Supplier<SigningKeys> keys;
    private final Path keysFile;
    private final Access access;
    private final AuditTrail audit;
    private final Parts parts;
    private final ScheduledExecutorService thread =
            Executors.newSingleThreadScheduledExecutor(new ThreadFactoryBuilder()
                    .setNameFormat("hdfs-throttle-expiry")
                    .setDaemon(true)
                    .build());
    private SigningKeys lastKeys;
    private Holders lastHolders;
    private long turns;

    /** What is kept up. */
    public record Parts(
            NodeBook nodes,
            GrantBook grants,
            SharedSettings shared,
            ApplicationBook applications,
            Registrations registrations,
            KeyRegister register,
            Election election,
            ScoreBook scores,
            Ticker ticker) {}

    /** Nothing is done yet; the file of keys is named in the audit log. */
    public Upkeep(Supplier<SigningKeys> keys, Path keysFile, Access access, AuditTrail audit, Parts parts) {
        this.keys = keys;
        this.keysFile = keysFile;
        this.access = access;
        this.audit = audit;
        this.parts = parts;
        this.lastKeys = keys.get();
        this.lastHolders = access.holders();
    }

    public void start() {
        Future<?> unused = thread.scheduleWithFixedDelay(this::turn, 1, 1, TimeUnit.SECONDS);
    }

    private void turn() {
        try {
            audit.tellCounted();
            tellChangedKeys();
            tellChangedAccess();
            parts.nodes.expire();
            if (++turns % TURNS_A_MINUTE == 0) {
                parts.grants.keep(parts.nodes.names());
                compareSettings();
            }
            ApplicationBook.Kept kept = (before, after) ->
                    audit.application(Origin.ITSELF, before, after, parts.registrations::tenantOfIfLeading);
            CompletableFuture<?> admitted = parts.election.term().isPresent()
                    ? parts.registrations.admitWaiting(kept)
                    : CompletableFuture.completedFuture(true);
            CompletableFuture<?> unused = CompletableFuture.allOf(parts.applications.expire(kept), admitted)
                    .whenComplete((done, later) -> hasToWait(later));
            confirmKeys();
            parts.scores.turn(parts.ticker.nanos());
        } catch (RuntimeException | Error later) { // what is thrown here ends all further turns
            hasToWait(later);
        }
    }

    private void compareSettings() {
        try {
            parts.shared.compare();
        } catch (RuntimeException later) {
            LOG.warn("Settings are compared with the leader's later: {}", later.getMessage());
        }
    }

    private static void hasToWait(Throwable later) {
        if (later != null) {
            LOG.warn(
                    "Ending applications, admitting their reservations, or scoring a plan has to wait: {}",
                    later.toString());
        }
    }

    private void confirmKeys() {
        parts.election.term().ifPresent(term -> {
            try {
                parts.register.confirm();
            } catch (KeyRegister.Conflict conflict) {
                LOG.error("Leads no longer: {}", conflict.getMessage());
                parts.election.resign(term);
            }
        });
    }

    private void tellChangedKeys() {
        SigningKeys now = keys.get();
        if (!now.fingerprints().equals(lastKeys.fingerprints())) {
            audit.happened(
                    Origin.ITSELF,
                    "keys.changed",
                    keysFile.toString(),
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

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
