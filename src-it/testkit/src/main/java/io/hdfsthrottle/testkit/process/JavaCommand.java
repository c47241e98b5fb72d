package io.hdfsthrottle.testkit.process;

import java.nio.file.Files;
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
 * @param java the words that become the Java process: the program, and before it what executes it in its own place
 * @param classPath JARs and folders, the first ones first
 * @param environment variables added to ours
 */
public record JavaCommand(
        String name,
        List<String> java,
        List<Path> classPath,
        List<String> jvmFlags,
        String mainClass,
        List<String> arguments,
        Map<String, String> environment) {

    private static final boolean MEASURES = Boolean.getBoolean("testkit.measures");

    private static final List<String> OUR_JAVA = List.of(System.getProperty("java.home") + "/bin/java");

    /**
     * What measures processor time has every compiler ({@code -Dtestkit.measures=true}); daemons that live for seconds
     * start faster with the first one alone.
     */
    private static final List<String> SMALL =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=" + (MEASURES ? 4 : 1));

    /** A small daemon on the Java that runs this rig. */
    public static JavaCommand daemon(String name, List<Path> classPath, String mainClass, String... arguments) {
        return new JavaCommand(name, OUR_JAVA, classPath, SMALL, mainClass, List.of(arguments), Map.of());
    }

    /** The same command with more JVM flags; of two that contradict, the later one takes effect. */
    public JavaCommand withFlags(List<String> more) {
        return new JavaCommand(name, java, classPath, joined(jvmFlags, more), mainClass, arguments, environment);
    }

    public JavaCommand withEnvironment(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(environment);
        all.putAll(more);
        return new JavaCommand(name, java, classPath, jvmFlags, mainClass, arguments, all);
    }

    /** The same command with these words before it; the process must become the command, not have it as a child. */
    public JavaCommand startedBy(List<String> words) {
        return new JavaCommand(name, joined(words, java), classPath, jvmFlags, mainClass, arguments, environment);
    }

    public JavaCommand withJava(Path home) {
        List<String> other = List.of(home.resolve("bin/java").toString());
        return new JavaCommand(name, other, classPath, jvmFlags, mainClass, arguments, environment);
    }

    public JavaCommand running(String main) {
        return new JavaCommand(name, java, classPath, jvmFlags, main, arguments, environment);
    }

    /** Whether it may take its classes from an archive: no JVM does where a folder comes before the JARs. */
    boolean canShareClasses() {
        return !MEASURES && java.equals(OUR_JAVA) && !Files.isDirectory(classPath.get(0));
    }

    List<String> line() {
        List<String> line = new ArrayList<>(joined(java, jvmFlags));
        String path = classPath.stream().map(Path::toString).collect(Collectors.joining(":"));
        line.addAll(List.of("-cp", path, mainClass));
        line.addAll(arguments);
        return line;
    }

    private static List<String> joined(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }
}
