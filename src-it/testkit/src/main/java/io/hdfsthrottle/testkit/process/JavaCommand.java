package io.hdfsthrottle.testkit.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Description of a Java process to be started.
 *
 * @param name its name in messages and log files
 * @param starter words before the Java command: a command that executes what follows it in its place, such as
 * {@code setpriv}
 * @param javaHome the Java to run it on
 * @param classPath JARs and folders, the first ones first
 * @param jvmFlags memory, opened modules, system properties
 * @param mainClass the host's own main class
 * @param arguments its arguments
 * @param environment variables added to ours
 */
public record JavaCommand(
        String name,
        List<String> starter,
        Path javaHome,
        List<Path> classPath,
        List<String> jvmFlags,
        String mainClass,
        List<String> arguments,
        Map<String, String> environment) {

    private static final Path OWN_JAVA = Path.of(System.getProperty("java.home"));

    /**
     * What measures processor time has every compiler ({@code -Dtestkit.measures=true}); daemons that live for seconds
     * start faster with the first one alone.
     */
    private static final List<String> SMALL = Boolean.getBoolean("testkit.measures")
            ? List.of("-Xmx256m", "-XX:+UseSerialGC")
            : List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    /** Makes copies, so that a command never changes. */
    public JavaCommand {
        starter = List.copyOf(starter);
        classPath = List.copyOf(classPath);
        jvmFlags = List.copyOf(jvmFlags);
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** A small daemon on the Java that runs this rig. */
    public static JavaCommand daemon(String name, List<Path> classPath, String mainClass, String... arguments) {
        return new JavaCommand(name, List.of(), OWN_JAVA, classPath, SMALL, mainClass, List.of(arguments), Map.of());
    }

    /** The same command with more JVM flags; of two that contradict, the later one takes effect. */
    public JavaCommand withFlags(List<String> more) {
        return new JavaCommand(
                name, starter, javaHome, classPath, concatenated(jvmFlags, more), mainClass, arguments, environment);
    }

    /** The same command with these environment variables. */
    public JavaCommand withEnvironment(Map<String, String> variables) {
        return new JavaCommand(name, starter, javaHome, classPath, jvmFlags, mainClass, arguments, variables);
    }

    /** The same command with one environment variable more. */
    public JavaCommand withVariable(String variable, String value) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.put(variable, value);
        return withEnvironment(all);
    }

    /** The same command with these words before it; the process must become the command, not have it as a child. */
    public JavaCommand startedBy(List<String> words) {
        return new JavaCommand(name, words, javaHome, classPath, jvmFlags, mainClass, arguments, environment);
    }

    /** The same command on another Java. */
    public JavaCommand withJava(Path home) {
        return new JavaCommand(name, starter, home, classPath, jvmFlags, mainClass, arguments, environment);
    }

    List<String> line() {
        List<String> line = new ArrayList<>(starter);
        line.add(javaHome.resolve("bin/java").toString());
        line.addAll(jvmFlags);
        line.add("-cp");
        line.add(classPath.stream().map(Path::toString).collect(Collectors.joining(":")));
        line.add(mainClass);
        line.addAll(arguments);
        return line;
    }

    private static List<String> concatenated(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
