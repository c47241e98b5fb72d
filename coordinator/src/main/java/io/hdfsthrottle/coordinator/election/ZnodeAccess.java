package io.hdfsthrottle.coordinator.election;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/**
 * Access control of the cluster's znodes: open to all clients, or only to those that prove the identity that created
 * them. Znodes above the cluster's own path belong to all clusters and stay open.
 */
final class ZnodeAccess implements ACLProvider {
    /** What proves who somebody is; {@code world} and {@code ip} do not. */
    private static final Set<String> IDENTITIES = Set.of("digest", "sasl", "x509");

    private final String root;
    private final List<ACL> wanted;

    private ZnodeAccess(String root, List<ACL> wanted) {
        this.root = root;
        this.wanted = wanted;
    }

    static ZnodeAccess of(ZooKeeperSettings settings, String root) {
        return new ZnodeAccess(
                root, settings.creatorOnly() ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE);
    }

    @Override
    public List<ACL> getDefaultAcl() {
        return wanted;
    }

    @Override
    public List<ACL> getAclForPath(String path) {
        return path.equals(root) || path.startsWith(root + "/") ? wanted : ZooDefs.Ids.OPEN_ACL_UNSAFE;
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
        if (wanted.equals(ZooDefs.Ids.CREATOR_ALL_ACL)) {
            List<ACL> present = new ArrayList<>();
            guarded(epoch, () -> present.addAll(client.getACL().forPath(epoch)));
            if (present.isEmpty() || present.stream().anyMatch(ZnodeAccess::isOpen)) {
                close(client, root, epoch);
                guarded(epoch, () -> client.setACL().withACL(wanted).forPath(epoch));
            }
        }
    }

    private static boolean isOpen(ACL acl) {
        return !IDENTITIES.contains(acl.getId().getScheme());
    }

    private void close(CuratorFramework client, String path, String last) throws Exception {
        guarded(path, () -> {
            client.setACL().withACL(wanted).forPath(path);
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
