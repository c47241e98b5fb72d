package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.unit.Ticker;
import java.time.Duration;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.KeeperException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether this host's clock lets this coordinator lead. With a wrong one it would refuse all nodes, which sign with
 * theirs; so it leaves the lead to any other candidate, and stands only when there is none. For one thread.
 */
final class ClockGuard {
    private static final Logger LOG = LoggerFactory.getLogger(ClockGuard.class);
    private static final Duration LEARN = Duration.ofSeconds(30);

    /** Further from ZooKeeper's, a clock is wrong; what nodes sign is refused from 5 minutes on. */
    private static final Duration WRONG = Duration.ofMinutes(1);

    /** So often in turn nobody else stands before one whose clock is wrong does. */
    private static final int LOOKS_ALONE = 4;

    private final ClusterClock clock;
    private final CuratorFramework client;
    private final String candidates;
    private final Ticker ticker;
    private Duration ahead = Duration.ZERO;
    private OptionalLong learnedNanos = OptionalLong.empty();
    private int looksAlone;

    /** @param candidates the path below which each candidate has a znode */
    ClockGuard(ClusterClock clock, CuratorFramework client, String candidates, Ticker ticker) {
        this.clock = clock;
        this.client = client;
        this.candidates = candidates;
        this.ticker = ticker;
    }

    /**
     * Looks at the clock, twice a minute, and at the other candidates while it is wrong.
     *
     * @param stands whether this coordinator stands for election
     * @return whether it has to leave that to another one
     * @throws Exception if ZooKeeper does not answer
     */
    boolean standsBack(boolean stands) throws Exception {
        learn();
        int others = isWrong() ? present() - (stands ? 1 : 0) : 0;
        looksAlone = others > 0 ? 0 : isWrong() ? Math.min(looksAlone + 1, LOOKS_ALONE) : LOOKS_ALONE;
        return others > 0;
    }

    /** Whether it may stand for election, as it was last looked at. */
    boolean mayStand() {
        return looksAlone >= LOOKS_ALONE;
    }

    private void learn() throws Exception {
        if (learnedNanos.isPresent() && ticker.nanos() - learnedNanos.getAsLong() < LEARN.toNanos()) {
            return;
        }
        boolean wasWrong = isWrong();
        ahead = clock.learn(false);
        learnedNanos = OptionalLong.of(ticker.nanos());
        if (isWrong() && !wasWrong) {
            LOG.error(
                    "This host's clock is {} s ahead of ZooKeeper's (behind if below 0): this coordinator leads only if no"
                            + " other can, because nodes would be refused; set the clock right",
                    ahead.toSeconds());
        } else if (wasWrong && !isWrong()) {
            LOG.info("This host's clock agrees with ZooKeeper's again");
        }
    }

    private boolean isWrong() {
        return ahead.abs().compareTo(WRONG) > 0;
    }

    private int present() throws Exception {
        try {
            return client.getChildren().forPath(candidates).size();
        } catch (KeeperException.NoNodeException never) {
            return 0;
        }
    }
}
