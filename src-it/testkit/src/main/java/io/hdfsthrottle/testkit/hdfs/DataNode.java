package io.hdfsthrottle.testkit.hdfs;

import static io.hdfsthrottle.testkit.process.Ports.LOOPBACK;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.testkit.process.JavaCommand;
import io.hdfsthrottle.testkit.process.JavaProcess;
import io.hdfsthrottle.testkit.process.Ports;
import io.hdfsthrottle.testkit.process.Rig;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import javax.net.SocketFactory;
import org.apache.commons.io.function.Uncheck;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationTaskStatus;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.security.UserGroupInformation;

/** A real DataNode process. Started again it has the same name, addresses and data: to HDFS it is the same DataNode. */
public final class DataNode implements AutoCloseable {

    private static final String MAIN = "org.apache.hadoop.hdfs.server.datanode.DataNode";
    private static final String INFO = "Hadoop:service=DataNode,name=DataNodeInfo";
    private static final String HOOK = "io.hdfsthrottle.datanode.ThrottlePlugin";
    private static final Duration START = Duration.ofMinutes(1);

    private final Plan plan;
    private final Map<String, String> site;
    private final JavaProcess process;

    /** What stays the same when a DataNode is started again; its data stays in the rig's folder of this name. */
    private record Plan(Rig rig, HadoopHost host, NameNode nameNode, String name, int transfer, int http, int ipc) {

        Path conf() {
            return rig.folder(name + "/conf");
        }

        Map<String, String> site() {
            Map<String, String> site = new LinkedHashMap<>();
            site.put("fs.defaultFS", nameNode.fileSystem());
            site.put("dfs.datanode.address", LOOPBACK + ":" + transfer);
            site.put("dfs.datanode.http.address", LOOPBACK + ":" + http);
            site.put("dfs.datanode.ipc.address", LOOPBACK + ":" + ipc);
            site.put("dfs.datanode.hostname", LOOPBACK);
            site.put("dfs.datanode.data.dir", rig.folder(name + "/data").toUri().toString());
            site.put("dfs.heartbeat.interval", "1");
            site.put("hadoop.tmp.dir", rig.folder(name + "/tmp").toString());
            return site;
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

        public static Setup hooked(Map<String, String> settings) {
            return new Setup(true, settings, List.of(), UnaryOperator.identity());
        }

        /** The same without the hook and its settings. */
        public Setup plain() {
            Map<String, String> others = new LinkedHashMap<>(settings);
            others.keySet().removeIf(key -> key.startsWith("hdfs.throttle."));
            return new Setup(false, others, additions, changes);
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

        public Setup withFlags(List<String> flags) {
            return startedBy(command -> command.withFlags(flags));
        }

        /** The same with that change of its command, after those there are. */
        public Setup startedBy(UnaryOperator<JavaCommand> change) {
            return new Setup(hook, settings, additions, command -> change.apply(changes.apply(command)));
        }
    }

    private DataNode(Plan plan, Setup setup) {
        this.plan = plan;
        this.site = plan.site();
        site.putAll(setup.settings());
        List<Path> additions = new ArrayList<>(setup.additions());
        if (setup.hook()) {
            site.merge("dfs.datanode.plugins", HOOK, (others, hook) -> hook + "," + others);
            additions.add(plan.rig.repository().datanodeHook());
        }
        List<Path> classPath = plan.host.hdfsClassPath(plan.conf(), site, additions);
        this.process = plan.rig.start(setup.changes().apply(plan.host.daemon(plan.name, classPath, MAIN)));
    }

    /** Starts a DataNode; its NameNode need not serve yet. {@link #awaitReady} says when it does. */
    public static DataNode spawn(Rig rig, HadoopHost host, NameNode nameNode, String name, Setup setup) {
        int transfer = rig.ports().free();
        int http = rig.ports().free();
        return new DataNode(
                new Plan(rig, host, nameNode, name, transfer, http, rig.ports().free()), setup);
    }

    /** Waits until it has registered, the NameNode counts on it and misses no block; returns itself. */
    public DataNode awaitReady() {
        // The NameNode itself counts on a restarted DataNode all the time.
        process.awaitReady(START, () -> String.valueOf(bean(INFO).get("BPServiceActorInfo"))
                .contains("RUNNING"));
        process.awaitReady(START, () -> plan.nameNode.hasDataNode(address()));
        return this;
    }

    /** The same DataNode, which has ended, started again; {@link #awaitReady} says when it serves. */
    public DataNode respawned(Setup setup) {
        return new DataNode(plan, setup);
    }

    /** Changes settings at run time; returns when they are changed, or an IllegalStateException if it refuses one. */
    public void reconfigure(Map<String, String> changes) {
        site.putAll(changes);
        HadoopHost.write(plan.conf().resolve("hdfs-site.xml"), site);
        ClientDatanodeProtocol administrator = administrator();
        Uncheck.run(administrator::startReconfiguration);
        ReconfigurationTaskStatus done = await().atMost(START)
                .until(administrator::getReconfigurationStatus, ReconfigurationTaskStatus::stopped);
        Map<String, String> refused = new TreeMap<>();
        done.getStatus().forEach((change, error) -> error.ifPresent(why -> refused.put(change.prop, why)));
        if (!refused.isEmpty()) {
            throw new IllegalStateException(process.name() + " refuses " + refused);
        }
    }

    /** Makes it end all current writes, so that clients continue without it. */
    public void evictWriters() {
        Uncheck.run(administrator()::evictWriters);
    }

    /** Restarts it as an upgrade does: writing clients wait for it at its address. Returns as soon as it answers. */
    public DataNode upgraded(Setup setup) {
        Uncheck.accept(administrator()::shutdownDatanode, true);
        process.awaitSuccess(START);
        DataNode again = respawned(setup);
        again.process.awaitReady(START, () -> !again.bean(INFO).isEmpty());
        return again;
    }

    private ClientDatanodeProtocol administrator() {
        InetSocketAddress ipc = new InetSocketAddress(Ports.loopback(), plan.ipc);
        return Uncheck.get(() -> DFSUtilClient.createClientDatanodeProtocolProxy(
                ipc, UserGroupInformation.getCurrentUser(), new Configuration(), SocketFactory.getDefault()));
    }

    public Map<String, Object> bean(String name) throws IOException {
        return HadoopHost.bean(http(), name);
    }

    /** Its address for data transfer: {@code host:port}. */
    public String address() {
        return LOOPBACK + ":" + plan.transfer;
    }

    public URI http() {
        return URI.create("http://" + LOOPBACK + ":" + plan.http);
    }

    public JavaProcess process() {
        return process;
    }

    @Override
    public void close() {
        process.close();
    }
}
