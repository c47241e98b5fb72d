package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.gaps.Tier;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.VolumeUsage;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the documents say can be done as they say it.
 *
 * <p>Blocks of {@code sh} are executed as they are written, those of one document in one shell and in their order; a
 * block of {@code text} right after one is what it prints, {@code …} standing for anything. Blocks of {@code bash} need
 * a cluster: their commands and options are looked up. Blocks of {@code sh on=HOST} are typed on hosts of containers
 * (src-it/containers).
 */
final class DocumentsIT {

    private static final Pattern READY = Pattern.compile("ready on (http://\\S+)");
    private static final Pattern PLUGIN = Pattern.compile("(io\\.hdfsthrottle\\.(?:datanode|spark)\\.ThrottlePlugin)");
    private static final Pattern METRIC = Pattern.compile("\\b((?:hdfs_throttle|jvm)_[a-z_]+)\\b");
    private static final Pattern IN_TARBALL =
            Pattern.compile("(?:/opt/hdfs-throttle/|(?<![\\w./])(?=lib/))([\\w-]+/[\\w./-]*\\w)");
    private static final String MARK = "== block ";
    private static final int LONGEST_MINUTES = 5;

    private final Repository repository = Repository.find();
    private final Path root = repository.root();
    private final List<Document> users = Document.forUsers(root);

    @Test
    void commandsAndOptions_areThere() {
        CommandHelp help = new CommandHelp(root);
        List<String> wrong = new ArrayList<>();
        int calls = 0;
        for (Document document : users) {
            for (Document.Block block : document.blocks()) {
                if (block.language().matches("(sh|bash)( .*)?")) {
                    calls += help.check(block.code(), document.name(), wrong);
                }
            }
            for (String code : document.codeInLines()) {
                if (code.matches("(s?bin/|hdfs-throttle ).*")) {
                    calls += help.check(code, document.name(), wrong);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(calls).isGreaterThan(30);
    }

    @Test
    void filesThatAreNamedOrLinked_areInTheTarball() throws Exception {
        String version =
                Files.readString(root.resolve(".mvn/maven.config")).strip().replace("-Drevision=", "");
        String folder = "hdfs-throttle-" + version;
        Path tarball = root.resolve("distribution/target/" + folder + "-bin.tar.gz");
        assertThat(tarball).as("made by mvn package").exists();
        Process listing = new ProcessBuilder("tar", "-tzf", tarball.toString()).start();
        Set<String> files = new TreeSet<>(new String(listing.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .map(name -> name.replaceFirst("^" + folder + "/", ""))
                .toList());
        List<String> wrong = new ArrayList<>();
        int named = 0;
        for (Document document : users) {
            for (String name : Document.groups(IN_TARBALL, document.text())) {
                named++;
                if (!files.contains(name)) {
                    wrong.add(document + ": " + name);
                }
            }
            for (String link : document.links()) {
                Path target = Path.of(folder, document.name()).resolveSibling(link.replaceFirst("#.*", ""));
                boolean elsewhere = link.matches("([a-z]+:|#).*");
                if (!elsewhere
                        && !files.contains(
                                Path.of(folder).relativize(target.normalize()).toString())) {
                    wrong.add(document + " links to " + link);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(named).isGreaterThan(10);
    }

    @Test
    void plugins_areInTheirJars() throws IOException {
        Set<String> named = new TreeSet<>();
        users.forEach(document -> named.addAll(Document.groups(PLUGIN, document.text())));
        assertThat(named).hasSize(2);
        for (String plugin : named) {
            Path jar = plugin.contains(".spark.") ? repository.sparkPlugin() : repository.datanodeHook();
            try (JarFile classes = new JarFile(jar.toFile())) {
                assertThat(classes.getEntry(plugin.replace('.', '/') + ".class"))
                        .as("%s in %s", plugin, jar)
                        .isNotNull();
            }
        }
    }

    @Test
    void metricsOfTheCoordinator_arePublished_andAllOfItsOwnAreDocumented() throws Exception {
        Path folder = RigFolders.folder("metrics").toAbsolutePath();
        List<String> start = List.of(
                "bin/hdfs-throttle",
                "coordinator",
                "--embedded-zookeeper",
                folder.resolve("zookeeper").toString(),
                "--set",
                "listen.port=0",
                "--set",
                "zookeeper.connect=127.0.0.1:0",
                "--set",
                "signing.keys.file=" + folder.resolve("signing.keys"));
        Process coordinator = new ProcessBuilder(start)
                .directory(root.toFile())
                .redirectError(folder.resolve("log").toFile())
                .start();
        try (BufferedReader said = coordinator.inputReader()) {
            Matcher ready = READY.matcher(String.valueOf(said.readLine()));
            assertThat(ready.find()).as("the coordinator is ready").isTrue();
            URI address = URI.create(ready.group(1));
            assertThat(get(address.resolve("/v1/status"))).contains("leading");
            reportTo(address);
            Set<String> published =
                    new TreeSet<>(Document.groups(Pattern.compile("(?m)^([a-z_]+)"), get(address.resolve("/metrics"))));
            Set<String> documented = new TreeSet<>();
            users.forEach(document -> documented.addAll(Document.groups(METRIC, document.text())));
            documented.removeIf(name -> name.startsWith("hdfs_throttle_datanode_")); // compared by the hook's own tests

            assertThat(published).containsAll(documented);
            assertThat(documented)
                    .containsAll(published.stream()
                            .filter(name -> name.startsWith("hdfs_throttle_"))
                            .toList());
        } finally {
            coordinator.destroy();
            coordinator.waitFor();
        }
    }

    /** Metrics of nodes and tenants are there as long as a node reports. */
    private static void reportTo(URI coordinator) throws Exception {
        TenantUsage gold = TenantUsage.of(
                Tenant.named("gold"), 1, 1, Rate.parse("1m"), Rate.parse("1m"), false, Duration.ofSeconds(1));
        VolumeUsage volume = VolumeUsage.of("DS-1", Rate.parse("100m"), List.of(gold));
        try (HttpLink link = new HttpLink(List.of(coordinator), Duration.ofSeconds(10), Credential.NONE)) {
            link.report(UsageReport.of("dn1:9866", GrantVersion.of(1, 1), true, List.of(volume)));
        }
    }

    private static String get(URI address) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @ParameterizedTest
    @MethodSource("documentsWithBlocksOfAShell")
    void blocksOfAShell_workAsWritten(String name) throws Exception {
        List<Document.Block> blocks = Document.read(root, name).blocks();
        Path folder = RigFolders.folder("documents").toAbsolutePath();
        Path script = Files.writeString(folder.resolve("blocks.sh"), script(blocks));
        Path output = folder.resolve("output");
        Process shell = new ProcessBuilder(inANetworkOfItsOwn(script))
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        shell.getOutputStream().close();
        boolean ended = shell.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
        if (!ended) {
            shell.descendants().forEach(ProcessHandle::destroy);
            shell.destroy();
        }
        String[] said = Files.readString(output).split("\n?" + MARK + "\\d+\n", -1);
        assertThat(ended).as("ended: %s", String.join("\n", said)).isTrue();
        assertThat(shell.exitValue())
                .as("exit code: %s", String.join("\n", said))
                .isZero();
        int executed = 0;
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i).language().equals("sh")) {
                executed++;
                boolean told = i + 1 < blocks.size()
                        && blocks.get(i + 1).language().equals("text")
                        && blocks.get(i + 1).follows();
                if (told) {
                    assertThat(said[executed].strip())
                            .as("what is printed by%n%s", blocks.get(i).code())
                            .matches(pattern(blocks.get(i + 1).code()));
                }
            }
        }
    }

    static List<String> documentsWithBlocksOfAShell() {
        List<String> names = Document.forUsers(Repository.find().root()).stream()
                .filter(document -> document.blocks().stream()
                        .anyMatch(block -> block.language().equals("sh")))
                .map(Document::name)
                .toList();
        assertThat(names).contains("docs/tenants.md");
        return names;
    }

    /** All blocks in one shell, a mark before each; what they leave running ends with it. */
    private static String script(List<Document.Block> blocks) {
        StringBuilder script =
                new StringBuilder("set -e\nrm -rf target/try\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n");
        int number = 0;
        for (Document.Block block : blocks) {
            if (block.language().equals("sh")) {
                number++;
                script.append("printf '\\n%s\\n' '")
                        .append(MARK)
                        .append(number)
                        .append("'\n")
                        .append(block.code());
            }
        }
        return script.toString();
    }

    /** Root gets a network namespace; without one, the ports of the documents need to be free. */
    private static List<String> inANetworkOfItsOwn(Path script) throws IOException, InterruptedException {
        String inside = "ip link set lo up && exec bash " + script;
        Process possible = new ProcessBuilder("bash", "-c", "unshare --net bash -c 'ip link set lo up'")
                .redirectErrorStream(true)
                .start();
        possible.getInputStream().readAllBytes();
        if (possible.waitFor() == 0) {
            return List.of("unshare", "--net", "bash", "-c", inside);
        }
        for (int port : List.of(9880, 2181)) {
            Tier.current()
                    .needs(isFree(port), "needs port " + port + " of 127.0.0.1, or root and the tools unshare and ip");
        }
        return List.of("bash", script.toString());
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    private static Pattern pattern(String text) {
        StringBuilder pattern = new StringBuilder();
        for (String part : text.strip().split("…", -1)) {
            pattern.append(pattern.length() == 0 ? "" : "[^\\n]*").append(Pattern.quote(part));
        }
        return Pattern.compile(pattern.toString());
    }
}
