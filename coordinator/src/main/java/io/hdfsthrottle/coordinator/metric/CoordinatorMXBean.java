package io.hdfsthrottle.coordinator.metric;

/** JMX view of a coordinator; public because JMX requires it. */
public interface CoordinatorMXBean {
    /** Whether it leads. */
    boolean isLeading();

    /** The epoch of its term; 0 while it does not lead. */
    long getEpoch();

    /** The version of the grants it gives out, {@code epoch.sequence}. */
    String getVersion();

    /** How many tenants there are. */
    int getTenants();

    /** How many rules there are. */
    int getRules();

    /** How many applications are alive. */
    int getApplications();

    /** How many nodes reported lately. */
    int getNodes();

    /** How many nodes wait for a change. */
    int getWaitingNodes();
}
