package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.NodeKey;
import io.hdfsthrottle.secret.SecretFile;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.UsageReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This node's key, read again when its file changes. A node without a configured file accepts any tag of a living
 * application; one whose file cannot be used accepts none until it can, and goes on pacing. Thread-safe.
 */
final class NodeKeys {

    private static final Logger LOG = LoggerFactory.getLogger(NodeKeys.class);

    /** Tags that are known to be valid: an application has one, and opens many streams. About 1 MB. */
    private static final int MOST_VERIFIED = 4_096;

    private final Optional<Path> path;
    private final Ticker ticker;
    private volatile SecretFile<NodeKey> file;
    private volatile long triedNanos;
    private volatile Verified verified = new Verified(null);

    /** The tags that one version of the key has verified, each with what it was verified for. */
    private static final class Verified {
        private final NodeKey by;
        private final Map<AppTag, GrantedApplication> tags = new ConcurrentHashMap<>();

        Verified(NodeKey by) {
            this.by = by;
        }
    }

    private NodeKeys(Optional<Path> path, Ticker ticker) {
        this.path = path;
        this.ticker = ticker;
    }

    /**
     * The key in that file; none if the node was given no file. An unusable file is logged as an error and does not
     * stop the node.
     */
    static NodeKeys of(Optional<Path> path, Ticker ticker) {
        NodeKeys keys = new NodeKeys(path, ticker);
        if (path.isPresent()) {
            keys.open();
        }
        return keys;
    }

    private void open() {
        triedNanos = ticker.nanos();
        try {
            file = SecretFile.open(path.orElseThrow(), NodeKey::parse, ticker);
        } catch (IOException unusable) {
            LOG.error(
                    "No tag is believed, and all applications count as untagged, until the node's key can be used: {}",
                    unusable.getMessage());
        }
    }

    /** The key, if there is one now. */
    Optional<NodeKey> key() {
        if (file == null && path.isPresent() && ticker.nanos() - triedNanos >= SecretFile.LOOK_AGAIN.toNanos() * 10) {
            open();
        }
        SecretFile<NodeKey> opened = file;
        return opened == null ? Optional.empty() : Optional.of(opened.get());
    }

    /** Whether tags are verified here. */
    boolean areChecked() {
        return path.isPresent();
    }

    /**
     * Logs the consequences if the node of that name was given no key, or another node's; called at every start of a
     * node that has coordinators.
     */
    void warn(String node) {
        if (path.isEmpty()) {
            LOG.warn("There is no node key here: any tag that names a living application is believed, and"
                    + " a coordinator with credentials gives this node no grants; set hdfs.throttle.node.key.file");
        }
        key().filter(known -> !known.isOf(node))
                .ifPresent(other -> LOG.error(
                        "hdfs.throttle.node.key.file = {} is the {}, and this node is {}: coordinators refuse it;"
                                + " make a key for this host with hdfs-throttle node-key on a coordinator",
                        path.orElseThrow(),
                        other,
                        node));
    }

    /** Whether the tag is accepted as that application's. */
    boolean believe(AppTag tag, GrantedApplication application, Grant grant) {
        return path.isEmpty()
                || key().filter(known -> isVerified(known, tag, application, grant))
                        .isPresent();
    }

    private boolean isVerified(NodeKey key, AppTag tag, GrantedApplication application, Grant grant) {
        Verified before = verified;
        if (before.by != key || before.tags.size() >= MOST_VERIFIED) {
            before = new Verified(key);
            verified = before;
        }
        GrantedApplication known = before.tags.get(tag);
        if (known != null && known.user().equals(application.user()) && known.notBefore() == application.notBefore()) {
            return true;
        }
        boolean valid = key.verifies(tag, grant.cluster(), application.user(), application.notBefore());
        if (valid) {
            before.tags.put(tag, application);
        }
        return valid;
    }

    /**
     * The key as a node reports it: {@link UsageReport#NO_KEYS}, {@link UsageReport#UNUSABLE_KEYS} or fingerprints;
     * never a secret.
     */
    @Override
    public String toString() {
        return areChecked()
                ? key().map(known -> known.fingerprints().toString()).orElse(UsageReport.UNUSABLE_KEYS)
                : UsageReport.NO_KEYS;
    }
}
