package io.hdfsthrottle.testkit.spark;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Rig;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.io.function.Uncheck;

/** Spark's Thrift server, one application for many sessions, with a metastore in memory; and its client Beeline. */
public final class SqlServer {

    private static final String MAIN = "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2";
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration ANSWER = Duration.ofMinutes(4);

    private static final Map<String, String> METASTORE = Map.of(
            "spark.hadoop.javax.jdo.option.ConnectionURL", "jdbc:derby:memory:metastore;create=true",
            "spark.hadoop.datanucleus.schema.autoCreateAll", "true",
            "spark.hadoop.hive.metastore.schema.verification", "false");

    private final Rig rig;
    private final SparkHost host;
    private final int port;
    private final JavaProcess process;
    private final AtomicInteger clients = new AtomicInteger();

    /**
     * Starts driver and executor in one process, with Hive's server; waits until it accepts connections.
     *
     * @param host a Spark with {@code spark-hive-thriftserver}
     * @param plugin the JAR that holds the plugin
     */
    public SqlServer(Rig rig, SparkHost host, NameNode nameNode, Map<String, String> settings, Path plugin) {
        this.rig = rig;
        this.host = host;
        this.port = rig.ports().free();
        Map<String, String> all = SparkApplication.reading(nameNode);
        all.put("spark.sql.warehouse.dir", nameNode.fileSystem() + "/warehouse");
        all.putAll(METASTORE);
        all.putAll(settings);
        List<String> words = new ArrayList<>(List.of("spark-internal"));
        for (String each : List.of("thrift.port=" + port, "thrift.bind.host=" + LOOPBACK, "enable.doAs=false")) {
            words.addAll(List.of("--hiveconf", "hive.server2." + each));
        }
        this.process = new SparkApplication("sql-server", "local[2]", MAIN, all, List.of(plugin), Map.of())
                .submit(rig, host, words);
        process.awaitReady(START, () -> {
            new Socket(Ports.loopback(), port).close();
            return true;
        });
    }

    public Path log() {
        return process.log();
    }

    /** Runs statements in a session of this user; returns all output of Beeline, rows as comma-separated values. */
    public List<String> run(String user, String... statements) {
        String name = "beeline-" + clients.incrementAndGet();
        // A file, because with statements in its arguments Beeline also waits for terminal input.
        Path script = rig.folder("statements").resolve(name + ".sql");
        Uncheck.get(() -> Files.writeString(script, String.join(";\n", statements) + ";\n"));
        String url = "jdbc:hive2://" + LOOPBACK + ":" + port + "/";
        List<String> line = new ArrayList<>(List.of("-u", url, "-n", user, "-f", script.toString()));
        line.addAll(List.of("--silent=true", "--showHeader=false", "--outputformat=csv2"));
        JavaProcess client = rig.start(host.command(rig, name, "org.apache.hive.beeline.BeeLine", line));
        client.awaitSuccess(ANSWER);
        return Uncheck.get(() -> Files.readAllLines(client.log()));
    }
}
