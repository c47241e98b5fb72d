package io.hdfsthrottle.testkit.hdfs;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** A real DataNode process. Started again it has the same name, addresses and data: to HDFS it is the same DataNode. */
public final class DataNode implements AutoCloseable {

    private static final String MAIN = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    private static final String PLUGINS = "dfs.datanode.plugins";
    private static final String HOOK = "io.hdfsthrottle.datanode.ThrottlePlugin";
    private static final Duration START = Duration.ofMinutes(1);

    private final Plan plan;
    private final Map<String, String> site;
    private final JavaProcess process;

    /**
     * What stays the same when a DataNode is started again.
     *
     * @param name its data stays in the rig's folder of this name
     */
    private record Plan(Rig rig, HadoopHost host, NameNode nameNode, String name, int transfer, int http, int ipc) {

        static Plan of(Rig rig, HadoopHost host, NameNode nameNode, String name) {
            Ports ports = rig.ports();
            return new Plan(rig, host, nameNode, name, ports.free(), ports.free(), ports.free());
        }

        String address() {
            return LOOPBACK + ":" + transfer;
        }

        Administrator administrator() {
            return new Administrator(new InetSocketAddress(Ports.loopback(), ipc));
        }

        Map<String, String> site() {
            Map<String, String> site = new LinkedHashMap<>();
            site.put("fs.defaultFS", nameNode.fileSystem());
            site.put("dfs.datanode.address", address());
            site.put("dfs.datanode.http.address", LOOPBACK + ":" + http);
            site.put("dfs.datanode.ipc.address", LOOPBACK + ":" + ipc);
            site.put("dfs.datanode.hostname", LOOPBACK);
            site.put("dfs.datanode.data.dir", rig.folder(name + "/data").toUri().toString());
            site.put("dfs.heartbeat.interval", "1");
            site.put("hadoop.tmp.dir", rig.folder(name + "/tmp").toString());
            return site;
        }

        Path conf() {
            return rig.folder(name + "/conf");
        }

        DataNode started(Setup setup) {
            Map<String, String> site = site();
            site.putAll(setup.settings());
            List<Path> additions = new ArrayList<>(setup.additions());
            if (setup.hook()) {
                site.merge(PLUGINS, HOOK, (others, hook) -> hook + "," + others);
                additions.add(rig.repository().datanodeHook());
            }
            JavaCommand command = host.daemon(name, host.classPath(conf(), site, additions), MAIN);
            return new DataNode(this, site, rig.start(setup.changes().apply(command)));
        }
    }

    /**
     * How a DataNode is started.
     *
     * @param hook whether it has the hook's JAR and loads the plugin
     * @param settings properties of its hdfs-site.xml beyond the required ones; other plugins are loaded besides the hook
     * @param additions JARs and folders before the hook's
     * @param changes of its command: flags, another Java, another user
     */
    public record Setup(
            boolean hook, Map<String, String> settings, List<Path> additions, UnaryOperator<JavaCommand> changes) {

        /** With the hook and these settings. */
        public static Setup hooked(Map<String, String> settings) {
            return new Setup(true, settings, List.of(), UnaryOperator.identity());
        }

        /** Without the hook. */
        public static Setup plain(Map<String, String> settings) {
            return new Setup(false, settings, List.of(), UnaryOperator.identity());
        }

        /** The same with these settings overriding the current ones. */
        public Setup with(Map<String, String> changes) {
            Map<String, String> all = new LinkedHashMap<>(settings);
            all.putAll(changes);
            return new Setup(hook, all, additions, this.changes);
        }

        /** The same with these JARs and folders on its class path. */
        public Setup adding(List<Path> more) {
            return new Setup(hook, settings, more, changes);
        }

        /** The same with these flags for its JVM. */
        public Setup withFlags(List<String> flags) {
            return startedBy(command -> command.withFlags(flags));
        }

        /** The same with that change of its command, after those there are. */
        public Setup startedBy(UnaryOperator<JavaCommand> change) {
            return new Setup(hook, settings, additions, command -> change.apply(changes.apply(command)));
        }
    }

    private DataNode(Plan plan, Map<String, String> site, JavaProcess process) {
        this.plan = plan;
        this.site = site;
        this.process = process;
    }

    /** Starts a DataNode; its NameNode need not serve yet. {@link #awaitReady} says when it does. */
    public static DataNode spawn(Rig rig, HadoopHost host, NameNode nameNode, String name, Setup setup) {
        return Plan.of(rig, host, nameNode, name).started(setup);
    }

    /** Waits until it has registered, the NameNode counts on it and misses no block; returns itself. */
    public DataNode awaitReady() {
        // The NameNode itself counts on a restarted DataNode all the time.
        process.awaitReady(START, this::isRegistered);
        process.awaitReady(START, () -> plan.nameNode().hasDataNode(address()));
        return this;
    }

    /** The same DataNode, which has ended, started again; {@link #awaitReady} says when it serves. */
    public DataNode respawned(Setup setup) {
        return plan.started(setup);
    }

    /**
     * Changes settings at run time; returns when they are changed.
     *
     * @throws IllegalStateException if it refuses one
     */
    public void reconfigure(Map<String, String> changes) {
        site.putAll(changes);
        try {
            Files.writeString(plan.conf().resolve("hdfs-site.xml"), SiteXml.of(site));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> refused = plan.administrator().reconfigure();
        if (!refused.isEmpty()) {
            throw new IllegalStateException(process.name() + " refuses " + refused);
        }
    }

    /** Makes it end all current writes, so that clients continue without it. */
    public void evictWriters() {
        plan.administrator().evictWriters();
    }

    /**
     * Restarts it as an upgrade does: writing clients are told to wait for it, and find it again at its address.
     * Returns as soon as it answers.
     */
    public DataNode upgraded(Setup setup) {
        plan.administrator().shutDownForUpgrade();
        process.awaitSuccess(START);
        DataNode again = plan.started(setup);
        again.process.awaitReady(START, again::answers);
        return again;
    }

    private boolean isRegistered() throws IOException {
        return String.valueOf(bean("Hadoop:service=DataNode,name=DataNodeInfo").get("BPServiceActorInfo"))
                .contains("RUNNING");
    }

    private boolean answers() throws IOException {
        return !bean("Hadoop:service=DataNode,name=DataNodeInfo").isEmpty();
    }

    /** The attributes of one of its JMX beans. */
    public Map<String, Object> bean(String name) throws IOException {
        return Jmx.bean(http(), name);
    }

    /** The names of its JMX beans that match the pattern; an IOException when none does. */
    public List<String> beanNames(String pattern) throws IOException {
        return Jmx.names(http(), pattern);
    }

    /** Its address for data transfer: {@code host:port}. */
    public String address() {
        return plan.address();
    }

    /** Its web address. */
    public URI http() {
        return URI.create("http://" + LOOPBACK + ":" + plan.http());
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
