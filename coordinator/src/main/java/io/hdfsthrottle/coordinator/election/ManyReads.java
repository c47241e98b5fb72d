package io.hdfsthrottle.coordinator.election;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.CuratorEvent;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

/** Concurrent reads of many znodes: one after the other, a thousand of them would take a second. For one thread. */
final class ManyReads {
    private static final int MOST_SECONDS = 20;

    private final ConcurrentMap<String, byte[]> content = new ConcurrentHashMap<>();
    private final AtomicReference<KeeperException> trouble = new AtomicReference<>();
    private final Phaser underWay = new Phaser(1);

    /** Begins to read a znode. */
    void read(CuratorFramework client, String path, String name) throws Exception {
        underWay.register();
        client.getData()
                .inBackground((same, event) -> {
                    answered(event, name);
                    underWay.arriveAndDeregister();
                })
                .forPath(path);
    }

    private void answered(CuratorEvent event, String name) {
        Code code = Code.get(event.getResultCode());
        if (code == Code.OK) {
            content.put(name, event.getData());
        } else if (code != Code.NONODE) {
            trouble.set(KeeperException.create(code, event.getPath()));
        }
    }

    /** The contents by name, once all are read; missing znodes are left out. */
    Map<String, byte[]> all() throws KeeperException, InterruptedException, TimeoutException {
        underWay.awaitAdvanceInterruptibly(underWay.arrive(), MOST_SECONDS, TimeUnit.SECONDS);
        KeeperException unreadable = trouble.get();
        if (unreadable != null) {
            throw unreadable;
        }
        return content;
    }
}
