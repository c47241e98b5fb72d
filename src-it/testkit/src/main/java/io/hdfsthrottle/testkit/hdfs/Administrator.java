package io.hdfsthrottle.testkit.hdfs;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Performs an administrator's operations on a running DataNode, with {@code dfsadmin}. */
final class Administrator {

    private static final String MAIN = "org.apache.hadoop.hdfs.tools.DFSAdmin";
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final Rig rig;
    private final String name;
    private final Path conf;
    private final Map<String, String> site;
    private final List<Path> classPath;
    private final String ipc;
    private int commands;

    Administrator(Rig rig, String name, Path conf, Map<String, String> site, List<Path> classPath, String ipc) {
        this.rig = rig;
        this.name = name;
        this.conf = conf;
        this.site = new LinkedHashMap<>(site);
        this.classPath = classPath;
        this.ipc = ipc;
    }

    String reconfigure(Map<String, String> changes) {
        site.putAll(changes);
        try {
            Files.writeString(conf.resolve("hdfs-site.xml"), SiteXml.of(site));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        dfsadmin("-reconfig", "datanode", ipc, "start");
        String status = "";
        while (!status.contains("finished")) {
            status = dfsadmin("-reconfig", "datanode", ipc, "status");
        }
        if (status.contains("FAILED")) {
            throw new IllegalStateException(name + " refuses " + changes + ": " + status);
        }
        return status;
    }

    void evictWriters() {
        dfsadmin("-evictWriters", ipc);
    }

    void shutDownForUpgrade() {
        dfsadmin("-shutdownDatanode", ipc, "upgrade");
    }

    private String dfsadmin(String... what) {
        commands++;
        JavaProcess process = rig.start(JavaCommand.daemon(name + "-dfsadmin-" + commands, classPath, MAIN, what));
        process.awaitSuccess(PATIENCE);
        try {
            return Files.readString(process.log());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
