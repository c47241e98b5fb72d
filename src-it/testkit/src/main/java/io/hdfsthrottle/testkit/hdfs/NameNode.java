package io.hdfsthrottle.testkit.hdfs;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.io.FileUtils;
import org.apache.commons.io.function.Uncheck;

/** A real NameNode process; its file system is {@code hdfs://host:port}. */
public record NameNode(Rig rig, List<Path> classPath, JavaProcess process, String fileSystem, URI http) {

    private static final String MAIN = "org.apache.hadoop.hdfs.server.namenode.NameNode";
    private static final String SATISFIER = "org.apache.hadoop.hdfs.server.sps.ExternalStoragePolicySatisfier";
    private static final String INFO = "Hadoop:service=NameNode,name=NameNodeInfo";
    private static final Duration START = Duration.ofMinutes(1);

    /** Starts a new file system in the rig's folder, with these settings; {@link #awaitReady} says when it serves. */
    public static NameNode spawn(Rig rig, HadoopHost host, Map<String, String> settings) {
        String rpc = LOOPBACK + ":" + rig.ports().free();
        String http = LOOPBACK + ":" + rig.ports().free();
        Path name = rig.folder("namenode").resolve("name");
        Uncheck.run(() -> FileUtils.copyDirectory(formatted(rig, host).toFile(), name.toFile()));
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
        List<Path> classPath = host.hdfsClassPath(rig.folder("namenode/conf"), site, List.of());
        JavaProcess process = rig.start(host.daemon("namenode", classPath, MAIN));
        return new NameNode(rig, classPath, process, "hdfs://" + rpc, URI.create("http://" + http));
    }

    /** A folder as formatting leaves it, made once for each release of Hadoop. */
    private static Path formatted(Rig rig, HadoopHost host) throws IOException {
        Path folder = rig.repository().root().resolve("src-it/hosts/target/formatted-" + host.release());
        if (Files.isDirectory(folder)) {
            return folder;
        }
        Path fresh = rig.folder("format").resolve("name");
        Map<String, String> site = Map.of(
                "fs.defaultFS",
                "hdfs://127.0.0.1:1",
                "dfs.namenode.name.dir",
                fresh.toUri().toString());
        List<Path> classPath = host.hdfsClassPath(rig.folder("format/conf"), site, List.of());
        rig.start(host.daemon("namenode-format", classPath, MAIN, "-format", "-force", "-nonInteractive"))
                .awaitSuccess(START);
        try {
            return Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException thereOrElsewhere) { // Another JVM may have made it meanwhile; either will do.
            return Files.isDirectory(folder) ? folder : fresh;
        }
    }

    /** Waits until it takes writes; returns itself. */
    public NameNode awaitReady() {
        process.awaitReady(START, () -> "".equals(bean(INFO).get("Safemode")));
        return this;
    }

    boolean hasDataNode(String address) throws IOException {
        Object missing = bean("Hadoop:service=NameNode,name=FSNamesystem").get("MissingBlocks");
        return String.valueOf(bean(INFO).get("LiveNodes")).contains("\"xferaddr\":\"" + address + "\"")
                && "0".equals(String.valueOf(missing));
    }

    /** Starts what moves blocks as storage policies demand; {@code dfs.storage.policy.satisfier.mode=external}. */
    public JavaProcess startSatisfier() {
        return rig.start(JavaCommand.daemon("satisfier", classPath, SATISFIER));
    }

    public Map<String, Object> bean(String name) throws IOException {
        return HadoopHost.bean(http, name);
    }
}
