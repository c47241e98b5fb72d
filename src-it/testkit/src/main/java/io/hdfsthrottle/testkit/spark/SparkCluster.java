package io.hdfsthrottle.testkit.spark;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.LocalHttp;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A standalone Spark Master and its Workers: executors are then separate processes. */
public record SparkCluster(JavaProcess master, List<JavaProcess> workers, String url, URI state) {

    private static final Duration START = Duration.ofMinutes(1);

    /** Starts a Master and one Worker, which offers this many cores and 2 GiB. */
    public static SparkCluster start(Rig rig, SparkHost host, int cores) {
        return start(rig, host, cores, List.of(LOOPBACK));
    }

    /**
     * Starts a Master, and a Worker at each of these loopback addresses, which Spark treats as hosts; each offers this
     * many cores and 2 GiB.
     */
    public static SparkCluster start(Rig rig, SparkHost host, int cores, List<String> addresses) {
        return start(rig, host, cores, addresses, Map.of());
    }

    /** The same, its Workers with these Spark settings. */
    public static SparkCluster start(
            Rig rig, SparkHost host, int cores, List<String> addresses, Map<String, String> settings) {
        int port = rig.ports().free();
        int page = rig.ports().free();
        String url = "spark://" + LOOPBACK + ":" + port;
        JavaProcess master = rig.start(host.command(
                rig,
                "spark-master",
                "org.apache.spark.deploy.master.Master",
                List.of("--host", LOOPBACK, "--port", "" + port, "--webui-port", "" + page)));
        URI state = URI.create("http://" + LOOPBACK + ":" + page + "/json/");
        master.awaitReady(START, () -> LocalHttp.getJson(state).containsKey("url"));
        Path properties = written(rig, settings);
        List<JavaProcess> workers = new ArrayList<>();
        for (String address : addresses) {
            String name = workers.isEmpty() ? "spark-worker" : "spark-worker-" + (workers.size() + 1);
            JavaProcess worker = rig.start(host.command(
                    rig, name, "org.apache.spark.deploy.worker.Worker", offer(rig, address, cores, properties, url)));
            workers.add(worker);
            String alive = String.valueOf(workers.size());
            worker.awaitReady(
                    START,
                    () -> alive.equals(String.valueOf(LocalHttp.getJson(state).get("aliveworkers"))));
        }
        return new SparkCluster(master, List.copyOf(workers), url, state);
    }

    /**
     * The applications that have not ended, with the Master's state of each: {@code WAITING} until it has an executor,
     * then {@code RUNNING}.
     */
    public Map<String, String> applications() {
        Map<String, String> states = new LinkedHashMap<>();
        try {
            for (Object each : (List<?>) LocalHttp.getJson(state).get("activeapps")) {
                Map<?, ?> application = (Map<?, ?>) each;
                states.put(String.valueOf(application.get("name")), String.valueOf(application.get("state")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return states;
    }

    private static Path written(Rig rig, Map<String, String> settings) {
        StringBuilder lines = new StringBuilder();
        settings.forEach(
                (key, value) -> lines.append(key).append(' ').append(value).append('\n'));
        try {
            return Files.writeString(rig.folder("spark-work").resolveSibling("spark-worker.properties"), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> offer(Rig rig, String address, int cores, Path properties, String master) {
        return List.of(
                "--host",
                address,
                "--port",
                "" + rig.ports().free(),
                "--webui-port",
                "" + rig.ports().free(),
                "--cores",
                "" + cores,
                "--memory",
                "2g",
                "--work-dir",
                rig.folder("spark-work").toString(),
                "--properties-file",
                properties.toString(),
                master);
    }
}
