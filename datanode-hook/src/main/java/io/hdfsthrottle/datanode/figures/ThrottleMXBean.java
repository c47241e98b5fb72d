package io.hdfsthrottle.datanode.figures;

import java.util.List;

/**
 * The hook's figures as the DataNode shows them: JMX name {@code Hadoop:service=DataNode,name=HdfsThrottle}, and the
 * DataNode's own {@code /jmx} page.
 */
public interface ThrottleMXBean {

    /**
     * {@code PACING}; {@code PASSING} in another mode than {@code enforce}, for a time after too many errors, or at
     * shutdown; {@code OFF} where the hook did not start.
     */
    String getState();

    /** {@code off}, {@code shadow} or {@code enforce}; empty where the hook did not start. */
    String getMode();

    /** Why the state is not {@code PACING}; empty if it is. */
    String getReason();

    /**
     * The basis on which reads are charged: {@code device} or {@code transferred}; empty where the hook did not start.
     */
    String getCharge();

    /** The node's name towards the coordinator. */
    String getNode();

    /** The version of the grant held, {@code epoch.sequence}. */
    String getGrant();

    /** {@code FRESH}; {@code STALE} or {@code EXPIRED}: no coordinator answers; {@code NONE}: none did. */
    String getGrantFreshness();

    /** The time since a coordinator confirmed the grant, in milliseconds. */
    long getGrantAgeMillis();

    /** The hook's errors, all of which were kept from the DataNode; see the log. */
    long getErrors();

    /** How often errors were so frequent that everything passed for a time. */
    long getPassingPeriods();

    /** Clients whose tag was rejected, the sum of the next five; each client counts once per connection and grant. */
    long getRefusedTags();

    /**
     * Tags whose signature is wrong: the node's key is from before the signing key was rotated, or a client invents
     * tags.
     */
    long getForgedTags();

    /** Tags of no live application: its registration expired or ended. */
    long getDeadTags();

    /**
     * Tags that came with the block token of another user than the application's: a client uses another's tag, or the
     * application is registered under a user other than its user in HDFS.
     */
    long getCrossUserTags();

    /** Client names that end like those with a tag but contain none. */
    long getMalformedTags();

    /** Client names of more than 320 characters, in which no tag is looked for. */
    long getOversizeTags();

    /** How often {@code dfsadmin -reconfig} replaced a throttler and the hook put its own back. */
    long getReinstalled();

    /** The longest delay of any call, in milliseconds; bounded by {@code hdfs.throttle.pacing.longest.sleep}. */
    long getLongestSleepMillis();

    /**
     * The used fraction of {@code dfs.datanode.max.transfer.threads}, above 1 while more are lent. Above 0.85,
     * transfer threads run short (docs/settings.md#transfer-threads).
     */
    double getSlotOccupancy();

    /** The transfer threads that the DataNode may have now beyond that setting. */
    int getLentSlots();

    /**
     * The longest that a call may sleep now, in milliseconds, for the tenant that holds most transfer threads for its
     * weight; for tenants within their share, it is always {@code hdfs.throttle.pacing.longest.sleep}.
     */
    long getSleepLimitMillis();

    /**
     * Replicas that clients of this host hold open now and read past the DataNode: such reads are neither paced nor
     * counted. A client keeps them for some minutes after its last read ({@code
     * dfs.client.read.shortcircuit.streams.cache.expiry.ms}). -1 if Hadoop does not report it.
     */
    int getShortCircuitReplicas();

    /** New blocks placed on disks that their own tenant has leased, since the DataNode started. */
    long getBlocksOnOwnLeases();

    /** New blocks placed on disks that other tenants have leased, because there was no room elsewhere. */
    long getBlocksOnOthersLeases();

    /** An entry for each volume that is to be drained for its leaseholder: what is left on it. */
    List<DrainFigures> getDrains();

    /** An entry for each tenant on each volume. */
    List<TenantFigures> getTenants();

    /** An entry for each volume: its capacity, its use, and the sizes of requests. */
    List<DiskFigures> getDisks();

    /** An entry for each executor that is claimed to run on the host. */
    List<ExecutorFigures> getExecutors();

    /** An entry for each I/O path on each volume: the layers that cover it, and why the others do not. */
    List<CoverageFigures> getCoverage();
}
