package io.hdfsthrottle.datanode.host;

import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses that DataNodes are registered with. The NameNodes are asked when somebody calls himself a DataNode whose address is not known,
 * at most every ten minutes, because every DataNode of a cluster may ask. This host's loopback addresses always are: a DataNode is
 * here. Thread-safe.
 */
public final class RegisteredDataNodes implements Predicate<String> {

    static final Duration BETWEEN_REPORTS = Duration.ofMinutes(10);
    static final Duration AFTER_TROUBLE = Duration.ofMinutes(1);

    private static final Logger LOG = LoggerFactory.getLogger(RegisteredDataNodes.class);

    private final Report report;
    private final Ticker ticker;
    private volatile Set<String> known = Set.of();
    private volatile boolean wanted;

    /** Used by the looking thread alone. */
    private long notBeforeNanos;

    private boolean told;

    /** Who knows the addresses. */
    interface Report {
        Set<String> addresses() throws IOException;
    }

    RegisteredDataNodes(Report report, Ticker ticker) {
        this.report = report;
        this.ticker = ticker;
        this.notBeforeNanos = ticker.nanos();
    }

    /** As the NameNodes of that configuration know them; they tell only a superuser of HDFS, as whom DataNodes run. */
    public static RegisteredDataNodes of(Configuration configuration, Ticker ticker) {
        return new RegisteredDataNodes(() -> reported(configuration), ticker);
    }

    private static Set<String> reported(Configuration configuration) throws IOException {
        Set<String> addresses = new HashSet<>();
        for (URI nameNode : DFSUtil.getInternalNsRpcUris(configuration)) {
            try (FileSystem files = FileSystem.newInstance(nameNode, configuration)) {
                if (files instanceof DistributedFileSystem) {
                    for (DatanodeInfo one : ((DistributedFileSystem) files).getDataNodeStats(DatanodeReportType.LIVE)) {
                        addresses.add(one.getIpAddr());
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

    private static boolean isLoopback(String address) {
        return address.startsWith("127.") || address.equals("0:0:0:0:0:0:0:1") || address.equals("::1");
    }

    /** Asks the NameNodes if that is due; takes as long as they do. Called twice a second by one thread. */
    public void look() {
        long now = ticker.nanos();
        if (!wanted || now - notBeforeNanos < 0) {
            return;
        }
        try {
            wanted = false;
            known = Set.copyOf(report.addresses());
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
