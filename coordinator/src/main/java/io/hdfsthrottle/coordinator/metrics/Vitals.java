package io.hdfsthrottle.coordinator.metrics;

/** What there is to say about a coordinator now; all of it from memory, zero where it does not lead. */
public interface Vitals {
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

    /** Jain's index of what tenants got for each point of priority over the history that counts; NaN where there is none. */
    double fairness();

    /** How many tenants yield. */
    int yielding();

    /** How many tenants have high priority that they bought. */
    int boosting();

    /** What all tenants have, in credits. */
    double credits();

    /** What all disks of nodes move, in bytes a second; each disk once, of nodes that say. */
    double moved();

    /** What of that executors move that were verified. */
    double movedByExecutors();

    /** What of that nobody claims. */
    double movedByNobody();

    /** How many appointments wait. */
    int waitingSlots();

    /** How many appointments have begun. */
    int begunSlots();

    /** Of how many tenants something is forecast. */
    int forecasting();

    /** The mean skill of forecasts of a tenant's next slice, above 0 where they are better than naive ones; NaN where none is known. */
    double skillOfNext();

    /** The same of the mean of the next 15 slices. */
    double skillOfStretch();

    /** The same of the next 15 slices one by one. */
    double skillOfAhead();

    /** How many disks are leased. */
    int leasedDisks();

    /** How many requests wait for disks. */
    int waitingLeases();

    /** How much of what disks can do is wanted, as far as tiers go by it, 0 to 1; NaN where that is not known or there are no tiers. */
    double contention();

    /** Whether files of tiers may move. */
    boolean quiet();

    /** What is to go on from tiers to slower storage, in bytes. */
    double waitingInTiers();

    /** What of that HDFS was asked to move. */
    double movingFromTiers();

    /** With how many tiers there is trouble. */
    int tiersInTrouble();
}
