package io.hdfsthrottle.testkit.hdfs;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A real NameNode process. */
public final class NameNode {

    static final String MAIN = "org.apache.hadoop.hdfs.server.namenode.NameNode";
    private static final String SATISFIER = "org.apache.hadoop.hdfs.server.sps.ExternalStoragePolicySatisfier";
    private static final Duration START = Duration.ofMinutes(1);

    private final Rig rig;
    private final List<Path> classPath;
    private final JavaProcess process;
    private final String rpc;
    private final URI http;

    private NameNode(Rig rig, List<Path> classPath, JavaProcess process, String rpc, URI http) {
        this.rig = rig;
        this.classPath = classPath;
        this.process = process;
        this.rpc = rpc;
        this.http = http;
    }

    /**
     * Starts the NameNode of a new file system in the rig's folder; {@link #awaitReady} says when it serves.
     *
     * @param settings properties of its hdfs-site.xml beyond the required ones
     */
    public static NameNode spawn(Rig rig, HadoopHost host, Map<String, String> settings) {
        String rpc = LOOPBACK + ":" + rig.ports().free();
        String http = LOOPBACK + ":" + rig.ports().free();
        Path name = rig.folder("namenode").resolve("name");
        FormattedName.of(rig, host).copyTo(name);
        Map<String, String> site = new LinkedHashMap<>();
        site.put("fs.defaultFS", "hdfs://" + rpc);
        site.put("dfs.namenode.rpc-address", rpc);
        site.put("dfs.namenode.http-address", http);
        site.put("dfs.namenode.name.dir", name.toUri().toString());
        site.put("dfs.namenode.safemode.extension", "0");
        site.put("dfs.namenode.datanode.registration.ip-hostname-check", "false"); // Nothing here needs DNS.
        site.put("dfs.namenode.fs-limits.min-block-size", "65536");
        site.put("dfs.replication", "1");
        site.put("dfs.permissions.enabled", "false");
        site.putAll(settings);
        List<Path> classPath = host.classPath(rig.folder("namenode/conf"), site, List.of());
        JavaProcess process = rig.start(host.daemon("namenode", classPath, MAIN));
        return new NameNode(rig, classPath, process, rpc, URI.create("http://" + http));
    }

    /** Waits until it takes writes; returns itself. */
    public NameNode awaitReady() {
        process.awaitReady(START, () -> ""
                .equals(bean("Hadoop:service=NameNode,name=NameNodeInfo").get("Safemode")));
        return this;
    }

    /** Whether the DataNode at this address is alive and no block is missing. */
    boolean hasDataNode(String address) throws IOException {
        return String.valueOf(bean("Hadoop:service=NameNode,name=NameNodeInfo").get("LiveNodes"))
                        .contains("\"xferaddr\":\"" + address + "\"")
                && "0"
                        .equals(String.valueOf(bean("Hadoop:service=NameNode,name=FSNamesystem")
                                .get("MissingBlocks")));
    }

    /**
     * Starts the storage policy satisfier, which moves blocks as storage policies demand, as {@code hdfs sps}; requires
     * {@code dfs.storage.policy.satisfier.mode=external}.
     */
    public JavaProcess startSatisfier() {
        return rig.start(JavaCommand.daemon("satisfier", classPath, SATISFIER));
    }

    /** The attributes of one of its JMX beans. */
    public Map<String, Object> bean(String name) throws IOException {
        return Jmx.bean(http, name);
    }

    /** The file system's URI: {@code hdfs://host:port}. */
    public String fileSystem() {
        return "hdfs://" + rpc;
    }

    /** Its web address. */
    public URI http() {
        return http;
    }

    /** The process itself. */
    public JavaProcess process() {
        return process;
    }
}
