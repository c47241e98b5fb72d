package io.hdfsthrottle.coordinator.feature.launch.deployment;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What makes the applications of a launched deployment the leaseholder's: where they register, and a token for its tenant
 * alone. Without it they would meet their own lease as strangers. Immutable.
 *
 * @param coordinators where they register, the own one first
 * @param trust the certificates by which they trust the coordinator, if not those that Java trusts
 * @param token the secret by which they register
 * @param hash of that
 */
public record Identity(List<URI> coordinators, Optional<Path> trust, String token, String hash) {
    private static final String PLUGIN = "io.hdfsthrottle.spark.ThrottlePlugin";
    private static final String PREFIX = "spark.hdfs.throttle.";

    /** The coordinator is alive, and what is opened before the registration stays untagged. */
    private static final String LONGEST_START = "5s";

    /** Copies what it is given. */
    public Identity {
        coordinators = List.copyOf(coordinators);
    }

    /** Issues identities. Called by one thread at a time. */
    public interface Issuer {
        /** An identity for the applications of that deployment, until it is withdrawn. */
        Identity issue(String deployment, Order order);

        /** The identity that an earlier process issued, of whose token that is a hash, is good again. */
        void resume(String deployment, Order order, String hash);

        /** Ends the identity of that deployment, if it has one. */
        void withdraw(String deployment);
    }

    /**
     * Spark's settings by which an application registers.
     *
     * @param plugin the JAR of the Spark plugin, to be added unless it is among Spark's own
     * @param tokenFile where the driver reads the token
     */
    public Map<String, String> settings(Order order, Path sparkHome, Path plugin, Path tokenFile) {
        Map<String, String> settings = new TreeMap<>();
        settings.put("spark.plugins", PLUGIN);
        settings.put(PREFIX + "coordinator", addresses());
        settings.put(PREFIX + "start.wait", LONGEST_START);
        settings.put(PREFIX + "tenant", order.tenant().name());
        settings.put(PREFIX + "token.file", tokenFile.toString());
        trust.ifPresent(file -> settings.put(PREFIX + "coordinator.tls.trust", file.toString()));
        if (!plugin.startsWith(sparkHome.resolve("jars"))) {
            settings.put("spark.jars", plugin.toString());
        }
        return settings;
    }

    /** Without the token. */
    @Override
    public String toString() {
        return "identity at " + addresses();
    }

    private String addresses() {
        return coordinators.stream().map(URI::toString).collect(Collectors.joining(","));
    }
}
