package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts and finds processes by a mark in their environment, which their child processes inherit: they are found even
 * after their parent has ended.
 */
final class MarkedProcesses {
    /** The variable; its value is a journal's folder and a deployment's name. */
    static final String VARIABLE = "HDFS_THROTTLE_LAUNCH";

    /** What a program may know of this process's environment, which may hold secrets. */
    static final List<String> INHERITED =
            List.of("PATH", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "HADOOP_CONF_DIR", "YARN_CONF_DIR", "SPARK_CONF_DIR");

    /** The kernel keeps no more of an environment (a quarter of the largest stack, 6 MiB). */
    private static final int LARGEST_ENVIRONMENT = 8 << 20;

    private MarkedProcesses() {}

    /** A builder that starts that program with a mark, as the user of this process. */
    static ProcessBuilder builder(Program program, String mark) {
        ProcessBuilder builder = new ProcessBuilder(program.words())
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true);
        builder.environment().keySet().retainAll(INHERITED);
        builder.environment().put("HOME", System.getProperty("user.home"));
        builder.environment().putAll(program.environment());
        builder.environment().put(VARIABLE, mark);
        return builder;
    }

    /** The processes of this host whose environment this user may read, and whose mark begins with this; zombies no longer bear a mark. */
    static List<ProcessHandle> processes(String mark) {
        String wanted = VARIABLE + "=" + mark;
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> bears(process.pid(), wanted))
                .toList();
    }

    /** Whether it runs: a zombie exists, too, but does not run. */
    static boolean runs(ProcessHandle process) {
        try {
            String stat = Files.readString(Path.of("/proc", String.valueOf(process.pid()), "stat"));
            char state = stat.charAt(stat.lastIndexOf(')') + 2);
            return process.isAlive() && state != 'Z' && state != 'X';
        } catch (IOException | StringIndexOutOfBoundsException gone) {
            return false;
        }
    }

    private static boolean bears(long pid, String wanted) {
        try (InputStream in = Files.newInputStream(Path.of("/proc", String.valueOf(pid), "environ"))) {
            String environment = new String(in.readNBytes(LARGEST_ENVIRONMENT), StandardCharsets.UTF_8);
            return environment.startsWith(wanted) || environment.contains("\0" + wanted);
        } catch (IOException goneOrAnothers) {
            return false;
        }
    }
}
