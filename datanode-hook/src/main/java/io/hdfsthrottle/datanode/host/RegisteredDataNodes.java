package io.hdfsthrottle.datanode.host;

import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses that DataNodes are registered with. The NameNodes are queried when a peer of unknown address claims to
 * be a DataNode, or may be one and writes where rules match addresses; at most every ten minutes, because every
 * DataNode of a cluster may query them. This host's loopback addresses always count: a DataNode runs here. Thread-safe.
 */
public final class RegisteredDataNodes implements Predicate<String> {

    static final Duration BETWEEN_REPORTS = Duration.ofMinutes(10);
    static final Duration AFTER_TROUBLE = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(RegisteredDataNodes.class);

    private final Report report;
    private final Ticker ticker;
    private final Supplier<String> self;
    private volatile Set<String> known = Set.of();
    private volatile Set<String> others = Set.of();
    private volatile boolean wanted;

    /** Used only by the thread that queries. */
    private long notBeforeNanos;

    private boolean told;

    /** Source of each DataNode's address, by the DataNode's id. */
    interface Report {
        Map<String, String> addresses() throws IOException;
    }

    RegisteredDataNodes(Report report, Supplier<String> self, Ticker ticker) {
        this.report = report;
        this.self = self;
        this.ticker = ticker;
        this.notBeforeNanos = ticker.nanos();
    }

    /** Queries that DataNode's NameNodes; they answer only a superuser of HDFS, which DataNodes run as. */
    public static RegisteredDataNodes of(DataNode dataNode, Ticker ticker) {
        return new RegisteredDataNodes(() -> reported(dataNode.getConf()), dataNode::getDatanodeUuid, ticker);
    }

    private static Map<String, String> reported(Configuration configuration) throws IOException {
        Map<String, String> addresses = new HashMap<>();
        for (URI nameNode : DFSUtil.getInternalNsRpcUris(configuration)) {
            try (FileSystem files = FileSystem.newInstance(nameNode, configuration)) {
                if (files instanceof DistributedFileSystem) {
                    for (DatanodeInfo one : ((DistributedFileSystem) files).getDataNodeStats(DatanodeReportType.LIVE)) {
                        addresses.put(one.getDatanodeUuid(), one.getIpAddr());
                    }
                }
            }
        }
        return addresses;
    }

    @Override
    public boolean test(String address) {
        if (isLoopback(address) || known.contains(address)) {
            return true;
        }
        wanted = true;
        return false;
    }

    /**
     * Whether another DataNode than this one is registered with that address, so that its writes are mostly forwarded
     * ones of a pipeline. A DataNode forwards nothing to itself: what comes from this host's own address is a client's,
     * unless several DataNodes share it.
     */
    public boolean isOthers(String address) {
        boolean other = others.contains(address);
        if (!other && !known.contains(address) && (known.isEmpty() || !isLoopback(address))) {
            wanted = true;
        }
        return other;
    }

    private static boolean isLoopback(String address) {
        return address.startsWith("127.") || address.equals("0:0:0:0:0:0:0:1") || address.equals("::1");
    }

    /** Queries the NameNodes if due; takes as long as they do. Called twice a second by one thread. */
    public void refresh() {
        long now = ticker.nanos();
        if (!wanted || now - notBeforeNanos < 0) {
            return;
        }
        try {
            wanted = false;
            Map<String, String> reported = new HashMap<>(report.addresses());
            known = Set.copyOf(reported.values());
            reported.remove(self.get());
            others = Set.copyOf(reported.values());
            notBeforeNanos = now + BETWEEN_REPORTS.toNanos();
            told = false;
        } catch (IOException | RuntimeException | LinkageError refused) {
            wanted = true;
            notBeforeNanos = now + AFTER_TROUBLE.toNanos();
            if (!told) {
                told = true;
                LOG.warn(
                        "The NameNode does not say which addresses are DataNodes', so copies from addresses that are not"
                                + " known count as those of clients: {}",
                        refused.toString());
            }
        }
    }
}
