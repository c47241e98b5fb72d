package io.hdfsthrottle.coordinator.metric;

/** JMX view of a coordinator; public because JMX requires it. */
public interface CoordinatorMXBean {
    /** Whether it leads. */
    boolean isLeading();

    /** The epoch of its term; 0 while it does not lead. */
    long getEpoch();

    /** The version of the grants it gives out, {@code epoch.sequence}. */
    String getVersion();

    /** Tenants; 0 on followers. */
    int getTenants();

    /** Rules; 0 on followers. */
    int getRules();

    /** Registered applications; 0 on followers. */
    int getApplications();

    /** DataNodes that reported lately. */
    int getNodes();

    /** DataNodes whose request for the next grant is open. */
    int getWaitingNodes();
}
