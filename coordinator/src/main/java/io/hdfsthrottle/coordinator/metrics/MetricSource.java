package io.hdfsthrottle.coordinator.metrics;

/** Current state of a coordinator as metrics; read from memory, zero while it does not lead. */
public interface MetricSource {
    /** Whether it leads. */
    boolean leading();

    /** The epoch of its term. */
    long epoch();

    /** How many changes there were in its term. */
    long sequence();

    /** How many tenants there are. */
    int tenants();

    /** How many rules there are. */
    int rules();

    /** How many applications are alive. */
    int applications();

    /** How many nodes reported lately. */
    int nodes();

    /** How many nodes wait for a change. */
    int waitingNodes();

    /** Jain's fairness index of what tenants got per point of priority over the history; NaN if there is none. */
    double fairness();

    /** How many tenants yield. */
    int yielding();

    /** How many tenants have bought high priority. */
    int boosting();

    /** Total credits of all tenants. */
    double credits();

    /** Throughput of all disks of nodes that report it, in bytes per second; counts each disk once. */
    double moved();

    /** The part of it that verified executors cause. */
    double movedByExecutors();

    /** The part of it that neither HDFS nor verified executors cause. */
    double movedByNobody();

    /** How many appointments wait. */
    int waitingSlots();

    /** How many appointments have begun. */
    int begunSlots();

    /** Number of tenants with a forecast. */
    int forecasting();

    /**
     * The mean skill of forecasts of a tenant's next slice, above 0 where they are better than naive ones; NaN where
     * none is known.
     */
    double skillOfNext();

    /** The same of the mean of the next 15 slices. */
    double skillOfStretch();

    /** The same of the next 15 slices one by one. */
    double skillOfAhead();

    /** How many disks are leased. */
    int leasedDisks();

    /** How many requests wait for disks. */
    int waitingLeases();

    /**
     * Contention of the disks as tiers use it: demand as a part of capacity, 0 to 1; NaN if unknown or without tiers.
     */
    double contention();

    /** Whether files of tiers may move. */
    boolean quiet();

    /** Bytes that wait to move from tiers to slower storage. */
    double waitingInTiers();

    /** Bytes of tiers that HDFS was asked to move. */
    double movingFromTiers();

    /** Number of tiers in trouble. */
    int tiersInTrouble();
}
