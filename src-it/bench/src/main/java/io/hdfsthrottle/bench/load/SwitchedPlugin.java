package io.hdfsthrottle.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.util.ServicePlugin;

/**
 * DataNode plugin that enables and disables the hook at run time, as is requested by a file. Without the hook the
 * DataNode is as if it had never been there, except for its compiled code, and it is the same JVM, whereas two
 * DataNodes never are.
 */
public final class SwitchedPlugin implements ServicePlugin {

    /** The setting that names the folder of both files, empty at first. */
    public static final String FOLDER = "hdfs-throttle-bench.switch.folder";

    private static final String HOOK = "io.hdfsthrottle.datanode.ThrottlePlugin";
    private static final String ASKED = "asked";
    private static final String DONE = "done";

    public SwitchedPlugin() {}

    @Override
    public void start(Object service) {
        Path folder = Path.of(((Configurable) service).getConf().get(FOLDER));
        Worker.start("bench-switch", running -> follow(service, folder));
    }

    private static void follow(Object service, Path folder) throws IOException, InterruptedException {
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
                TimeUnit.MILLISECONDS.sleep(20);
            }
        } catch (ReflectiveOperationException missing) {
            throw new IOException(missing); // the process that waits for an answer reports that none comes
        }
    }

    private static String read(Path file) throws IOException {
        return Files.exists(file) ? Files.readString(file) : "";
    }

    /** Requests to enable or disable the hook. */
    public static void ask(Path folder, boolean hook) throws IOException {
        Path whole = Files.writeString(folder.resolve("asking"), Boolean.toString(hook));
        Files.move(whole, folder.resolve(ASKED), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Whether the hook is in that state. */
    public static boolean isDone(Path folder, boolean hook) throws IOException {
        return read(folder.resolve(DONE)).equals(Boolean.toString(hook));
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
