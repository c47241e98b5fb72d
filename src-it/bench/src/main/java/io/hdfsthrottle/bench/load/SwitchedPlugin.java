package io.hdfsthrottle.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ServicePlugin;

/**
 * DataNode plugin that enables and disables the hook at run time, as {@link SwitchedNode} requests by a file. Without
 * the hook the DataNode is as if it had never been there, except for its compiled code, and it is the same JVM, whereas
 * two DataNodes never are.
 */
public final class SwitchedPlugin implements ServicePlugin {

    /** The setting that names the folder of both files. */
    static final String FOLDER = "hdfs-throttle-bench.switch.folder";

    private static final String HOOK = "io.hdfsthrottle.datanode.ThrottlePlugin";
    private static final String ASKED = "asked";
    private static final String DONE = "done";
    private static final long LOOKS_EVERY_MILLIS = 20;

    public SwitchedPlugin() {}

    @Override
    public void start(Object service) {
        Configuration configuration = ((Configurable) service).getConf();
        Path folder = Path.of(configuration.get(FOLDER));
        Thread thread = new Thread(() -> follow(service, folder), "bench-switch");
        thread.setDaemon(true);
        thread.start();
    }

    private static void follow(Object service, Path folder) {
        String present = "";
        try (ServicePlugin hook = Class.forName(HOOK)
                .asSubclass(ServicePlugin.class)
                .getConstructor()
                .newInstance()) {
            while (true) {
                String asked = read(folder.resolve(ASKED));
                if (!asked.equals(present)) {
                    if (Boolean.parseBoolean(asked)) {
                        hook.start(service);
                    } else {
                        hook.stop();
                    }
                    present = asked;
                    Files.writeString(folder.resolve(DONE), present);
                }
                TimeUnit.MILLISECONDS.sleep(LOOKS_EVERY_MILLIS);
            }
        } catch (IOException | ReflectiveOperationException | InterruptedException ended) {
            // The process that waits for an answer reports that none comes.
            return;
        }
    }

    private static String read(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /** Requests to enable or disable the hook; written atomically. */
    static void ask(Path folder, boolean hook) throws IOException {
        Path whole = Files.writeString(folder.resolve("asking"), Boolean.toString(hook));
        Files.move(whole, folder.resolve(ASKED), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Whether the hook is in that state. */
    static boolean isDone(Path folder, boolean hook) throws IOException {
        return read(folder.resolve(DONE)).equals(Boolean.toString(hook));
    }

    /** Deletes the request to an earlier DataNode. */
    static void forget(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(ASKED));
        Files.deleteIfExists(folder.resolve(DONE));
    }

    @Override
    public void stop() {
        // The DataNode ends, and its daemon threads with it.
    }

    @Override
    public void close() {
        stop();
    }
}
