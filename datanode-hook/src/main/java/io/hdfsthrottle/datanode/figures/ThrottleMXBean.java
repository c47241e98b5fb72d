package io.hdfsthrottle.datanode.figures;

import java.util.List;

/**
 * The hook's figures as the DataNode shows them: JMX name {@code Hadoop:service=DataNode,name=HdfsThrottle}, and the
 * DataNode's own {@code /jmx} page.
 */
public interface ThrottleMXBean {

    /** {@code PACING}; {@code PASSING} for a time after too many errors, or at shutdown; {@code OFF} where the hook did not start. */
    String getState();

    /** Why the state is not {@code PACING}; empty if it is. */
    String getReason();

    /** What reads are charged: {@code device} or {@code transferred}; empty where the hook did not start. */
    String getCharge();

    /** What the node calls itself towards the coordinator. */
    String getNode();

    /** The version of the grant held, {@code epoch.sequence}. */
    String getGrant();

    /** {@code FRESH}, {@code STALE}, {@code EXPIRED} or {@code NONE}. */
    String getGrantFreshness();

    /** How long ago a coordinator confirmed the grant, in milliseconds. */
    long getGrantAgeMillis();

    /** Errors of the hook that the DataNode was kept from. */
    long getErrors();

    /** How often so many errors came that everything passed for a time. */
    long getPassingPeriods();

    /** Clients whose tag did not count, for whatever reason; each once a connection and grant. */
    long getRefusedTags();

    /** Those of them whose signature is wrong. */
    long getForgedTags();

    /** Those that name no application that is alive. */
    long getDeadTags();

    /** Those that came with the block token of another user than the application's. */
    long getCrossUserTags();

    /** Those that are not written as tags are. */
    long getMalformedTags();

    /** Those in client names that are too long to be looked at. */
    long getOversizeTags();

    /** How often another had taken a throttler's place and the hook took it back. */
    long getReinstalled();

    /** The longest that any call slept, in milliseconds. */
    long getLongestSleepMillis();

    /** The part that is taken of {@code dfs.datanode.max.transfer.threads}: 0 and up, above 1 while more are lent. */
    double getSlotOccupancy();

    /** How many transfer threads more than that the DataNode may have now. */
    int getLentSlots();

    /**
     * The longest that a call may sleep now, in milliseconds, of the tenant that holds most of the transfer threads for its
     * weight; of those within their share, it is always {@code hdfs.throttle.pacing.longest.sleep}.
     */
    long getSleepLimitMillis();

    /**
     * Replicas whose files clients of this host hold now and read past the DataNode: nobody paces or counts what they read. -1 if that is not known.
     */
    int getShortCircuitReplicas();

    /** New blocks that went to disks that their own tenant has leased, since the DataNode started. */
    long getBlocksOnOwnLeases();

    /** New blocks that went to disks that others have leased, because there was no room elsewhere. */
    long getBlocksOnOthersLeases();

    /** One entry for every volume that is to be drained for its leaseholder: what is left there. */
    List<DrainFigures> getDrains();

    /** One entry for every tenant on every volume. */
    List<TenantFigures> getTenants();

    /** One entry for every volume: what its disk can give, and how it is asked. */
    List<DiskFigures> getDisks();

    /** One entry for every executor that is said to run on the host: what was made of it. */
    List<ExecutorFigures> getExecutors();

    /** One entry for every way that bytes go on every volume: what covers it, and why not what does not. */
    List<CoverFigures> getCoverage();
}
