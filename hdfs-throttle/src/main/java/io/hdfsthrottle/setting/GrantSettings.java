package io.hdfsthrottle.setting;

import io.hdfsthrottle.unit.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The settings of the node's identity, of the grants that it obeys and for how long, and of how it recognises
 * applications. Immutable.
 */
public final class GrantSettings {

    private static final String CLUSTER = "cluster";
    private static final String NODE = "node";
    private static final String FILE = "grant.file";
    private static final String STALE_AFTER = "grant.stale.after";
    private static final String EXPIRE_AFTER = "grant.expire.after";
    private static final String NODE_KEY_FILE = "node.key.file";

    static final Set<String> KEYS = Set.of(CLUSTER, NODE, FILE, STALE_AFTER, EXPIRE_AFTER, NODE_KEY_FILE);

    private final String cluster;
    private final String node;
    private final Path file;
    private final Duration staleAfter;
    private final Duration expireAfter;
    private final Path nodeKeyFile;

    /** @throws SettingException naming the first key that is malformed, or that makes no sense with another */
    GrantSettings(Map<String, String> written) throws SettingException {
        cluster = Setting.read(written, CLUSTER, "default", Function.identity());
        node = Setting.read(written, NODE, "", Function.identity());
        file = Setting.read(written, FILE, "", Setting::path);
        staleAfter = Setting.read(written, STALE_AFTER, "30s", Durations::parse);
        expireAfter = Setting.read(written, EXPIRE_AFTER, "10m", Durations::parse);
        nodeKeyFile = Setting.read(written, NODE_KEY_FILE, "", Setting::path);
        if (expireAfter.compareTo(staleAfter) < 0) {
            String key = AgentSettings.PREFIX + EXPIRE_AFTER;
            throw new SettingException(
                    key,
                    key + "=" + written.getOrDefault(key, "10m, the default,")
                            + " is before grant.stale.after; for example 10m with grant.stale.after=30s");
        }
    }

    /** The cluster whose grants are obeyed. */
    public String cluster() {
        return cluster;
    }

    /** The name of this node, if set; else the host decides. */
    public Optional<String> node() {
        return node.isEmpty() ? Optional.empty() : Optional.of(node);
    }

    /** Where the last good grant is kept, if set; else the host decides. */
    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** How long without a coordinator until the grant is stale. */
    public Duration staleAfter() {
        return staleAfter;
    }

    /** How long without a coordinator until the shares are equal. */
    public Duration expireAfter() {
        return expireAfter;
    }

    /**
     * The node's key, with which it verifies tags and proves itself to coordinators, if set; without it an
     * application's tag is a claim.
     */
    public Optional<Path> nodeKeyFile() {
        return Optional.ofNullable(nodeKeyFile);
    }
}
