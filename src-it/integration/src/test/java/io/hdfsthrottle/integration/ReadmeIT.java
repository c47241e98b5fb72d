package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.agent.AgentSettings;
import io.hdfsthrottle.rig.Repository;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What README and docs say can be done as they say it. (Its first command, the quickstart, bin/test plays itself.) */
final class ReadmeIT {

    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]+)\\)");
    private static final Pattern PLUGIN = Pattern.compile("io\\.hdfsthrottle\\.(datanode|spark)\\.ThrottlePlugin");
    private static final Pattern NODE_KEY = Pattern.compile("(?<![.\\w])hdfs\\.throttle\\.[a-z.]*[a-z]");
    private static final Pattern SPARK_KEY = Pattern.compile("spark\\.hdfs\\.throttle\\.[a-z.]*[a-z]");
    private static final Pattern READY = Pattern.compile("ready on (http://\\S+)");

    private final Repository repository = Repository.find();

    private String read(String file) throws IOException {
        return Files.readString(repository.root().resolve(file));
    }

    private static Set<String> all(Pattern pattern, String text) {
        Set<String> found = new TreeSet<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(matcher.groupCount() == 1 && pattern == LINK ? 1 : 0));
        }
        return found;
    }

    @Test
    void links_leadSomewhere() throws IOException {
        for (String document : List.of("README.md", "CONTRIBUTING.md", "docs/settings.md", "docs/limits.md")) {
            Path folder = repository.root().resolve(document).getParent();
            for (String link : all(LINK, read(document))) {
                assertThat(folder.resolve(link)).as("%s in %s", link, document).exists();
            }
        }
    }

    @Test
    void plugins_areInTheirJars() throws IOException {
        assertThat(all(PLUGIN, read("README.md"))).hasSize(2);
        for (Path jar : List.of(repository.datanodeHook(), repository.sparkPlugin())) {
            try (JarFile plugin = new JarFile(jar.toFile())) {
                assertThat(all(PLUGIN, read("README.md")))
                        .as("one of the plugins is in %s", jar)
                        .anyMatch(name -> plugin.getEntry(name.replace('.', '/') + ".class") != null);
            }
        }
    }

    @Test
    void settingsOfTheDataNode_areAllDocumentedAndNoOthers() throws IOException {
        assertThat(all(NODE_KEY, read("docs/settings.md").replace("spark.hdfs.throttle", "spark")))
                .isEqualTo(AgentSettings.keys());
        assertThat(AgentSettings.keys())
                .containsAll(all(NODE_KEY, read("README.md").replace("spark.hdfs", "spark")));
    }

    @Test
    void settingsOfSpark_areDocumented() throws IOException {
        assertThat(all(SPARK_KEY, read("docs/settings.md"))).containsAll(all(SPARK_KEY, read("README.md")));
    }

    @Test
    void commandsOfTheCoordinator_workAsWritten() throws Exception {
        List<String> commands = read("README.md")
                .lines()
                .filter(line -> line.startsWith("bin/hdfs-throttle "))
                .toList();
        assertThat(commands).hasSize(2);
        Path folder = Workshop.folder("readme").toAbsolutePath();
        // As written, plus what keeps it away from other coordinators and ZooKeepers of this machine.
        List<String> start = words(commands.get(0));
        start.addAll(List.of("--embedded-zookeeper", folder.resolve("zookeeper").toString()));
        for (String setting : List.of(
                "listen.port=0", "zookeeper.connect=127.0.0.1:0", "signing.keys.file=" + folder.resolve("keys"))) {
            start.addAll(List.of("--set", setting));
        }
        Process coordinator = process(start);
        try (BufferedReader said = coordinator.inputReader()) {
            Matcher ready = READY.matcher(said.readLine());
            assertThat(ready.find()).isTrue();
            List<String> tenant = words(commands.get(1));
            tenant.addAll(List.of("--coordinator", ready.group(1)));
            Process set = process(tenant);
            assertThat(new String(set.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("gold", "priority 8");
            assertThat(set.waitFor()).isZero();
        } finally {
            coordinator.destroy();
            coordinator.waitFor();
        }
    }

    private static List<String> words(String command) {
        return new ArrayList<>(List.of(command.split(" ", -1)));
    }

    private Process process(List<String> command) throws IOException {
        return new ProcessBuilder(command)
                .directory(repository.root().toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
