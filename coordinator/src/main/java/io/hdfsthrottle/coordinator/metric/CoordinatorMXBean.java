package io.hdfsthrottle.coordinator.metric;

/** JMX view of a coordinator; public because JMX requires it. */
public interface CoordinatorMXBean {
    boolean isLeading();

    /** The epoch of its term; 0 while it does not lead. */
    long getEpoch();

    /** The version of the grants it gives out, {@code epoch.sequence}. */
    String getVersion();

    int getTenants();

    int getRules();

    int getApplications();

    /** How many nodes reported lately. */
    int getNodes();

    int getWaitingNodes();
}
