package io.hdfsthrottle.agent;

import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantedApplication;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.secret.SecretFile;
import io.hdfsthrottle.unit.Ticker;
import io.hdfsthrottle.usage.UsageReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The cluster's signing keys as this node has them: read again when their file changes. A node without a configured
 * file accepts any tag of a living application; one whose file cannot be used accepts none until it can, and goes on
 * pacing. Thread-safe.
 */
final class NodeKeys {

    private static final Logger LOG = LoggerFactory.getLogger(NodeKeys.class);

    private final Optional<Path> path;
    private final Ticker ticker;
    private volatile SecretFile<SigningKeys> file;
    private volatile long triedNanos;

    private NodeKeys(Optional<Path> path, Ticker ticker) {
        this.path = path;
        this.ticker = ticker;
    }

    /**
     * The keys of that file; none if the node was given no file. An unusable file is logged as an error and does not
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
            file = SecretFile.open(path.orElseThrow(), SigningKeys::parse, ticker);
        } catch (IOException unusable) {
            LOG.error(
                    "No tag is believed, and all applications count as untagged, until the signing keys can be used: {}",
                    unusable.getMessage());
        }
    }

    /** The keys, if there are any now. */
    Optional<SigningKeys> keys() {
        if (file == null && path.isPresent() && ticker.nanos() - triedNanos >= SecretFile.LOOK_AGAIN.toNanos() * 10) {
            open();
        }
        SecretFile<SigningKeys> opened = file;
        return opened == null ? Optional.empty() : Optional.of(opened.get());
    }

    /** Whether tags are verified here. */
    boolean areChecked() {
        return path.isPresent();
    }

    /** Logs the consequences if the node was given no file; called at every start of a node that has coordinators. */
    void warnIfNone() {
        if (path.isEmpty()) {
            LOG.warn("There are no signing keys here: any tag that names a living application is believed, and"
                    + " a coordinator with credentials gives this node no grants; set hdfs.throttle.signing.keys.file");
        }
    }

    /** Whether the tag is accepted as that application's. */
    boolean believe(AppTag tag, GrantedApplication application, Grant grant) {
        return path.isEmpty()
                || keys().filter(known ->
                                known.verifies(tag, grant.cluster(), application.user(), application.notBefore()))
                        .isPresent();
    }

    /**
     * The keys as a node reports them: {@link UsageReport#NO_KEYS}, {@link UsageReport#UNUSABLE_KEYS} or fingerprints;
     * never a key.
     */
    @Override
    public String toString() {
        return areChecked()
                ? keys().map(known -> known.fingerprints().toString()).orElse(UsageReport.UNUSABLE_KEYS)
                : UsageReport.NO_KEYS;
    }
}
