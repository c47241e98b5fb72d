package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.state.Announcements;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.NotStored.Reason;
import io.hdfsthrottle.identity.SigningKeys;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.data.Stat;

/**
 * Announcements as ephemeral znodes, {@code <root>/announced/<topic>/<session>}: three lines or more, a seal, the URL
 * and the text. The seal covers the session, which must own the znode: nobody tells again what another one told.
 */
final class SessionAnnouncements implements Announcements {
    private static final String PURPOSE = "announcement";
    private static final int MOST = 64;

    private final CuratorFramework client;
    private final String folder;
    private final Supplier<URI> self;
    private final Supplier<SigningKeys> keys;

    /** By topic. */
    private final Map<String, Told> told = new ConcurrentHashMap<>();

    private record Told(long session, String written) {}

    /** @param self this coordinator's URL */
    SessionAnnouncements(CuratorFramework client, String folder, Supplier<URI> self, Supplier<SigningKeys> keys) {
        this.client = client;
        this.folder = folder + "/";
        this.self = self;
        this.keys = keys;
    }

    @Override
    public void announce(String topic, String text) {
        try {
            boolean unused = client.getZookeeperClient().blockUntilConnectedOrTimedOut(); // it has no session before
            long session = client.getZookeeperClient().getZooKeeper().getSessionId();
            String url = self.get().toString();
            String seal = keys.get().sealed(PURPOSE, topic, Long.toHexString(session), url, text);
            Told now = new Told(session, seal + "\n" + url + "\n" + text);
            if (!now.equals(told.get(topic))) {
                write(
                        folder + topic + "/" + Long.toHexString(session),
                        now.written().getBytes(StandardCharsets.UTF_8));
                told.put(topic, now);
            }
        } catch (Exception unable) {
            throw unable(topic, unable);
        }
    }

    private void write(String path, byte[] written) throws Exception {
        if (written.length > LARGEST_BYTES) {
            throw new NotStored(Reason.TOO_LARGE, written.length + " bytes, of at most " + LARGEST_BYTES);
        }
        try {
            client.setData().forPath(path, written);
        } catch (KeeperException.NoNodeException first) {
            client.create()
                    .creatingParentsIfNeeded()
                    .withMode(CreateMode.EPHEMERAL)
                    .forPath(path, written);
        }
    }

    @Override
    public List<Announcement> ofOthers(String topic) {
        try {
            List<Announcement> others = new ArrayList<>();
            for (String name : names(topic)) {
                read(topic, name)
                        .filter(each -> !each.coordinator().equals(self.get()) && others.size() < MOST)
                        .ifPresent(others::add);
            }
            return others;
        } catch (Exception unable) {
            throw unable(topic, unable);
        }
    }

    private List<String> names(String topic) throws Exception {
        try {
            return client.getChildren().forPath(folder + topic);
        } catch (KeeperException.NoNodeException never) {
            return List.of();
        }
    }

    private Optional<Announcement> read(String topic, String session) throws Exception {
        Stat stat = new Stat();
        try {
            byte[] data = client.getData().storingStatIn(stat).forPath(folder + topic + "/" + session);
            String[] parts = new String(data, StandardCharsets.UTF_8).split("\n", 3);
            boolean isTrue = parts.length == 3
                    && Long.toHexString(stat.getEphemeralOwner()).equals(session)
                    && keys.get().isSealed(parts[0], PURPOSE, topic, session, parts[1], parts[2]);
            return isTrue ? Optional.of(new Announcement(URI.create(parts[1]), parts[2])) : Optional.empty();
        } catch (KeeperException.NoNodeException | KeeperException.NoAuthException | IllegalArgumentException strange) {
            return Optional.empty();
        }
    }

    private static NotStored unable(String topic, Exception trouble) {
        if (trouble instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return trouble instanceof NotStored refused
                ? refused
                : new NotStored(Reason.OUTCOME_UNKNOWN, "coordinators cannot tell each other their " + topic, trouble);
    }
}
