package io.hdfsthrottle.rig;

import static io.hdfsthrottle.rig.Ports.LOOPBACK;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A standalone Master and its Workers: executors are then processes of their own. */
public record SparkCluster(JavaProcess master, List<JavaProcess> workers, String url) {

    private static final Duration START = Duration.ofMinutes(1);

    /** Starts a Master and one Worker, which offers this many cores and 2 GiB. */
    public static SparkCluster start(Rig rig, SparkHost host, int cores) {
        return start(rig, host, cores, List.of(LOOPBACK));
    }

    /** Starts a Master, and a Worker at each of these loopback addresses, which Spark takes for hosts; each offers this many cores and 2 GiB. */
    public static SparkCluster start(Rig rig, SparkHost host, int cores, List<String> addresses) {
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
        List<JavaProcess> workers = new ArrayList<>();
        for (String address : addresses) {
            String name = workers.isEmpty() ? "spark-worker" : "spark-worker-" + (workers.size() + 1);
            JavaProcess worker = rig.start(
                    host.command(rig, name, "org.apache.spark.deploy.worker.Worker", offer(rig, address, cores, url)));
            workers.add(worker);
            String alive = String.valueOf(workers.size());
            worker.awaitReady(
                    START,
                    () -> alive.equals(String.valueOf(LocalHttp.getJson(state).get("aliveworkers"))));
        }
        return new SparkCluster(master, List.copyOf(workers), url);
    }

    private static List<String> offer(Rig rig, String address, int cores, String master) {
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
                master);
    }
}
