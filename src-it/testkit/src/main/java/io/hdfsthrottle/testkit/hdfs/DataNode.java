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
import java.util.function.UnaryOperator;

/** A real DataNode process, registered with its NameNode. */
public final class DataNode implements AutoCloseable {

    private static final String MAIN = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    private static final Duration START = Duration.ofMinutes(1);

    private final Rig rig;
    private final JavaCommand command;
    private final JavaProcess process;
    private final String address;
    private final URI http;
    private final Administrator administrator;

    private DataNode(
            Rig rig, JavaCommand command, JavaProcess process, String address, URI http, Administrator administrator) {
        this.rig = rig;
        this.command = command;
        this.process = process;
        this.address = address;
        this.http = http;
        this.administrator = administrator;
    }

    /**
     * Starts a DataNode. Restarted under the same name after it was closed, it serves the same blocks.
     *
     * @param name its data stays in the rig's folder of this name
     * @param settings properties of its hdfs-site.xml beyond the required ones
     * @param additions what to put before Hadoop's own JARs, for instance the hook
     */
    public static DataNode start(
            Rig rig,
            HadoopHost host,
            NameNode nameNode,
            String name,
            Map<String, String> settings,
            List<Path> additions) {
        return start(rig, host, nameNode, name, settings, additions, UnaryOperator.identity());
    }

    /** The same, with other JVM flags or on another Java. */
    public static DataNode start(
            Rig rig,
            HadoopHost host,
            NameNode nameNode,
            String name,
            Map<String, String> settings,
            List<Path> additions,
            UnaryOperator<JavaCommand> changes) {
        String address = LOOPBACK + ":" + rig.ports().free();
        String http = LOOPBACK + ":" + rig.ports().free();
        String ipc = LOOPBACK + ":" + rig.ports().free();
        Map<String, String> site = new LinkedHashMap<>();
        site.put("fs.defaultFS", nameNode.fileSystem());
        site.put("dfs.datanode.address", address);
        site.put("dfs.datanode.http.address", http);
        site.put("dfs.datanode.ipc.address", ipc);
        site.put("dfs.datanode.hostname", LOOPBACK);
        site.put("dfs.datanode.data.dir", rig.folder(name + "/data").toUri().toString());
        site.put("dfs.heartbeat.interval", "1");
        site.putAll(settings);
        Path conf = rig.folder(name + "/conf");
        List<Path> classPath = host.classPath(conf, site, additions);
        JavaCommand command = changes.apply(host.daemon(name, classPath, MAIN));
        JavaProcess process = rig.start(command);
        process.awaitReady(START, () -> nameNode.hasDataNode(address));
        return new DataNode(
                rig,
                command,
                process,
                address,
                URI.create("http://" + http),
                new Administrator(rig, name, conf, site, classPath, ipc));
    }

    /**
     * Changes settings at run time; returns its answer once it reports that they are changed.
     *
     * @throws IllegalStateException if it refuses
     */
    public String reconfigure(Map<String, String> changes) {
        return administrator.reconfigure(changes);
    }

    /** Makes it end all current writes, so that clients continue without it. */
    public void evictWriters() {
        administrator.evictWriters();
    }

    /**
     * Restarts it as an upgrade does: writing clients are told to wait for it, and find it again at its address.
     * Returns as soon as it answers.
     */
    public DataNode upgraded() {
        administrator.shutDownForUpgrade();
        process.awaitSuccess(START);
        DataNode again = new DataNode(rig, command, rig.start(command), address, http, administrator);
        again.process.awaitReady(START, () -> !again.bean("Hadoop:service=DataNode,name=DataNodeInfo")
                .isEmpty());
        return again;
    }

    /** The attributes of one of its JMX beans. */
    public Map<String, Object> bean(String name) throws IOException {
        return Jmx.bean(http, name);
    }

    /** The names of its JMX beans that match the pattern; an IOException when none does. */
    public List<String> beanNames(String pattern) throws IOException {
        return Jmx.names(http, pattern);
    }

    /** Its address for data transfer: {@code host:port}. */
    public String address() {
        return address;
    }

    /** Its web address. */
    public URI http() {
        return http;
    }

    /** The process itself. */
    public JavaProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
