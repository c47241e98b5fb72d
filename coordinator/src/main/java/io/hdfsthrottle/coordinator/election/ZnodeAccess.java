package io.hdfsthrottle.coordinator.election;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Access control of the cluster's znodes: open to all clients, or only to those that prove the identity that created
 * them. Znodes above the cluster's own path belong to all clusters and stay open. Thread-safe.
 */
final class ZnodeAccess implements ACLProvider {
    private static final Logger LOG = LoggerFactory.getLogger(ZnodeAccess.class);

    /** What proves who somebody is; {@code world} and {@code ip} do not. */
    private static final Set<String> IDENTITIES = Set.of("digest", "sasl", "x509");

    private final String root;
    private volatile boolean isClosed;

    /** Whether nothing is left to be closed that was created while it was open. */
    private volatile boolean hasFollowed;

    private ZnodeAccess(String root, boolean isClosed) {
        this.root = root;
        this.isClosed = isClosed;
        this.hasFollowed = isClosed;
    }

    static ZnodeAccess of(ZooKeeperSettings settings, String root) {
        return new ZnodeAccess(root, settings.creatorOnly());
    }

    @Override
    public List<ACL> getDefaultAcl() {
        return isClosed ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
        return path.equals(root) || path.startsWith(root + "/") ? getDefaultAcl() : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    }

    /**
     * Follows a cluster that others closed, although this coordinator's setting is open: what it creates would be the
     * only znodes that anybody may write, and what it created already is closed. Called again after a failure.
     *
     * @param epoch the path of the epoch's znode
     * @param own the paths below which every candidate creates znodes
     * @throws IllegalStateException if the cluster belongs to another identity; the message names it
     */
    void follow(CuratorFramework client, String epoch, String... own) throws Exception {
        if (hasFollowed || !(isClosed || isClosed(client, epoch))) {
            return;
        }
        if (!isClosed) {
            isClosed = true;
            LOG.warn("zookeeper.acl = open does not count: other coordinators have closed the znodes of {}", root);
        }
        for (String path : own) {
            close(client, path, epoch);
        }
        hasFollowed = true;
    }

    /**
     * Applies the wanted access to the existing znodes, so that a cluster which began without access control is closed
     * by the first leader with it. With open access nothing is done: a leader without an identity must not open what
     * another closed.
     *
     * <p>The last znode is the epoch's: if that is closed, an earlier leader closed all others, and a takeover does not
     * wait for thousands of them.
     *
     * @param epoch the path of the epoch's znode
     * @throws IllegalStateException if a znode belongs to another identity; the message names it
     */
    void secure(CuratorFramework client, String epoch) throws Exception {
        if (isClosed && !isClosed(client, epoch)) {
            close(client, root, epoch);
            guarded(epoch, () -> client.setACL().withACL(getDefaultAcl()).forPath(epoch));
        }
    }

    private static boolean isClosed(CuratorFramework client, String epoch) throws Exception {
        List<ACL> present = new ArrayList<>();
        guarded(epoch, () -> present.addAll(client.getACL().forPath(epoch)));
        return !present.isEmpty() && present.stream().noneMatch(ZnodeAccess::isOpen);
    }

    private static boolean isOpen(ACL acl) {
        return !IDENTITIES.contains(acl.getId().getScheme());
    }

    private void close(CuratorFramework client, String path, String last) throws Exception {
        guarded(path, () -> {
            client.setACL().withACL(getDefaultAcl()).forPath(path);
            for (String child : client.getChildren().forPath(path)) {
                String below = path + "/" + child;
                if (!below.equals(last)) {
                    close(client, below, last);
                }
            }
        });
    }

    /** Something that is done to a znode. */
    private interface Act {
        void run() throws Exception;
    }

    private static void guarded(String path, Act act) throws Exception {
        try {
            act.run();
        } catch (KeeperException.NoNodeException gone) {
            // of a candidate that has left meanwhile
        } catch (KeeperException.NoAuthException foreign) {
            throw new IllegalStateException(
                    "znode " + path
                            + " belongs to another identity than zookeeper.auth.file or this login; remove it, or"
                            + " give this coordinator the identity of the others",
                    foreign);
        } catch (KeeperException.InvalidACLException nobody) {
            throw new IllegalStateException(
                    "zookeeper.acl = creator takes an identity: give zookeeper.auth.file, or a login by"
                            + " java.security.auth.login.config",
                    nobody);
        }
    }
}
