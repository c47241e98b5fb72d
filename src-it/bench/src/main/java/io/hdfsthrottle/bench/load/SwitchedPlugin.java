package io.hdfsthrottle.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.util.ServicePlugin;

/**
 * DataNode plugin that has the hook work as long as a file exists, and tells by another one whether it does. Without
 * the hook the DataNode is as if it had never been there, except for its compiled code, and it is the same JVM, whereas
 * two DataNodes never are.
 */
public final class SwitchedPlugin implements ServicePlugin {

    public static final String FOLDER = "hdfs-throttle-bench.switch.folder"; // of both files, empty at first
    private static final String HOOK = "io.hdfsthrottle.datanode.ThrottlePlugin";
    private static final String ASKED = "asked";
    private static final String DONE = "done";

    @Override
    public void start(Object service) {
        Path folder = Path.of(((Configurable) service).getConf().get(FOLDER));
        Worker.start("bench-switch", running -> follow(service, folder));
    }

    private static void follow(Object service, Path folder) throws IOException, InterruptedException {
        try (ServicePlugin hook = Class.forName(HOOK)
                .asSubclass(ServicePlugin.class)
                .getConstructor()
                .newInstance()) {
            while (true) {
                boolean asked = Files.exists(folder.resolve(ASKED));
                if (asked && isDone(folder, false)) {
                    hook.start(service);
                    Files.createFile(folder.resolve(DONE));
                } else if (!asked && isDone(folder, true)) {
                    hook.stop();
                    Files.delete(folder.resolve(DONE));
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } catch (ReflectiveOperationException missing) {
            throw new IOException(missing); // the process that waits for an answer reports that none comes
        }
    }

    /** Requests to enable or disable the hook. */
    public static void ask(Path folder, boolean hook) throws IOException {
        boolean unused = Files.deleteIfExists(folder.resolve(ASKED));
        if (hook) {
            Files.createFile(folder.resolve(ASKED));
        }
    }

    /** Whether the hook is in that state. */
    public static boolean isDone(Path folder, boolean hook) {
        return Files.exists(folder.resolve(DONE)) == hook;
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
