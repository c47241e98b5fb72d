package io.hdfsthrottle.testkit.control;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.LocalHttp;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.io.function.Uncheck;

/** A coordinator process, its URL for agents and applications, and its operator's client. */
public record Coordinator(JavaProcess process, URI url, LocalHttp http) implements AutoCloseable {

    static final String MAIN = "io.hdfsthrottle.coordinator.cli.Main";
    private static final Duration START = Duration.ofMinutes(1);

    /**
     * Starts a coordinator; {@link #awaitReady} says when there is a leader.
     *
     * @param port where it listens; reuse it to restart one where its agents look for it
     * @param flags more flags for its JVM
     * @param operator whom its operator trusts, and the operator's certificate; where files are given, it uses TLS
     */
    public static Coordinator spawn(
            Rig rig,
            String name,
            ZooKeeper zooKeeper,
            int port,
            Map<String, String> settings,
            List<String> flags,
            TlsFiles operator) {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("listen.address", LOOPBACK);
        properties.put("listen.port", Integer.toString(port));
        properties.put("zookeeper.connect", zooKeeper.connect());
        properties.put("signing.keys.file", signingKeys(rig).toString());
        properties.putAll(settings);
        List<String> lines = properties.entrySet().stream()
                .map(property -> property.getKey() + "=" + property.getValue())
                .toList();
        Path file = Uncheck.get(() -> Files.write(rig.folder(name).resolve("coordinator.properties"), lines));
        List<Path> jars = rig.repository().coordinator();
        JavaCommand command = JavaCommand.daemon(name, jars, MAIN, "coordinator", "--config", file.toString());
        String scheme = operator.areGiven() ? "https://" : "http://";
        return new Coordinator(
                rig.start(command.withFlags(flags)),
                URI.create(scheme + LOOPBACK + ":" + port),
                new LocalHttp(operator, Duration.ofSeconds(5)));
    }

    /** Starts one without TLS, with a port of its own, and waits until there is a leader. */
    public static Coordinator start(Rig rig, String name, ZooKeeper zooKeeper, Map<String, String> settings) {
        return spawn(rig, name, zooKeeper, rig.ports().free(), settings, List.of(), TlsFiles.NONE)
                .awaitReady();
    }

    /** Waits until there is a leader; returns itself. */
    public Coordinator awaitReady() {
        process.awaitReady(START, () -> get("/v1/status").get("leader") != null);
        return this;
    }

    /** The key of this host's DataNodes, of that cluster, as the coordinators of a rig issue it now. */
    public static Path nodeKey(Rig rig, String cluster) {
        return nodeKey(rig, cluster, LOOPBACK);
    }

    /** The same of DataNodes of that host name. */
    public static Path nodeKey(Rig rig, String cluster, String host) {
        SigningKeys keys = SigningKeys.parse(Uncheck.get(() -> Files.readAllLines(signingKeys(rig))));
        long now = Instant.now().getEpochSecond();
        return secret(
                rig.folder("keys").resolve(host.equals(LOOPBACK) ? "node.key" : host + ".key"),
                String.join("\n", keys.nodeKey(cluster, host, now).lines()));
    }

    /** The signing keys shared by all coordinators of a rig; made if there are none. */
    public static Path signingKeys(Rig rig) {
        Path file = rig.folder("keys").resolve("signing.keys");
        if (Files.exists(file)) {
            return file;
        }
        byte[] secret = new byte[32];
        new SecureRandom().nextBytes(secret);
        return secret(file, SigningKeys.line("k1", secret));
    }

    /** Writes lines that only this user may read. */
    public static Path secret(Path file, String lines) {
        return Uncheck.get(() -> Files.setPosixFilePermissions(
                Files.writeString(file, lines + "\n"), PosixFilePermissions.fromString("rw-------")));
    }

    public void putTenant(String tenant, int priority) throws IOException {
        put("/v1/tenants/" + tenant, Map.of("priority", priority));
    }

    /** Puts a JSON document; anything but success is an IOException with the answer. */
    public void put(String path, Map<String, ?> body) throws IOException {
        http.ask("PUT", url.resolve(path), JSON.std.asString(body));
    }

    /** Deletes; anything but success and 404 is an IOException with the answer. */
    public void delete(String path) throws IOException {
        try {
            http.ask("DELETE", url.resolve(path), "");
        } catch (FileNotFoundException expected) {
            // It was gone.
        }
    }

    /** The living application of this name, as it lists it. */
    public Optional<Map<String, Object>> application(String name) throws IOException {
        return list("/v1/applications", "applications").stream()
                .filter(each -> name.equals(each.get("name")))
                .findFirst();
    }

    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> list(String path, String member) throws IOException {
        return (List<Map<String, Object>>)
                get(path + (path.contains("?") ? "&" : "?") + "limit=1000").get(member);
    }

    /** Whether it leads; false also where it does not answer. */
    public boolean leads() {
        try {
            return Boolean.TRUE.equals(get("/v1/status").get("leading"));
        } catch (IOException away) {
            return false;
        }
    }

    public Map<String, Object> get(String path) throws IOException {
        return http.get(url.resolve(path));
    }

    @Override
    public void close() {
        process.close();
    }
}
