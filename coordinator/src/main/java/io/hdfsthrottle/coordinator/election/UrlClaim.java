package io.hdfsthrottle.coordinator.election;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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
    private static final Pattern HOLDER =
            Pattern.compile("process ([0-9]{1,9}) \\(.* at ([^ ]+ [^ ]+)", Pattern.DOTALL);
    private static final String PLACE = place();

    /** Called when the process that claimed the URL is known to be gone. */
    interface Heir {
        /**
         * Takes away what that process left.
         *
         * @throws Exception if ZooKeeper does not answer
         */
        void inherits() throws Exception;
    }

    private final CuratorFramework client;
    private final String folder;
    private final String process;
    private long session = NONE;

    /** @param folder the path below which the claims of all coordinators lie */
    UrlClaim(CuratorFramework client, String folder) {
        this.client = client;
        this.folder = folder;
        this.process = "process " + ProcessHandle.current().pid() + " ("
                + Long.toHexString(ThreadLocalRandom.current().nextLong()) + ") on " + host() + " at " + PLACE;
    }

    /** Where process ids are comparable: one start of one kernel, and one name space of them (proc(5)). */
    private static String place() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip() + " "
                    + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
        } catch (IOException | UnsupportedOperationException unknown) {
            return "?";
        }
    }

    /** Whether that process ran here and is gone, killed say: its session has not ended yet. */
    private static boolean isGone(String holder) {
        Matcher matcher = HOLDER.matcher(holder);
        if (PLACE.equals("?") || !matcher.matches() || !matcher.group(2).equals(PLACE)) {
            return false;
        }
        return ProcessHandle.of(Long.parseLong(matcher.group(1))).isEmpty();
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
     * Claims that URL, whatever its case, unless this session has done so. A claim of a process that ran here and is
     * gone does not count.
     *
     * @return the process that has claimed it; empty if it is this one
     * @throws Exception if ZooKeeper does not answer
     */
    Optional<String> otherHolder(URI url, Heir heir) throws Exception {
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
            return holder(path, heir);
        }
    }

    private Optional<String> holder(String path, Heir heir) throws Exception {
        Stat stat = new Stat();
        try {
            String holder = new String(client.getData().storingStatIn(stat).forPath(path), StandardCharsets.UTF_8);
            long own = client.getZookeeperClient().getZooKeeper().getSessionId();
            if (stat.getEphemeralOwner() == own) { // the answer to an earlier claim was lost
                session = own;
            }
            if (isGone(holder)) {
                heir.inherits();
                client.delete().withVersion(stat.getVersion()).forPath(path);
                return Optional.of(printable(holder)); // claimed with the next look
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
