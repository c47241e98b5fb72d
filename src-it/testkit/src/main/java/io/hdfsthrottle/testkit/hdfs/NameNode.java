package io.hdfsthrottle.testkit.hdfs;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A real NameNode process, formatted and out of safe mode. */
public final class NameNode {

    private static final String MAIN = "org.apache.hadoop.hdfs.server.namenode.NameNode";
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

    /** Formats a file system in the rig's folder and starts its NameNode. */
    public static NameNode start(Rig rig, HadoopHost host) {
        return start(rig, host, Map.of());
    }

    /** The same with properties of its hdfs-site.xml beyond the required ones. */
    public static NameNode start(Rig rig, HadoopHost host, Map<String, String> settings) {
        String rpc = LOOPBACK + ":" + rig.ports().free();
        String http = LOOPBACK + ":" + rig.ports().free();
        Map<String, String> site = site(rig, rpc, http);
        site.putAll(settings);
        List<Path> classPath = host.classPath(rig.folder("namenode/conf"), site, List.of());
        rig.start(host.daemon("namenode-format", classPath, MAIN, "-format", "-force", "-nonInteractive"))
                .awaitSuccess(START);
        JavaProcess process = rig.start(host.daemon("namenode", classPath, MAIN));
        NameNode nameNode = new NameNode(rig, classPath, process, rpc, URI.create("http://" + http));
        process.awaitReady(START, nameNode::servesWrites);
        return nameNode;
    }

    private static Map<String, String> site(Rig rig, String rpc, String http) {
        Map<String, String> site = new LinkedHashMap<>();
        site.put("fs.defaultFS", "hdfs://" + rpc);
        site.put("dfs.namenode.rpc-address", rpc);
        site.put("dfs.namenode.http-address", http);
        site.put("dfs.namenode.name.dir", rig.folder("namenode/name").toUri().toString());
        site.put("dfs.namenode.safemode.extension", "0");
        site.put("dfs.namenode.datanode.registration.ip-hostname-check", "false"); // Nothing here needs DNS.
        site.put("dfs.namenode.fs-limits.min-block-size", "65536");
        site.put("dfs.replication", "1");
        site.put("dfs.permissions.enabled", "false");
        return site;
    }

    private boolean servesWrites() throws IOException {
        return "".equals(bean("Hadoop:service=NameNode,name=NameNodeInfo").get("Safemode"));
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
     * Creates folders whose files are stored on one kind of disk each, with HDFS's own commands.
     *
     * @param storagePolicies of each folder: {@code HOT} for DISK, {@code ALL_SSD} for SSD, {@code COLD} for ARCHIVE
     */
    public void makeFolders(Map<String, String> storagePolicies) {
        List<String> folders = new ArrayList<>(List.of("-mkdir", "-p"));
        storagePolicies.keySet().forEach(folder -> folders.add(fileSystem() + folder));
        run("mkdir", "org.apache.hadoop.fs.FsShell", folders);
        storagePolicies.forEach((folder, policy) -> run(
                "policy-" + policy,
                "org.apache.hadoop.hdfs.tools.StoragePolicyAdmin",
                List.of("-setStoragePolicy", "-path", fileSystem() + folder, "-policy", policy)));
    }

    /**
     * Starts the storage policy satisfier, which moves blocks as storage policies demand, as {@code hdfs sps}; requires
     * {@code dfs.storage.policy.satisfier.mode=external}.
     */
    public JavaProcess startSatisfier() {
        return rig.start(JavaCommand.daemon("satisfier", classPath, SATISFIER));
    }

    private void run(String what, String main, List<String> arguments) {
        rig.start(JavaCommand.daemon("namenode-" + what, classPath, main, arguments.toArray(String[]::new)))
                .awaitSuccess(START);
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
