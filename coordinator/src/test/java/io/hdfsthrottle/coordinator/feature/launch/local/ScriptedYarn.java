package io.hdfsthrottle.coordinator.feature.launch.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * A folder of YARN's configuration with a client that comes before the real one: applications are lines of a file, and
 * it cannot be reached while there is a file {@code down}.
 *
 * @param conf the folder
 */
record ScriptedYarn(Path conf) {
    private static final String CLIENT = """
            package org.apache.hadoop.yarn.client.cli;

            import java.nio.file.*;
            import java.util.*;

            public final class ApplicationCLI {
                public static void main(String[] arguments) throws Exception {
                    Path conf = Path.of(System.getenv("YARN_CONF_DIR"));
                    Path file = conf.resolve("applications");
                    List<String> words = List.of(arguments);
                    if (Files.exists(conf.resolve("down")) || !words.get(0).equals("application")) {
                        System.err.println("java.net.ConnectException: Connection refused");
                        System.exit(1);
                    }
                    List<String> all = new ArrayList<>(Files.readAllLines(file));
                    if (words.contains("-list")) {
                        String tag = words.get(words.indexOf("-appTags") + 1);
                        System.out.println("Total number of applications with application_0_0000 as it is called:");
                        all.stream().filter(each -> each.endsWith(" " + tag)).forEach(System.out::println);
                    } else {
                        String id = words.get(words.indexOf("-kill") + 1);
                        all.removeIf(each -> each.startsWith(id + " "));
                        Files.write(file, all);
                        Files.writeString(conf.resolve("killed"), id + " by " + System.getenv("HADOOP_USER_NAME"));
                    }
                }
            }
            """;

    private static final String FILES = """
            package org.apache.hadoop.fs;

            import java.nio.file.*;
            import java.util.*;

            public final class FsShell {
                public static void main(String[] arguments) throws Exception {
                    List<String> words = List.of(arguments);
                    Path removed = Path.of(System.getenv("HADOOP_CONF_DIR"), "removed");
                    Files.writeString(removed, String.join(" ", words.subList(words.indexOf("-rm"), words.size())));
                }
            }
            """;

    /** Creates it there, with an application of another owner. */
    static ScriptedYarn in(Path conf) throws IOException {
        compile(conf.resolve("org/apache/hadoop/yarn/client/cli/ApplicationCLI.java"), CLIENT);
        compile(conf.resolve("org/apache/hadoop/fs/FsShell.java"), FILES);
        Files.createFile(conf.resolve("yarn-site.xml"));
        Files.writeString(conf.resolve("applications"), "application_1_0007 c-00000000\n");
        return new ScriptedYarn(conf);
    }

    private static void compile(Path source, String text) throws IOException {
        Files.createDirectories(source.getParent());
        Files.writeString(source, text);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
                .isZero();
    }

    List<String> applications() throws IOException {
        return Files.readAllLines(conf.resolve("applications"));
    }

    /** What was killed last. */
    Path killed() {
        return conf.resolve("killed");
    }

    /** How files were removed last. */
    Path removed() {
        return conf.resolve("removed");
    }

    void down() throws IOException {
        Files.createFile(conf.resolve("down"));
    }
}
