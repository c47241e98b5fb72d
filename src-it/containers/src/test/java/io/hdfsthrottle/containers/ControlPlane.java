package io.hdfsthrottle.containers;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Three ZooKeepers, two coordinators and the DataNodes that follow them, on hosts of their own; on one more, which no
 * fault touches, processes read from every DataNode without a pause and observe which coordinator leads and which grant
 * every DataNode follows.
 */
final class ControlPlane implements AutoCloseable {
    /** As short as ZooKeeper's tick of a second allows with a margin, to keep tests short. */
    static final Duration SESSION = Duration.ofSeconds(4);

    static final List<String> ZOOKEEPERS = ZooKeepers.NAMES;
    static final List<String> COORDINATORS = List.of("coordinator1", "coordinator2");
    private static final String DESK = "desk";
    private static final Duration START = Duration.ofMinutes(2);

    private static final String READER = """
            while :; do
              if curl -sS --fail --max-time 20 -o /dev/null \\
                "http://$1:9864/webhdfs/v1/words?op=OPEN&user.name=hdfs&namenoderpcaddress=namenode:8020" 2>>/tmp/reads.errors
              then echo "$1 read"; else echo "$1 failed"; fi >>/tmp/reads
              sleep 0.3
            done
            """;

    private static final String WATCHER = """
            case $1 in
              dn*) url="http://$1:9864/jmx?qry=Hadoop:service=DataNode,name=HdfsThrottle" member=Grant ;;
              *) url=http://$1:9880/v1/status member=version ;;
            esac
            while :; do
              version=$(curl -s --max-time 2 "$url" | grep -o "\\"$member\\" *: *\\"[0-9.]*\\"" | cut -d '"' -f 4)
              echo "$(date +%s%3N) $1 ${version:--}" >>/tmp/observations
              sleep 0.3
            done
            """;

    private static final String PUT = """
            token=$(cat /etc/hdfs-throttle/admin.token)
            curl -s -o /dev/null -w '%{http_code}' --max-time "$3" -X PUT -H "Authorization: Bearer $token" \\
              -H 'Content-Type: application/json' -d "{\\"priority\\": $2}" "http://$1:9880/v1/tenants/gold" || true
            """;

    private final Fleet fleet;

    private ControlPlane(Fleet fleet) {
        this.fleet = fleet;
    }

    static ControlPlane start(Images images, Path tarball) {
        List<String> hosts = List.of("zk1", "zk2", "zk3", "coordinator1", "coordinator2", DESK);
        ControlPlane plane = new ControlPlane(Fleet.unpacked(images, tarball, hosts));
        try {
            plane.startAll();
            return plane;
        } catch (RuntimeException | Error failed) {
            plane.close();
            throw failed;
        }
    }

    private void startAll() {
        ZooKeepers.start(fleet);
        String init = "/opt/hdfs-throttle/bin/hdfs-throttle init --zookeeper zk1:2181,zk2:2181,zk3:2181 --address ";
        host("coordinator1").output(init + "coordinator1");
        host("coordinator2")
                .output(
                        "scp -p coordinator1:'/etc/hdfs-throttle/*.*' /etc/hdfs-throttle/; rm /etc/hdfs-throttle/*.properties; "
                                + init + "coordinator2");
        COORDINATORS.forEach(this::startCoordinator);
        String names = String.join(" ", Fleet.DATA_NODES);
        host("coordinator1")
                .output("/opt/hdfs-throttle/bin/hdfs-throttle node-key " + names + "; for host in " + names
                        + "; do ssh $host mkdir -p /etc/hdfs-throttle;"
                        + " scp -p /etc/hdfs-throttle/nodes/$host.key $host:/etc/hdfs-throttle/node.key;"
                        + " ssh $host chown hdfs: /etc/hdfs-throttle/node.key; done");
        for (String name : Fleet.DATA_NODES) {
            host(name)
                    .output("/opt/hdfs-throttle/sbin/enable-datanode-hook --hadoop-home /opt/hadoop"
                            + " --coordinator http://coordinator1:9880,http://coordinator2:9880"
                            + " --node-key /etc/hdfs-throttle/node.key");
        }
        fleet.startHdfs();
        host(DESK).output("scp -p coordinator1:/etc/hdfs-throttle/admin.token /etc/hdfs-throttle/");
        script("put", PUT);
        script("reader", READER);
        script("watcher", WATCHER);
        host(DESK).output("touch /tmp/reads /tmp/observations");
        Fleet.DATA_NODES.forEach(name -> background("/srv/reader " + name));
        Fleet.DATA_NODES.forEach(name -> background("/srv/watcher " + name));
        COORDINATORS.forEach(name -> background("/srv/watcher " + name));
        await().atMost(START).until(() -> observations().leader().isPresent());
        await().atMost(START).until(() -> Fleet.DATA_NODES.stream().allMatch(observations()::hasGrant));
    }

    void startCoordinator(String name) {
        startCoordinator(name, "");
    }

    /** Starts it with those variables before its command. */
    void startCoordinator(String name, String environment) {
        host(name)
                .output(
                        "%s setsid nohup /opt/hdfs-throttle/bin/hdfs-throttle coordinator --config /etc/hdfs-throttle/coordinator.properties"
                                        .formatted(environment)
                                + " --set zookeeper.session.timeout=" + SESSION.toSeconds()
                                + "s >>/var/log/hdfs-throttle.log 2>&1 </dev/null & echo $! >/run/coordinator.pid");
    }

    void kill(String coordinator) {
        host(coordinator).output("kill -KILL $(cat /run/coordinator.pid)");
    }

    private void script(String name, String text) {
        host(DESK).output("cat >/srv/" + name + " <<'END'\n#!/bin/bash\n" + text + "END\nchmod +x /srv/" + name);
    }

    private void background(String command) {
        host(DESK).output("setsid nohup " + command + " >/dev/null 2>&1 </dev/null &");
    }

    /** Cuts the lines between that host and those, in both directions. */
    void cut(String name, List<String> others) {
        host(name).cutOffFrom(others);
        others.forEach(other -> host(other).cutOffFrom(List.of(name)));
    }

    /** Restores these lines. */
    void mend(String name, List<String> others) {
        host(name).reconnect();
        others.forEach(other -> host(other).reconnect());
    }

    Host host(String name) {
        return fleet.host(name);
    }

    /** Sets the priority of tenant gold through that coordinator; the status that it answered, 000 for none. */
    String put(String coordinator, int priority) {
        return host(DESK).output("/srv/put " + coordinator + " " + priority + " 5");
    }

    /** The same, again and again until it is done; the milliseconds since 1970 then. */
    long change(String coordinator, int priority) {
        return Long.parseLong(host(DESK)
                .output("until /srv/put " + coordinator + " " + priority
                        + " 5 | grep -q '^20[01]$'; do sleep 0.1; done; date +%s%3N")
                .strip());
    }

    /** The same, from now on in the background: it is answered when the coordinator goes on. */
    void putLater(String coordinator, int priority) {
        host(DESK).output("rm -f /tmp/late /tmp/late.part");
        background("bash -c '/srv/put " + coordinator + " " + priority
                + " 60 >/tmp/late.part; mv /tmp/late.part /tmp/late'");
    }

    /** The answer to that; empty until then. */
    String late() {
        return host(DESK).output("cat /tmp/late 2>/dev/null || true").strip();
    }

    /** The milliseconds since 1970 now, by the clock of the observing host. */
    long now() {
        return Long.parseLong(host(DESK).output("date +%s%3N").strip());
    }

    /** All that was seen so far. */
    GrantObservations observations() {
        return GrantObservations.parse(host(DESK).output("cat /tmp/observations"));
    }

    /** How many reads of that DataNode ended so: {@code read} or {@code failed}. */
    int reads(String dataNode, String end) {
        return Integer.parseInt(host(DESK)
                .output("grep -c '^" + dataNode + " " + end + "$' /tmp/reads || true")
                .strip());
    }

    /** What failed reads said. */
    String readErrors() {
        return host(DESK).output("cat /tmp/reads.errors 2>/dev/null || true");
    }

    @Override
    public void close() {
        fleet.close();
    }
}
