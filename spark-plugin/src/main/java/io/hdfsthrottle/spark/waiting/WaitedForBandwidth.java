package io.hdfsthrottle.spark.waiting;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * Spark event with the time that the application was throttled so far. A history server without this class drops the
 * event with one line in its log; one that has it must be able to construct it, so this is a bean. All times are
 * milliseconds, summed over operations.
 */
public final class WaitedForBandwidth implements SparkListenerEvent {

    private String application = "";
    private String tenant = "";
    private long time;
    private long waitedMillis;
    private long taskMillis;
    private long unattributedMillis;
    private Map<String, Long> stages = new TreeMap<>();
    private String sentence = "";

    /** An empty event; for readers of event logs. */
    public WaitedForBandwidth() {}

    /** The application's id. */
    public String getApplication() {
        return application;
    }

    /** Sets the application's id. */
    public void setApplication(String newApplication) {
        application = newApplication;
    }

    /** The tenant in whose share it waited. */
    public String getTenant() {
        return tenant;
    }

    /** Sets the tenant in whose share it waited. */
    public void setTenant(String newTenant) {
        tenant = newTenant;
    }

    /** The time of the figures, in milliseconds since 1970. */
    public long getTime() {
        return time;
    }

    /** Sets the time of the figures. */
    public void setTime(long newTime) {
        time = newTime;
    }

    /** How long DataNodes throttled the application's operations so far. */
    public long getWaitedMillis() {
        return waitedMillis;
    }

    /** Sets how long DataNodes throttled the application's operations so far. */
    public void setWaitedMillis(long newWaitedMillis) {
        waitedMillis = newWaitedMillis;
    }

    /** The run time of its ended tasks, summed over tasks. */
    public long getTaskMillis() {
        return taskMillis;
    }

    /** Sets the run time of its ended tasks. */
    public void setTaskMillis(long newTaskMillis) {
        taskMillis = newTaskMillis;
    }

    /** The part of the wait that belongs to no known stage. */
    public long getUnattributedMillis() {
        return unattributedMillis;
    }

    /** Sets the part that belongs to no known stage. */
    public void setUnattributedMillis(long newUnattributedMillis) {
        unattributedMillis = newUnattributedMillis;
    }

    /** An estimate of each stage's wait so far, by the stage's id: those that changed since the previous event. */
    public Map<String, Long> getStages() {
        return stages;
    }

    /** Sets each stage's wait. */
    public void setStages(Map<String, Long> newStages) {
        stages = new TreeMap<>(newStages);
    }

    /** The reason, in readable form. */
    public String getSentence() {
        return sentence;
    }

    /** Sets the reason. */
    public void setSentence(String newSentence) {
        sentence = newSentence;
    }
}
