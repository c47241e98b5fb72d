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

    /** {@code FRESH}, {@code STALE}, {@code EXPIRED} or {@code NONE}. */
    String getGrantFreshness();

    /** The time since a coordinator confirmed the grant, in milliseconds. */
    long getGrantAgeMillis();

    /** The number of the hook's errors, all of which were kept from the DataNode. */
    long getErrors();

    /** How often errors were so frequent that everything passed for a time. */
    long getPassingPeriods();

    /** The number of clients whose tag was rejected for any reason; each counts once per connection and grant. */
    long getRefusedTags();

    /** Of those, the tags whose signature is wrong. */
    long getForgedTags();

    /** Of those, the tags that name no live application. */
    long getDeadTags();

    /** Of those, the tags that came with the block token of another user than the application's. */
    long getCrossUserTags();

    /** Of those, the tags with a syntax error. */
    long getMalformedTags();

    /** Of those, the tags in client names that are too long to be parsed. */
    long getOversizeTags();

    /** How often the hook's throttler was replaced and the hook put it back. */
    long getReinstalled();

    /** The longest that any call slept, in milliseconds. */
    long getLongestSleepMillis();

    /** The used fraction of {@code dfs.datanode.max.transfer.threads}: from 0, above 1 while more are lent. */
    double getSlotOccupancy();

    /** The number of transfer threads that the DataNode may have now beyond that setting. */
    int getLentSlots();

    /**
     * The longest that a call may sleep now, in milliseconds, for the tenant that holds most transfer threads for its
     * weight; for tenants within their share, it is always {@code hdfs.throttle.pacing.longest.sleep}.
     */
    long getSleepLimitMillis();

    /**
     * The number of replicas that clients of this host hold open now and read past the DataNode: such reads are neither
     * paced nor counted. -1 if unknown.
     */
    int getShortCircuitReplicas();

    /** New blocks placed on disks that their own tenant has leased, since the DataNode started. */
    long getBlocksOnOwnLeases();

    /** New blocks placed on disks that other tenants have leased, because there was no room elsewhere. */
    long getBlocksOnOthersLeases();

    /** One entry for every volume that is to be drained for its leaseholder: what is left on it. */
    List<DrainFigures> getDrains();

    /** One entry for every tenant on every volume. */
    List<TenantFigures> getTenants();

    /** One entry for every volume: its disk's capacity and request sizes. */
    List<DiskFigures> getDisks();

    /** One entry for every executor that claims to run on the host: its verification state. */
    List<ExecutorFigures> getExecutors();

    /** One entry for every I/O path on every volume: the layers that cover it, and why the others do not. */
    List<CoverageFigures> getCoverage();
}
