package io.hdfsthrottle.coordinator.election;

import java.util.List;
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
     * @throws IllegalStateException if a znode belongs to another identity; the message names it
     */
    void secure(CuratorFramework client) throws Exception {
        if (wanted.equals(ZooDefs.Ids.CREATOR_ALL_ACL)) {
            secure(client, root);
        }
    }

    private void secure(CuratorFramework client, String path) throws Exception {
        try {
            client.setACL().withACL(wanted).forPath(path);
            for (String child : client.getChildren().forPath(path)) {
                secure(client, path + "/" + child);
            }
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
