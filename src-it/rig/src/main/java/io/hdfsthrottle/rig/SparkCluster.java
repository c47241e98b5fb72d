package io.hdfsthrottle.rig;

import static io.hdfsthrottle.rig.Ports.LOOPBACK;

import java.net.URI;
import java.time.Duration;
import java.util.List;

/** A standalone Master and one Worker: executors are then processes of their own. */
public record SparkCluster(JavaProcess master, JavaProcess worker, String url) {

    private static final Duration START = Duration.ofMinutes(1);

    /** Starts both; the Worker offers this many cores and 2 GiB. */
    public static SparkCluster start(Rig rig, SparkHost host, int cores) {
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
        List<String> offer = List.of(
                "--host",
                LOOPBACK,
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
                url);
        JavaProcess worker =
                rig.start(host.command(rig, "spark-worker", "org.apache.spark.deploy.worker.Worker", offer));
        worker.awaitReady(
                START, () -> "1".equals(String.valueOf(LocalHttp.getJson(state).get("aliveworkers"))));
        return new SparkCluster(master, worker, url);
    }
}
