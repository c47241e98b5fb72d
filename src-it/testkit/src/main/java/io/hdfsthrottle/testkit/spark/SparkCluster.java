package io.hdfsthrottle.testkit.spark;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.process.LocalHttp;
import io.hdfsthrottle.testkit.process.Rig;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.commons.io.function.Uncheck;

/** A standalone Spark Master, whose state is JSON, and its Workers: executors are then separate processes. */
public record SparkCluster(String url, URI state) {

    private static final Duration START = Duration.ofMinutes(1);

    /**
     * Starts a Master, and a Worker at each of these loopback addresses, which Spark treats as hosts; each offers this
     * many cores and 2 GiB, and has these Spark settings.
     */
    public static SparkCluster start(
            Rig rig, SparkHost host, int cores, List<String> addresses, Map<String, String> settings) {
        String port = "" + rig.ports().free();
        String page = "" + rig.ports().free();
        List<String> listening = List.of("--host", LOOPBACK, "--port", port, "--webui-port", page);
        URI state = URI.create("http://" + LOOPBACK + ":" + page + "/json/");
        SparkCluster cluster = new SparkCluster("spark://" + LOOPBACK + ":" + port, state);
        rig.start(host.command(rig, "spark-master", "org.apache.spark.deploy.master.Master", listening))
                .awaitReady(START, () -> LocalHttp.PLAIN.get(state).containsKey("url"));
        List<String> lines = settings.entrySet().stream()
                .map(setting -> setting.getKey() + "=" + setting.getValue())
                .toList();
        Path properties = Uncheck.get(() -> Files.write(rig.folder("spark").resolve("worker.properties"), lines));
        for (int i = 1; i <= addresses.size(); i++) {
            cluster.startWorker(rig, host, i, addresses.get(i - 1), cores, properties);
        }
        return cluster;
    }

    private void startWorker(Rig rig, SparkHost host, int number, String address, int cores, Path properties) {
        String port = "" + rig.ports().free();
        String page = "" + rig.ports().free();
        String work = rig.folder("spark-work").toString();
        List<String> words = new ArrayList<>(List.of("--host", address, "--port", port, "--webui-port", page));
        words.addAll(List.of("--cores", "" + cores, "--memory", "2g", "--work-dir", work));
        words.addAll(List.of("--properties-file", properties.toString(), url));
        String name = number == 1 ? "spark-worker" : "spark-worker-" + number;
        rig.start(host.command(rig, name, "org.apache.spark.deploy.worker.Worker", words))
                .awaitReady(
                        START, () -> Objects.equals(LocalHttp.PLAIN.get(state).get("aliveworkers"), number));
    }

    /**
     * The applications that have not ended, with the Master's state of each: {@code WAITING} until it has an executor,
     * then {@code RUNNING}.
     */
    public Map<String, String> applications() {
        Map<String, String> states = new LinkedHashMap<>();
        for (Object each :
                (List<?>) Uncheck.get(() -> LocalHttp.PLAIN.get(state)).get("activeapps")) {
            Map<?, ?> application = (Map<?, ?>) each;
            states.put(String.valueOf(application.get("name")), String.valueOf(application.get("state")));
        }
        return states;
    }
}
