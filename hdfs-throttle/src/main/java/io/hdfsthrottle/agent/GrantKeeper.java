package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.ApplicationUpdate;
import io.hdfsthrottle.grant.GrantFile;
import io.hdfsthrottle.grant.GrantPart;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantStore;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.link.CoordinatorLink;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for grant updates from the coordinator, passes them to the store and persists them on disk. Runs on one thread.
 */
final class GrantKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(GrantKeeper.class);

    /** How long the coordinator may hold a long poll open. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Pause between two polls without errors: none, because the coordinator holds each open. */
    private static final Duration NO_PAUSE = Duration.ZERO;

    /** An answer without news that comes sooner than this was not held open, and the next would come as soon. */
    private static final Duration IMPATIENT = Duration.ofMillis(500);

    /** Pause between two polls after an error: short, so that a returning coordinator is noticed at once. */
    private static final Duration PAUSE_AFTER_TROUBLE = Duration.ofMillis(500);

    /** Known applications are persisted no more often: a restart without a coordinator is rare. */
    private static final Duration KEEP_PERIOD = Duration.ofSeconds(10);

    private final String node;
    private final String cluster;
    private final CoordinatorLink link;
    private final GrantStore grants;
    private final GrantFile file;
    private final Ticker ticker;
    private final ApplicationFinder finder;
    private final Runnable whenNew;
    private int written = -1;
    private long writtenNanos;
    private GrantVersion writtenVersion = GrantVersion.NONE;
    private boolean connected = true;
    private boolean agreed = true;
    private boolean kept = true;

    private GrantKeeper(
            String node,
            String cluster,
            CoordinatorLink link,
            GrantStore grants,
            GrantFile file,
            Ticker ticker,
            ApplicationFinder finder,
            Runnable whenNew) {
        this.node = node;
        this.cluster = cluster;
        this.link = link;
        this.grants = grants;
        this.file = file;
        this.ticker = ticker;
        this.finder = finder;
        this.whenNew = whenNew;
    }

    /** @param whenNew run at once when a new grant takes effect, so that no thread waits for the next tick */
    static Heartbeat start(
            String node,
            String cluster,
            CoordinatorLink link,
            GrantStore grants,
            GrantFile file,
            Ticker ticker,
            ApplicationFinder finder,
            Runnable whenNew,
            HostGuard guard) {
        GrantKeeper keeper = new GrantKeeper(node, cluster, link, grants, file, ticker, finder, whenNew);
        return Heartbeat.start("hdfs-throttle-grants", keeper::keep, guard);
    }

    private Duration keep() throws InterruptedException {
        long asked = ticker.nanos();
        try {
            Optional<GrantUpdate> news = link.awaitGrant(node, grants.position(), PATIENCE);
            if (!connected) {
                connected = true;
                LOG.info("A coordinator answers again");
            }
            if (news.isPresent()) {
                return take(news.get());
            }
            grants.confirm();
            keepIfDue();
            return ticker.nanos() - asked < IMPATIENT.toNanos() ? PAUSE_AFTER_TROUBLE : NO_PAUSE;
        } catch (LinkException trouble) {
            if (connected) {
                connected = false;
                LOG.warn(
                        "No coordinator: {}. Shares stay as last granted ({}); I/O is served as before",
                        trouble.getMessage(),
                        grants.freshness());
            }
            return PAUSE_AFTER_TROUBLE;
        }
    }

    private Duration take(GrantUpdate news) {
        GrantPosition before = grants.position();
        Optional<Set<GrantPart>> changed = news.cluster().equals(cluster) ? grants.accept(news) : Optional.empty();
        if (changed.isEmpty()) {
            if (agreed) { // once, not twice a second
                agreed = false;
                LOG.warn("Refused {}: this node is of cluster {} and holds {}", news, cluster, grants.version());
            }
            return PAUSE_AFTER_TROUBLE;
        }
        agreed = true;
        news.applications().ifPresent(this::take);
        if (changed.get().contains(GrantPart.ASSIGNMENT)) {
            finder.askAgain();
        }
        if (changed.get().contains(GrantPart.POLICY)) {
            log(news, before.policy());
        }
        if (!changed.get().isEmpty()) {
            whenNew.run();
        }
        keepIfDue();
        boolean told = changed.get().isEmpty()
                && news.applications().map(ApplicationUpdate::sequence).orElse(0L) <= before.applications();
        return told ? PAUSE_AFTER_TROUBLE : NO_PAUSE; // news that was already confirmed: it would be resent at once
    }

    private void take(ApplicationUpdate news) {
        finder.areKnown(news.living());
        if (news.again()) {
            finder.askAgain();
        }
    }

    private void log(GrantUpdate news, GrantVersion before) {
        if (grants.version().compareTo(before) < 0) {
            LOG.warn("Goes by {}, older than {}, which expired: the coordinators' epoch was reset", news, before);
        } else {
            LOG.info("Goes by {}", grants.effective());
        }
    }

    /**
     * A new policy is persisted at once, other changes periodically; terms alone are persisted with the next of either.
     */
    private void keepIfDue() {
        int newest = grants.arrivals();
        boolean policy = !grants.version().equals(writtenVersion);
        if (!policy && (newest == written || ticker.nanos() - writtenNanos < KEEP_PERIOD.toNanos())) {
            return;
        }
        written = newest;
        writtenNanos = ticker.nanos();
        writtenVersion = grants.version();
        try {
            file.write(grants.held());
            kept = true;
        } catch (IOException notKept) {
            if (kept) {
                kept = false;
                LOG.warn(
                        "The grant cannot be kept in {}, so a restart would not know it: {}", file, notKept.toString());
            }
        }
    }
}
