package io.hdfsthrottle.coordinator.launch.local;

import io.hdfsthrottle.coordinator.launch.Plan.Program;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Processes that bear a mark in their environment, which the processes that they start inherit: they are found after the process that started them has ended, too. */
final class Marked {
    /** The variable; its value is a journal's folder and a cluster's name. */
    static final String VARIABLE = "HDFS_THROTTLE_LAUNCH";

    /** What a program may know of this process's environment, which may hold secrets. */
    private static final List<String> INHERITED = List.of(
            "PATH", "HOME", "LANG", "LC_ALL", "TZ", "JAVA_HOME", "HADOOP_CONF_DIR", "YARN_CONF_DIR", "SPARK_CONF_DIR");

    /** The kernel keeps no more of an environment (a quarter of the largest stack, 6 MiB). */
    private static final int LARGEST_ENVIRONMENT = 8 << 20;

    private Marked() {}

    /** Starts that program, with a mark. */
    static ProcessBuilder builder(Program program, String mark) {
        ProcessBuilder builder = new ProcessBuilder(program.words())
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true);
        builder.environment().keySet().retainAll(INHERITED);
        builder.environment().putAll(program.environment());
        builder.environment().put(VARIABLE, mark);
        return builder;
    }

    /** Those of this host, and this user, whose mark begins like this; those that ended and were not waited for bear none any more. */
    static List<ProcessHandle> processes(String mark) {
        String wanted = VARIABLE + "=" + mark;
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != ProcessHandle.current().pid())
                .filter(process -> bears(process.pid(), wanted))
                .toList();
    }

    /** Whether it runs: one that ended and was not waited for is there, too, and does not. */
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
