package io.hdfsthrottle.spark.waiting;

import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.scheduler.SparkListenerEvent;

/**
 * An event of the event log: what the application waited so far. A history server that does not have this class drops the event with one line in its log;
 * one that has it has to be able to make it, so this is a bean. All times are milliseconds, summed over operations.
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

    /** An event that says nothing yet; for readers of event logs. */
    public WaitedForBandwidth() {}

    /** The application's id. */
    public String getApplication() {
        return application;
    }

    /** Sets the application's id. */
    public void setApplication(String newApplication) {
        application = newApplication;
    }

    /** In whose share it waited. */
    public String getTenant() {
        return tenant;
    }

    /** Sets in whose share it waited. */
    public void setTenant(String newTenant) {
        tenant = newTenant;
    }

    /** When that was, in milliseconds since 1970. */
    public long getTime() {
        return time;
    }

    /** Sets when that was. */
    public void setTime(long newTime) {
        time = newTime;
    }

    /** How long DataNodes held the application's operations back so far. */
    public long getWaitedMillis() {
        return waitedMillis;
    }

    /** Sets how long DataNodes held the application's operations back so far. */
    public void setWaitedMillis(long newWaitedMillis) {
        waitedMillis = newWaitedMillis;
    }

    /** How long its tasks that have ended ran, summed over tasks. */
    public long getTaskMillis() {
        return taskMillis;
    }

    /** Sets how long its tasks ran. */
    public void setTaskMillis(long newTaskMillis) {
        taskMillis = newTaskMillis;
    }

    /** The part of the wait that belongs to no stage that is known. */
    public long getUnattributedMillis() {
        return unattributedMillis;
    }

    /** Sets the part that belongs to no stage. */
    public void setUnattributedMillis(long newUnattributedMillis) {
        unattributedMillis = newUnattributedMillis;
    }

    /** An estimate of what each stage waited so far, by the stage's id: those of which it is not what the event before said. */
    public Map<String, Long> getStages() {
        return stages;
    }

    /** Sets what each stage waited. */
    public void setStages(Map<String, Long> newStages) {
        stages = new TreeMap<>(newStages);
    }

    /** Why, for people. */
    public String getSentence() {
        return sentence;
    }

    /** Sets why. */
    public void setSentence(String newSentence) {
        sentence = newSentence;
    }
}
