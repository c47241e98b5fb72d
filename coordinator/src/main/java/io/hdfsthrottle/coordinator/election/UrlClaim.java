package io.hdfsthrottle.coordinator.election;

import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * The claim of a coordinator to its URL: a znode that lives as long as its session, so that of two coordinators with
 * one URL only one stands for election. It says which process it is of. For one thread.
 */
final class UrlClaim {
    private static final long NONE = 0;
    private static final int LONGEST = 200;

    private final CuratorFramework client;
    private final String folder;
    private final String process;
    private long session = NONE;

    /** @param folder the path below which the claims of all coordinators lie */
    UrlClaim(CuratorFramework client, String folder) {
        this.client = client;
        this.folder = folder;
        this.process = "process " + ProcessHandle.current().pid() + " ("
                + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ") on " + host();
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().toString();
        } catch (UnknownHostException nameless) {
            return "a host without a name";
        }
    }

    /** This process, for people. */
    String process() {
        return process;
    }

    /**
     * Claims that URL, whatever its case, unless this session has done so.
     *
     * @return the process that has claimed it; empty if it is this one
     * @throws Exception if ZooKeeper does not answer
     */
    Optional<String> otherHolder(URI url) throws Exception {
        long own = client.getZookeeperClient().getZooKeeper().getSessionId();
        if (own != NONE && own == session) {
            return Optional.empty();
        }
        String path = folder + "/" + URLEncoder.encode(url.toString().toLowerCase(Locale.ROOT), StandardCharsets.UTF_8);
        try {
            client.create()
                    .creatingParentsIfNeeded()
                    .withMode(CreateMode.EPHEMERAL)
                    .forPath(path, process.getBytes(StandardCharsets.UTF_8));
            session = client.getZookeeperClient().getZooKeeper().getSessionId();
            return Optional.empty();
        } catch (KeeperException.NodeExistsException claimed) {
            return holder(path);
        }
    }

    private Optional<String> holder(String path) throws Exception {
        Stat stat = new Stat();
        try {
            String holder = new String(client.getData().storingStatIn(stat).forPath(path), StandardCharsets.UTF_8);
            long own = client.getZookeeperClient().getZooKeeper().getSessionId();
            if (stat.getEphemeralOwner() == own) { // the answer to an earlier claim was lost
                session = own;
            }
            // Of an earlier session of this process that has not ended yet, it is claimed again later.
            return session == own || holder.equals(process) ? Optional.empty() : Optional.of(printable(holder));
        } catch (KeeperException.NoNodeException ended) {
            return Optional.of("one that has just ended");
        }
    }

    private static String printable(String holder) {
        String plain = holder.replaceAll("[^\\x20-\\x7e]", "?");
        return plain.substring(0, Math.min(plain.length(), LONGEST));
    }
}
