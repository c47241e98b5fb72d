package io.hdfsthrottle.testkit.control;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.LocalHttp;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A coordinator process. */
public final class Coordinator implements AutoCloseable {

    static final String MAIN = "io.hdfsthrottle.coordinator.cli.Main";
    private static final Duration START = Duration.ofMinutes(1);

    private final JavaProcess process;
    private final URI url;
    private final HttpClient client;

    private Coordinator(JavaProcess process, URI url, HttpClient client) {
        this.process = process;
        this.url = url;
        this.client = client;
    }

    /**
     * Starts a coordinator; {@link #awaitReady} says when there is a leader.
     *
     * @param port where it listens; reuse it to restart one where its agents look for it
     * @param settings properties beyond address and ZooKeeper
     * @param flags more flags for its JVM
     * @param operator the authorities that its operator trusts, and the certificate by which it identifies the operator;
     *     where files are given, it uses TLS
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
        Path file = rig.folder(name).resolve("coordinator.properties");
        try {
            Files.writeString(
                    file,
                    properties.entrySet().stream()
                            .map(property -> property.getKey() + "=" + property.getValue() + "\n")
                            .collect(Collectors.joining()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        JavaProcess process = rig.start(JavaCommand.daemon(
                        name, rig.repository().coordinator(), MAIN, "coordinator", "--config", file.toString())
                .withFlags(flags));
        return new Coordinator(
                process,
                URI.create((operator.areGiven() ? "https://" : "http://") + LOOPBACK + ":" + port),
                client(operator));
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

    private static HttpClient client(TlsFiles operator) {
        try {
            return LocalHttp.client(operator);
        } catch (IOException unusable) {
            throw new UncheckedIOException(unusable);
        }
    }

    /** The signing keys shared by all coordinators and DataNodes of a rig; made if there are none. */
    public static Path signingKeys(Rig rig) {
        Path file = rig.folder("keys").resolve("signing.keys");
        try {
            if (!Files.exists(file)) {
                byte[] secret = new byte[32];
                new SecureRandom().nextBytes(secret);
                Files.writeString(file, SigningKeys.line("k1", secret) + "\n");
                Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            }
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
        return file;
    }

    /** Creates the tenant or changes its priority. */
    public void putTenant(String tenant, int priority) throws IOException {
        put("/v1/tenants/" + tenant, Map.of("priority", priority));
    }

    /** Puts a JSON document; anything but success is an IOException with the answer. */
    public void put(String path, Map<String, ?> body) throws IOException {
        LocalHttp.Answer answer = LocalHttp.send(client, "PUT", url.resolve(path), body);
        if (answer.status() / 100 != 2) {
            throw new IOException("PUT " + path + " answered " + answer.status() + ": " + answer.body());
        }
    }

    /** Deletes; anything but success and 404 is an IOException with the answer. */
    public void delete(String path) throws IOException {
        LocalHttp.Answer answer = LocalHttp.send(client, "DELETE", url.resolve(path), Map.of());
        if (answer.status() / 100 != 2 && answer.status() != 404) {
            throw new IOException("DELETE " + path + " answered " + answer.status() + ": " + answer.body());
        }
    }

    /** The living application of this name, as it lists it. */
    public Optional<Map<String, Object>> application(String name) throws IOException {
        return list("/v1/applications", "applications").stream()
                .filter(each -> name.equals(each.get("name")))
                .findFirst();
    }

    /** A list in a JSON document. */
    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> list(String path, String member) throws IOException {
        return (List<Map<String, Object>>) get(path).get(member);
    }

    /** Whether it leads; false also where it does not answer. */
    public boolean leads() {
        try {
            return Boolean.TRUE.equals(get("/v1/status").get("leading"));
        } catch (IOException away) {
            return false;
        }
    }

    /** Gets a JSON document. */
    public Map<String, Object> get(String path) throws IOException {
        return LocalHttp.getJson(client, url.resolve(path));
    }

    /** Its base URL, for agents and applications. */
    public URI url() {
        return url;
    }

    /** The process itself. */
    public JavaProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
