package io.hdfsthrottle.bench.load;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.util.ServicePlugin;

/**
 * DataNode plugin that has the hook, which the DataNode loads before it, work as long as a file exists, and tells by
 * another one whether it does. Without
 * the hook the DataNode is as if it had never been there, except for its compiled code, and it is the same JVM, whereas
 * two DataNodes never are.
 */
public final class SwitchedPlugin implements ServicePlugin {

    private static final String FOLDER = "hdfs-throttle-bench.switch.folder"; // of both files, empty at first
    private static final String HOOK = "io.hdfsthrottle.datanode.ThrottlePlugin";
    private static final String ASKED = "asked";
    private static final String DONE = "done";

    @Override
    public void start(Object service) {
        Path folder = Path.of(((Configurable) service).getConf().get(FOLDER));
        Worker.start("bench-switch", running -> follow(service, folder));
    }

    private static void follow(Object service, Path folder) throws IOException, InterruptedException {
        try {
            ServicePlugin hook = hookOf(service);
            hook.stop();
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

    /** The one that the DataNode itself has started: another one would work beside it. */
    private static ServicePlugin hookOf(Object service) throws ReflectiveOperationException {
        Field plugins = service.getClass().getDeclaredField("plugins");
        plugins.setAccessible(true);
        return ((List<?>) plugins.get(service))
                .stream()
                        .map(ServicePlugin.class::cast)
                        .filter(plugin -> plugin.getClass().getName().equals(HOOK))
                        .findFirst()
                        .orElseThrow();
    }

    /** The settings of a DataNode with it. */
    public static Map<String, String> settings(Path folder) {
        return Map.of("dfs.datanode.plugins", SwitchedPlugin.class.getName(), FOLDER, folder.toString());
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
