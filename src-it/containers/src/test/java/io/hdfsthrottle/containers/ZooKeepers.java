package io.hdfsthrottle.containers;

import java.util.List;

/** An ensemble of three, on hosts of its own where hdfs-throttle is unpacked: its JARs are those. */
final class ZooKeepers {

    static final List<String> NAMES = List.of("zk1", "zk2", "zk3");

    private ZooKeepers() {}

    static void start(Fleet fleet) {
        NAMES.forEach(name -> fleet.host(name).output("""
                mkdir -p /var/lib/zookeeper
                echo %s >/var/lib/zookeeper/myid
                cat >/srv/zoo.cfg <<'END'
                tickTime=1000
                initLimit=20
                syncLimit=5
                dataDir=/var/lib/zookeeper
                clientPort=2181
                admin.enableServer=false
                server.1=zk1:2888:3888
                server.2=zk2:2888:3888
                server.3=zk3:2888:3888
                END
                setsid nohup java -Xmx128m -cp '/opt/hdfs-throttle/lib/coordinator/*' \\
                  org.apache.zookeeper.server.quorum.QuorumPeerMain /srv/zoo.cfg >/var/log/zookeeper.log 2>&1 </dev/null &
                """.formatted(name.substring("zk".length()))));
    }
}
