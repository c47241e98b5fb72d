package io.hdfsthrottle.testkit.control;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

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
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A coordinator process that has a leader. */
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
     * Starts a coordinator and waits until there is a leader.
     *
     * @param port where it listens; reuse it to restart one where its agents look for it
     * @param settings properties beyond address and ZooKeeper
     */
    public static Coordinator start(Rig rig, String name, ZooKeeper zooKeeper, int port, Map<String, String> settings) {
        return start(rig, name, zooKeeper, port, settings, List.of(), TlsFiles.NONE);
    }

    /**
     * The same, using TLS where files are given.
     *
     * @param flags more flags for its JVM
     * @param operator the authorities that its operator trusts, and the certificate by which it identifies the operator
     */
    public static Coordinator start(
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
        Coordinator coordinator = new Coordinator(
                process,
                URI.create((operator.areGiven() ? "https://" : "http://") + LOOPBACK + ":" + port),
                client(operator));
        process.awaitReady(START, () -> coordinator.get("/v1/status").get("leader") != null);
        return coordinator;
    }

    private static HttpClient client(TlsFiles operator) {
        try {
            return LocalHttp.client(operator);
        } catch (IOException unusable) {
            throw new UncheckedIOException(unusable);
        }
    }

    /** The signing keys shared by all coordinators and DataNodes of a rig. */
    public static Path signingKeys(Rig rig) {
        return rig.folder("keys").resolve("signing.keys");
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
