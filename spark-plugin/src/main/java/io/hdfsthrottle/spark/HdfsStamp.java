package io.hdfsthrottle.spark;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.spark.part.DistinguishedParts;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.util.ReflectionUtils;

/**
 * Writes the settings into an application's Hadoop configuration that make its HDFS clients carry the tag.
 *
 * <p>Spark copies this configuration into every job, session and task, in the driver and in executors, so it is written
 * there once. The tag is written before the class, each in one synchronized write: a copy made in between has an unused
 * tag, never a class without a tag.
 *
 * <p>The configuration also leaves the application, as that of a MapReduce job whose containers have no JAR of ours. So
 * it names classes by variables that it defines itself as Hadoop's own. Hadoop prefers system properties of the same
 * name, and only processes with the plugin have these.
 */
final class HdfsStamp {

    /** The key of the tag; {@link TaggedFileSystem} reads it. */
    static final String TAG_KEY = "hdfs.throttle.tag";

    /** The key that makes readers choose replicas by entitlement; {@link TaggedFileSystem} reads it. */
    static final String REPLICAS_KEY = "hdfs.throttle.replicas";

    /** The key of what clients name besides the application; {@link TaggedFileSystem} reads it. */
    static final String PARTS_KEY = "hdfs.throttle.parts";

    static final String CLASS_KEY = "fs.hdfs.impl";

    /** The key of the class that {@code FileContext} uses. */
    static final String CONTEXT_CLASS_KEY = "fs.AbstractFileSystem.hdfs.impl";

    /** The key of the class behind the overload scheme of ViewFs, where {@link #CLASS_KEY} names that scheme. */
    static final String OVERLOADED_CLASS_KEY = "fs.viewfs.overload.scheme.target.hdfs.impl";

    private static final String VARIABLE = "fs.hdfs.throttle.impl";
    private static final String CONTEXT_VARIABLE = "fs.AbstractFileSystem.hdfs.throttle.impl";

    /** By name, so that the check does not need Hadoop's HDFS client on the class path. */
    static final String CLASS_NAME = "io.hdfsthrottle.spark.TaggedFileSystem";

    static final String CONTEXT_CLASS_NAME = "io.hdfsthrottle.spark.TaggedContextFileSystem";

    static final String HADOOP_CONTEXT_CLASS_NAME = "org.apache.hadoop.fs.Hdfs";

    private static final String HADOOP_CLASS_NAME = "org.apache.hadoop.hdfs.DistributedFileSystem";
    private static final String OVERLOAD_SCHEME = "org.apache.hadoop.fs.viewfs.ViewFileSystemOverloadScheme";

    private final Configuration conf;

    HdfsStamp(Configuration conf) {
        this.conf = conf;
    }

    /** From now on, stamped configurations name the tagging classes in this process. */
    static void takeEffectHere() {
        System.setProperty(VARIABLE, CLASS_NAME);
        System.setProperty(CONTEXT_VARIABLE, CONTEXT_CLASS_NAME);
    }

    /** Why the stamp must not be written, in words for the log, or empty when it may. */
    Optional<String> obstacle() {
        String key = classKey();
        String present = conf.getTrimmed(key, HADOOP_CLASS_NAME);
        if (!present.equals(HADOOP_CLASS_NAME) && !present.equals(CLASS_NAME)) {
            return Optional.of(key + " is already " + present + ", which is left in place (do not set " + key
                    + " to have HDFS I/O tagged)");
        }
        try {
            Class<?> loaded = conf.getClassByName(CLASS_NAME);
            ReflectionUtils.newInstance(loaded.asSubclass(FileSystem.class), null);
            return Optional.empty();
        } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
            return Optional.of("Hadoop cannot load " + CLASS_NAME + " (" + e
                    + "); the plugin's JAR and Hadoop's HDFS client must be on the same class path");
        }
    }

    /** The key that names the class of {@code hdfs://}: ViewFs may wrap it. */
    private String classKey() {
        return OVERLOAD_SCHEME.equals(conf.getTrimmed(CLASS_KEY)) ? OVERLOADED_CLASS_KEY : CLASS_KEY;
    }

    /** Why I/O through {@code FileContext} stays untagged, in words for the log, or empty when it is tagged. */
    Optional<String> obstacleOfContexts() {
        String present = conf.getTrimmed(CONTEXT_CLASS_KEY, HADOOP_CONTEXT_CLASS_NAME);
        return present.equals(HADOOP_CONTEXT_CLASS_NAME) || present.equals(CONTEXT_CLASS_NAME)
                ? Optional.empty()
                : Optional.of(CONTEXT_CLASS_KEY + " is already " + present + ", which is left in place");
    }

    /** Writes the stamp, or renews its tag. */
    void put(AppTag tag) {
        takeEffectHere();
        conf.set(TAG_KEY, tag.toString());
        nameClasses();
    }

    /** Names the classes anew where the application has named Hadoop's own meanwhile; whether it had. */
    boolean takeBack() {
        boolean another = !named(VARIABLE).equals(conf.getRaw(classKey()));
        if (another) {
            nameClasses();
        }
        return another;
    }

    private void nameClasses() {
        name(classKey(), VARIABLE, HADOOP_CLASS_NAME);
        if (obstacleOfContexts().isEmpty()) {
            name(CONTEXT_CLASS_KEY, CONTEXT_VARIABLE, HADOOP_CONTEXT_CLASS_NAME);
        }
    }

    private static String named(String variable) {
        return "${" + variable + "}";
    }

    private void name(String key, String variable, String hadoops) {
        conf.set(variable, hadoops);
        conf.set(key, named(variable));
    }

    /** Makes tagged HDFS clients choose replicas by entitlement. */
    void chooseReplicas() {
        conf.set(REPLICAS_KEY, ThrottleSettings.BY_ENTITLEMENT);
    }

    /** Sets how tagged HDFS clients may read replicas on their own host. */
    void shortCircuit(ShortCircuit allowed) {
        conf.set(PacedReads.SHORT_CIRCUIT_KEY, allowed.label());
    }

    /** Leaves hedged reads of tagged clients to HDFS's own settings. */
    void hedgeReads() {
        conf.set(PacedReads.HEDGED_KEY, PacedReads.HDFS);
    }

    /** Sets what tagged HDFS clients name besides the application. */
    void distinguish(DistinguishedParts parts) {
        parts.written().ifPresent(written -> conf.set(PARTS_KEY, written));
    }
}
