package io.hdfsthrottle.testkit.spark;

import io.hdfsthrottle.testkit.hdfs.NameNode;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/**
 * Spark's Thrift server, one application shared by many sessions, with a metastore in memory; and its client Beeline.
 */
public final class SqlServer {
    private static final Duration START = Duration.ofMinutes(2);
    private static final Duration ANSWER = Duration.ofMinutes(4);

    private static final Map<String, String> METASTORE = Map.of(
            "spark.hadoop.javax.jdo.option.ConnectionURL", "jdbc:derby:memory:metastore;create=true",
            "spark.hadoop.datanucleus.schema.autoCreateAll", "true",
            "spark.hadoop.hive.metastore.schema.verification", "false");

    private final Rig rig;
    private final SparkHost host;
    private final JavaProcess process;
    private final int port;
    private final AtomicInteger clients = new AtomicInteger();

    private SqlServer(Rig rig, SparkHost host, JavaProcess process, int port) {
        this.rig = rig;
        this.host = host;
        this.process = process;
        this.port = port;
    }

    /**
     * Starts it in one process, driver and executor, and waits until it accepts connections.
     *
     * @param host a Spark with {@code spark-hive-thriftserver}
     * @param nameNode of the file system that stores tables
     * @param settings beyond the required ones
     * @param plugin the JAR that holds the plugin
     */
    public static SqlServer start(
            Rig rig, SparkHost host, NameNode nameNode, Map<String, String> settings, Path plugin) {
        int port = rig.ports().free();
        Map<String, String> all = SparkApplication.reading(nameNode);
        all.put("spark.sql.warehouse.dir", nameNode.fileSystem() + "/warehouse");
        all.putAll(METASTORE);
        all.putAll(settings);
        List<String> line = new ArrayList<>(List.of(
                "--master",
                "local[2]",
                "--name",
                "sql-server",
                "--class",
                "org.apache.spark.sql.hive.thriftserver.HiveThriftServer2",
                "--jars",
                plugin.toString()));
        all.forEach((key, value) -> line.addAll(List.of("--conf", key + "=" + value)));
        line.addAll(List.of(
                "spark-internal",
                "--hiveconf",
                "hive.server2.thrift.port=" + port,
                "--hiveconf",
                "hive.server2.thrift.bind.host=" + Ports.LOOPBACK,
                "--hiveconf",
                "hive.server2.enable.doAs=false"));
        JavaProcess process = rig.start(host.command(rig, "sql-server", "org.apache.spark.deploy.SparkSubmit", line));
        process.awaitReady(START, () -> {
            new Socket(InetAddress.getLoopbackAddress(), port).close();
            return true;
        });
        return new SqlServer(rig, host, process, port);
    }

    /** The server's own log. */
    public Path log() {
        return process.log();
    }

    /** Runs statements in a session of this user; returns all output of Beeline, rows as comma-separated values. */
    public List<String> run(String user, String... statements) {
        String name = "beeline-" + clients.incrementAndGet();
        List<String> line = List.of(
                "-u",
                "jdbc:hive2://" + Ports.LOOPBACK + ":" + port + "/",
                "-n",
                user,
                "--silent=true",
                "--showHeader=false",
                "--outputformat=csv2",
                "-f",
                script(name, statements).toString());
        JavaProcess client = rig.start(host.command(rig, name, "org.apache.hive.beeline.BeeLine", line));
        client.awaitSuccess(ANSWER);
        try {
            return Files.readAllLines(client.log());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** A file, because with statements in its arguments Beeline also waits for terminal input. */
    private Path script(String name, String... statements) {
        try {
            return Files.write(
                    rig.folder("statements").resolve(name + ".sql"),
                    Stream.of(statements).map(statement -> statement + ";").toList());
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }
}
