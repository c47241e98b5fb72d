package io.hdfsthrottle.integration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.hdfsthrottle.setting.AgentSettings;
import io.hdfsthrottle.share.Demand;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.share.ShareAlgorithm;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every name that the documents use is there: files, headings, classes, settings, tests, scripts, REST paths, figures.
 */
final class DocumentsTest {

    private static final Pattern CLASS = Pattern.compile("(io\\.hdfsthrottle(?:\\.[a-z]\\w*)*\\.[A-Z]\\w*)");
    private static final Pattern NODE_KEY =
            Pattern.compile("(?<![.\\w])(hdfs\\.throttle(?:\\.[a-z]+)+(?:\\.\\*)?)(?![\\w.]*/)");
    private static final Pattern SPARK_KEY = Pattern.compile("(spark\\.hdfs\\.throttle(?:\\.[a-z]+)+)");
    private static final Pattern SCRIPT = Pattern.compile("(?<![\\w/.-])(s?bin/[a-z][\\w-]*)");
    private static final Pattern CONFIGURATION = Pattern.compile("(?<![\\w/.-])(conf/[a-z][\\w./-]*\\w)");
    private static final Pattern VERSION = Pattern.compile("hdfs-throttle-(?:[a-z]+-)?([0-9]+\\.[0-9]+\\.[0-9]+)");
    private static final Pattern TEST = Pattern.compile("`([A-Z]\\w+(?:Test|IT)(?:\\.[a-z]\\w*(?:\\.\\.\\.)?)?)");
    private static final Pattern REST_PATH = Pattern.compile(
            "(?:(?<![\\w/.-])|(?<=:9880))/(v1/[\\w{}/.:-]*[\\w}]|ui/[\\w{}.-]*[\\w}]|metrics|openapi\\.yaml)(?![\\w/])");
    private static final Pattern OPENAPI_PATH = Pattern.compile("(?m)^ {2}/(\\S+):$");
    private static final Pattern IN_JMX = Pattern.compile("`(\\w+)` (?:in|on) `/jmx`");
    private static final Pattern GETTER = Pattern.compile("(?:get|is)([A-Z]\\w*)\\(\\)");
    private static final String TABLE = "| key | default | meaning |";
    private static final double MEGABYTE = 1_000_000;

    private final Path root = Repository.find().root();
    private final List<Document> users = Document.forUsers(root);
    private final List<String> wrong = new ArrayList<>();

    private String read(String file) {
        try {
            return Files.readString(root.resolve(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private Set<String> sources(String folder) {
        return ProjectFiles.below(root, name -> name.contains(folder) && name.endsWith(".java"));
    }

    @Test
    void documents_areThere() {
        assertThat(users)
                .extracting(Document::name)
                .contains(
                        "README.md",
                        "docs/alternatives.md",
                        "docs/bench.md",
                        "docs/concepts.md",
                        "docs/engines.md",
                        "docs/faults.md",
                        "docs/glossary.md",
                        "docs/high-availability.md",
                        "docs/host-setup.md",
                        "docs/install.md",
                        "docs/limits.md",
                        "docs/monitor.md",
                        "docs/offers.md",
                        "docs/reference/alerts.md",
                        "docs/reference/commands.md",
                        "docs/reference/coordinator-metrics.md",
                        "docs/reference/datanode-metrics.md",
                        "docs/reference/log-lines.md",
                        "docs/reference/rest.md",
                        "docs/reference/settings.md",
                        "docs/rollout.md",
                        "docs/secure.md",
                        "docs/security.md",
                        "docs/settings.md",
                        "docs/spark.md",
                        "docs/tenants.md",
                        "docs/troubleshoot.md",
                        "docs/upgrade.md");
    }

    @Test
    void everyThreat_namesTestsThatThereAre() {
        Pattern test = Pattern.compile("`(\\w+(?:Test|IT))`");
        Set<String> named = new TreeSet<>();
        for (List<List<String>> table :
                Document.read(root, "docs/security.md").tables("| threat | what prevents it | test |")) {
            for (List<String> row : table) {
                Matcher matcher = test.matcher(row.get(2));
                assertThat(matcher.find()).as("a test for: " + row.get(0)).isTrue();
                do {
                    named.add(matcher.group(1));
                } while (matcher.find());
            }
        }
        assertThat(named).hasSizeGreaterThan(10).allSatisfy(name -> assertThat(
                        ProjectFiles.below(root, file -> file.endsWith("/" + name + ".java")))
                .as(name)
                .hasSize(1));
    }

    @Test
    void linksWithinTheProject_leadToFilesAndHeadings() {
        int links = 0;
        for (Document document : Document.all(root)) {
            for (String link : document.links()) {
                if (link.matches("[a-z]+:.*")) {
                    continue;
                }
                links++;
                String[] parts = link.split("#", 2);
                Path target = parts[0].isEmpty()
                        ? document.file()
                        : document.file().getParent().resolve(parts[0]).normalize();
                boolean there = Files.exists(target) && target.startsWith(root);
                boolean headed = there
                        && (parts.length == 1
                                || Document.read(root, root.relativize(target).toString())
                                        .anchors()
                                        .contains(parts[1]));
                if (!headed) {
                    wrong.add(document + ": " + link);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(links).isPositive();
    }

    /** Does not test whether a server answers there: the list of them is left for people. */
    @Test
    void linksToElsewhere_areWellFormed() throws IOException {
        Set<String> external = new TreeSet<>();
        for (Document document : Document.all(root)) {
            for (String link : document.links()) {
                if (link.matches("[a-z]+:.*")) {
                    URI address = URI.create(link);
                    assertThat(address.getScheme())
                            .as("%s in %s", link, document)
                            .isEqualTo("https");
                    assertThat(address.getHost()).as("%s in %s", link, document).contains(".");
                    external.add(document + " " + link);
                }
            }
        }
        Files.write(Files.createDirectories(Path.of("target")).resolve("external-links.txt"), external);
    }

    @Test
    void classes_exist() {
        Set<String> sources = sources("src/main/java/");
        Set<String> named = new TreeSet<>();
        users.forEach(document -> named.addAll(Document.groups(CLASS, document.text())));
        named.stream()
                .filter(name -> sources.stream()
                        .noneMatch(source -> source.endsWith("src/main/java/" + name.replace('.', '/') + ".java")))
                .forEach(wrong::add);
        assertThat(wrong).isEmpty();
        assertThat(named).contains("io.hdfsthrottle.datanode.ThrottlePlugin", "io.hdfsthrottle.spark.ThrottlePlugin");
    }

    @Test
    void settingsOfTheDataNode_areAllInTheTable_withTheirDefaults() throws Exception {
        Map<String, String> documented = settings("hdfs.throttle.");
        assertThat(documented.keySet()).isEqualTo(AgentSettings.keys());
        AgentSettings defaults = AgentSettings.parse(Map.of());
        for (Map.Entry<String, String> each : documented.entrySet()) {
            if (each.getValue().matches("`[^`]+`")) {
                AgentSettings written = AgentSettings.parse(Map.of(each.getKey(), unquoted(each.getValue())));
                assertThat(written)
                        .as("%s at its documented default %s", each.getKey(), each.getValue())
                        .usingRecursiveComparison()
                        .isEqualTo(defaults);
            }
        }
    }

    @Test
    void settingsOfSpark_areAllInTheTables() {
        String source = read("spark-plugin/src/main/java/io/hdfsthrottle/spark/ThrottleSettings.java")
                + read("spark-plugin/src/main/java/io/hdfsthrottle/spark/RateSettings.java");
        Set<String> known = Document.groups(Pattern.compile("case \"([a-z.]+)\":"), source).stream()
                .map("spark.hdfs.throttle."::concat)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(settings("spark.hdfs.throttle.").keySet()).isEqualTo(known).hasSize(20);
        known.addAll(Document.groups(
                SPARK_KEY, read("spark-plugin/src/main/java/io/hdfsthrottle/spark/part/SparkPart.java")));
        for (Document document : users) {
            Document.groups(SPARK_KEY, document.text()).stream()
                    .filter(key -> !known.contains(key))
                    .forEach(key -> wrong.add(document + ": " + key));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void settingsThatAreNamedAnywhere_exist() {
        Set<String> known = new TreeSet<>(AgentSettings.keys());
        known.addAll(Document.groups(
                Pattern.compile("TAG_KEY = \"([a-z.]+)\""),
                read("spark-plugin/src/main/java/io/hdfsthrottle/spark/HdfsStamp.java")));
        for (Document document : users) {
            for (String key : Document.groups(NODE_KEY, document.text().replace("spark.hdfs.throttle", "spark"))) {
                boolean family = key.endsWith(".*");
                String beginning = family ? key.substring(0, key.length() - 1) : key;
                if (family ? known.stream().noneMatch(each -> each.startsWith(beginning)) : !known.contains(key)) {
                    wrong.add(document + ": " + key);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    private Map<String, String> settings(String prefix) {
        Map<String, String> all = new LinkedHashMap<>();
        Document.read(root, "docs/reference/settings.md").tables(TABLE).forEach(table -> all.putAll(keys(table)));
        all.keySet().removeIf(key -> !key.startsWith(prefix));
        return all;
    }

    private static Map<String, String> keys(List<List<String>> table) {
        Map<String, String> keys = new TreeMap<>();
        for (List<String> row : table) {
            assertThat(keys.put(unquoted(row.get(0)), row.get(1)))
                    .as("%s is there once", row.get(0))
                    .isNull();
        }
        return keys;
    }

    private static String unquoted(String cell) {
        assertThat(cell).matches("`[^`]+`");
        return cell.substring(1, cell.length() - 1);
    }

    @Test
    void tests_existUnderTheNamesThatTheyAreGiven() {
        Set<String> sources = sources("src/test/java/");
        int tests = 0;
        for (Document document : users) {
            for (String name : Document.groups(TEST, document.prose())) {
                if (name.equals(name.toUpperCase(Locale.ROOT))) {
                    continue; // a constant
                }
                tests++;
                String[] parts = name.split("\\.", 2);
                List<String> files = sources.stream()
                        .filter(source -> source.endsWith("/" + parts[0] + ".java"))
                        .toList();
                String method = parts.length == 1 ? "" : "void " + parts[1].replace("...", "");
                if (files.isEmpty()
                        || files.stream().noneMatch(file -> read(file).contains(method))) {
                    wrong.add(document + ": " + name);
                }
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(tests).isGreaterThan(40);
    }

    @Test
    void scriptsAndConfigurationFiles_exist() {
        for (Document document : users) {
            Stream.of(SCRIPT, CONFIGURATION)
                    .flatMap(pattern -> Document.groups(pattern, document.text()).stream())
                    // Spark's own folder has the same name.
                    .filter(path -> !path.equals("conf/spark-defaults.conf"))
                    .filter(path -> !Files.exists(root.resolve(path)))
                    .forEach(path -> wrong.add(document + ": " + path));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void version_isTheOneThatIsBuilt() {
        String version = read(".mvn/maven.config").strip().replace("-Drevision=", "");
        for (Document document : users) {
            Document.groups(VERSION, document.text()).stream()
                    .filter(each -> !each.equals(version))
                    .forEach(each -> wrong.add(document + ": " + each));
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void restPaths_areThoseOfTheSpecification() {
        Set<String> parts = ProjectFiles.below(
                root, name -> name.startsWith("coordinator/src/main/resources/") && name.endsWith("/openapi.yaml"));
        List<String> known = parts.stream()
                .flatMap(part -> Document.groups(OPENAPI_PATH, read(part)).stream())
                .toList();
        assertThat(known).hasSizeGreaterThan(30);
        for (Document document : users) {
            Document.groups(REST_PATH, document.text()).stream()
                    .filter(path -> known.stream().noneMatch(each -> isAt(path, each)))
                    .forEach(path -> wrong.add(document + ": /" + path));
        }
        assertThat(wrong).isEmpty();
    }

    /** Whether the path is this one of the specification, with its variables filled in. */
    private static boolean isAt(String path, String specified) {
        return path.equals(specified)
                || (path.matches(specified.replaceAll("\\{\\w+\\}", "[^/{}]+")) && !path.contains("{"));
    }

    @Test
    void figuresOfTheDataNodeThatAreNamed_exist() {
        String folder = "datanode-hook/src/main/java/io/hdfsthrottle/datanode/";
        Set<String> known = new TreeSet<>(Document.groups(GETTER, read(folder + "figures/ThrottleMXBean.java")));
        known.addAll(members(folder + "figures/TenantFigures.java"));
        known.addAll(members(folder + "figures/DiskFigures.java"));
        for (Document document : users) {
            Document.groups(IN_JMX, document.prose()).stream()
                    .filter(name -> !known.contains(name))
                    .forEach(name -> wrong.add(document + ": " + name));
        }
        assertThat(wrong).isEmpty();
        assertThat(Document.read(root, "docs/monitor.md").text()).contains("Hadoop:service=DataNode,name=HdfsThrottle");
        assertThat(read(folder + "ThrottlePlugin.java")).contains("MBeans.register(\"DataNode\", \"HdfsThrottle\"");
    }

    private Set<String> members(String file) {
        Set<String> members = new TreeSet<>();
        Document.groups(GETTER, read(file))
                .forEach(name -> members.add(Character.toLowerCase(name.charAt(0)) + name.substring(1)));
        return members;
    }

    /** It is compiled, and run in Spark, there. */
    @Test
    void exampleOfTheClient_isTheOneThatIsTested() {
        String tested = read("spark-plugin/src/test/java/io/hdfsthrottle/spark/ClientInSparkTest.java");
        assertThat(Document.read(root, "docs/spark.md").blocks())
                .filteredOn(block -> block.language().equals("java"))
                .singleElement()
                .satisfies(block ->
                        assertThat(tested.stripIndent()).contains(block.code().indent(8)));
    }

    @Test
    void workedExamples_areWhatTheAlgorithmGives() {
        List<List<List<String>>> examples = Document.read(root, "docs/concepts.md")
                .tables("| tenant | priority | reservation | limit | wants | gets, MB/s |");
        assertThat(examples).hasSize(3);
        for (List<List<String>> example : examples) {
            List<Demand> demands = example.stream()
                    .map(row -> Demand.of(
                            Integer.parseInt(row.get(1)), rate(row.get(2)), rate(row.get(3)), rate(row.get(4))))
                    .toList();
            List<Entitlement> due = ShareAlgorithm.weightedMaxMin().divide(rate("150"), demands);
            for (int i = 0; i < due.size(); i++) {
                assertThat(due.get(i).due().bytesPerSecond() / MEGABYTE)
                        .as("%s", example.get(i))
                        .isCloseTo(Double.parseDouble(example.get(i).get(5)), within(0.05));
            }
        }
    }

    private static Rate rate(String megabytes) {
        return megabytes.matches("[0-9]+")
                ? Rate.ofBytesPerSecond((long) (Long.parseLong(megabytes) * MEGABYTE))
                : Rate.UNLIMITED;
    }
}
