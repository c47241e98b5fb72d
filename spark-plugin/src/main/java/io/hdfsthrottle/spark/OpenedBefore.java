package io.hdfsthrottle.spark;

import io.hdfsthrottle.identity.AppTag;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.spark.SparkConf;
import scala.Tuple2;

/**
 * Lists the HDFS clients that a process opened before the application had a tag: their class and the file system.
 *
 * <p>Hadoop does not list its cached file systems. It returns the cached one for an address, so the addresses in the
 * application's settings are looked up.
 */
final class OpenedBefore {

    /** The most that are looked up and listed. */
    static final int MOST = 8;

    private static final String SCHEME = "hdfs";
    private static final Duration MOMENT = Duration.ofSeconds(2);

    private static final List<String> FETCHED =
            List.of("spark.jars", "spark.files", "spark.archives", "spark.submit.pyFiles");

    private OpenedBefore() {}

    /** The HDFS file systems named in an application's settings. */
    static Set<URI> addresses(SparkConf conf) {
        Set<URI> addresses = new TreeSet<>();
        for (Tuple2<String, String> setting : conf.getAll()) {
            addAll(setting._2(), addresses);
        }
        return addresses;
    }

    /** Those from which an executor fetches files before its first task. */
    static Set<URI> fetchedFrom(SparkConf conf) {
        Set<URI> addresses = new TreeSet<>();
        FETCHED.forEach(key -> addAll(conf.get(key, ""), addresses));
        return addresses;
    }

    private static void addAll(String values, Set<URI> addresses) {
        for (String value : values.split(",", -1)) {
            add(value.trim(), addresses);
        }
    }

    private static void add(String value, Set<URI> addresses) {
        if (!value.startsWith(SCHEME + ":") || addresses.size() == MOST) {
            return;
        }
        try {
            URI whole = URI.create(value);
            if (whole.getAuthority() != null) {
                addresses.add(URI.create(SCHEME + "://" + whole.getAuthority()));
            }
        } catch (IllegalArgumentException malformed) {
            // No file system could be opened by it.
        }
    }

    /** The same as {@link #named}, but none after a timeout: host names are resolved. */
    static List<String> namedSoon(Configuration stamped, AppTag tag, Set<URI> addresses)
            throws InterruptedException, ExecutionException {
        FutureTask<List<String>> asking = new FutureTask<>(() -> named(stamped, tag, addresses));
        Thread daemon = new Thread(asking, "hdfs-throttle-opened");
        daemon.setDaemon(true);
        daemon.start();
        try {
            return asking.get(MOMENT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException unknown) {
            asking.cancel(true);
            return List.of();
        }
    }

    /**
     * Those with another tag, or none.
     *
     * @param stamped the application's Hadoop configuration, with the tag: a file system that is not open yet is opened
     * with it, which contacts no server
     * @param addresses the file systems to look up
     */
    static List<String> named(Configuration stamped, AppTag tag, Set<URI> addresses) {
        List<String> named = new ArrayList<>();
        Set<URI> all = new TreeSet<>(addresses);
        add(FileSystem.getDefaultUri(stamped).toString(), all);
        for (URI address : all) {
            if (keeps(stamped, tag, address)) {
                named.add(DistributedFileSystem.class.getName() + " of " + address);
            }
        }
        FileContext.getAllStatistics().keySet().stream()
                .filter(address -> SCHEME.equals(address.getScheme()))
                .sorted()
                .limit(MOST)
                .forEach(address -> named.add(HdfsStamp.HADOOP_CONTEXT_CLASS_NAME + " of " + address));
        return named;
    }

    private static boolean keeps(Configuration stamped, AppTag tag, URI address) {
        try {
            FileSystem files = FileSystem.get(address, stamped);
            return files instanceof DistributedFileSystem
                    && !AppTag.inClientName(
                                    ((DistributedFileSystem) files).getClient().getClientName())
                            .filter(tag::equals)
                            .isPresent();
        } catch (IOException | RuntimeException cannotBeOpened) {
            return false;
        }
    }

    /** The names as part of a sentence; empty if there are none. */
    static String listed(Collection<?> names) {
        return names.isEmpty()
                ? ""
                : ": " + names.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
