package io.hdfsthrottle.containers;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.testcontainers.containers.Network;

/**
 * A cluster as its administrator has it before they hear of hdfs-throttle: a NameNode and three DataNodes, which the
 * user hdfs runs, a host from which Spark applications are submitted, and an empty host for a coordinator. Each is a
 * host of its own.
 */
final class Fleet implements AutoCloseable {

    private static final Duration START = Duration.ofMinutes(2);

    static final List<String> DATA_NODES = List.of("dn1", "dn2", "dn3");

    /** The hosts of each name that a document may use. */
    static final Map<String, List<String>> GROUPS = Map.of(
            "namenode", List.of("namenode"),
            "datanodes", DATA_NODES,
            "dn1", List.of("dn1"),
            "dn2", List.of("dn2"),
            "dn3", List.of("dn3"),
            "coordinator1", List.of("coordinator1"),
            "coordinator2", List.of("coordinator2"),
            "coordinators", List.of("coordinator1", "coordinator2"),
            "prometheus", List.of("prometheus"),
            "spark", List.of("spark"));

    private final Network network = Network.newNetwork();
    private final Map<String, Host> hosts = new LinkedHashMap<>();

    private Fleet() {}

    /** Starts the hosts, and HDFS on those that have it. */
    static Fleet start(Images images) {
        Fleet fleet = new Fleet();
        try {
            String host = images.host();
            String hadoop = images.hadoop(host);
            fleet.add("namenode", hadoop);
            DATA_NODES.forEach(name -> fleet.add(name, hadoop));
            fleet.add("coordinator1", host);
            fleet.add("spark", images.spark(host));
            fleet.lookDifferent();
            fleet.startHdfs();
            return fleet;
        } catch (RuntimeException | Error failed) {
            fleet.close();
            throw failed;
        }
    }

    /** Starts one more host. */
    void add(String name, String image) {
        hosts.put(name, Host.start(image, network, name));
    }

    /** A cluster whose hosts all have hdfs-throttle unpacked; HDFS is not started yet. */
    static Fleet unpacked(Images images, Path tarball, List<String> hosts) {
        Fleet fleet = new Fleet();
        try {
            String host = images.host();
            String plain = images.throttle(host, tarball);
            String hadoop = images.throttle(images.hadoop(host), tarball);
            fleet.add("namenode", hadoop);
            DATA_NODES.forEach(name -> fleet.add(name, hadoop));
            hosts.forEach(name -> fleet.add(name, plain));
            return fleet;
        } catch (RuntimeException | Error failed) {
            fleet.close();
            throw failed;
        }
    }

    /** Files that people and tools have written look different on each host. */
    private void lookDifferent() {
        host("dn2").output("sed -i 's/$/\\r/' /opt/hadoop/etc/hadoop/hdfs-site.xml");
        host("dn3")
                .output("site=$(cat /opt/hadoop/etc/hadoop/hdfs-site.xml);"
                        + " printf %s \"$site\" > /opt/hadoop/etc/hadoop/hdfs-site.xml");
    }

    /** Starts HDFS, and puts the file /words there. */
    void startHdfs() {
        host("namenode").output("hdfs namenode -format -nonInteractive");
        startDaemons();
        host("namenode").output("yes to be or not to be | head -n 200000 > /tmp/words");
        askHdfs("dfs -put /tmp/words /words");
    }

    /** Starts the daemons of HDFS, and waits until they serve. */
    void startDaemons() {
        host("namenode").output("hdfs --daemon start namenode");
        DATA_NODES.forEach(name -> host(name).output("hdfs --daemon start datanode"));
        await().atMost(START).ignoreExceptions().until(() -> askHdfs("dfsadmin -report -live")
                .contains("Live datanodes (" + DATA_NODES.size() + ")"));
        askHdfs("dfsadmin -safemode wait");
    }

    /** Starts YARN beside HDFS, and lets the host {@code spark} submit to it. */
    void startYarn() {
        host("namenode").output("yarn --daemon start resourcemanager");
        DATA_NODES.forEach(name -> host(name).output("yarn --daemon start nodemanager"));
        askHdfs("dfs -mkdir -p /user/root");
        askHdfs("dfs -chown root /user/root");
        host("spark")
                .output("mkdir -p /etc/hadoop; scp -qr namenode:/opt/hadoop/etc/hadoop /etc/hadoop/conf;"
                        + " echo 'export HADOOP_CONF_DIR=/etc/hadoop/conf' > /etc/profile.d/yarn.sh");
    }

    /** What a command of HDFS's own administrator prints, without the {@code hdfs} before it. */
    String askHdfs(String command) {
        return host("namenode").output("runuser -u hdfs -- /opt/hadoop/bin/hdfs " + command);
    }

    /** One of {@link #GROUPS}' hosts. */
    Host host(String name) {
        Host host = hosts.get(name);
        if (host == null) {
            throw new IllegalArgumentException(name + " is none of " + hosts.keySet());
        }
        return host;
    }

    @Override
    public void close() {
        List<Host> all = new ArrayList<>(hosts.values());
        all.forEach(Host::close);
        network.close();
    }
}
