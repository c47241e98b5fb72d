package io.hdfsthrottle.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks the layers of the code base: imports only point down. Reads the compiled classes of the five artifacts.
 */
@Tag("slow")
final class LayeringTest {

    private static final String ROOT = "io.hdfsthrottle.";

    /** The core from the ground up: a package may import those of lower layers and of its own, never one above. */
    private static final List<List<String>> LAYERS = List.of(
            List.of("unit", "json", "secret", "tls", "kernel", "part", "identity", "rule", "blockfile", "mode"),
            List.of("share", "window", "law", "grant", "observation", "coverage", "localio"),
            List.of("queue", "slots", "blkio", "ioprio", "socket", "guard", "executor", "device", "usage", "link"),
            List.of("setting", "client"),
            List.of("agent"));

    private static final List<String> PRODUCTS = List.of("datanode", "spark", "cli", "coordinator");

    private static JavaClasses house;

    @BeforeAll
    static void readTheHouse() {
        List<Path> floors = new ArrayList<>();
        for (String module :
                List.of("hdfs-throttle", "datanode-hook", "spark-plugin", "coordinator/cli", "coordinator")) {
            Path classes = Path.of("..", "..", module, "target", "classes");
            assertThat(Files.isDirectory(classes)).as("%s is compiled", module).isTrue();
            floors.add(classes);
        }
        house = new ClassFileImporter().importPaths(floors);
        for (String product : PRODUCTS) {
            assertThat(house.stream().anyMatch(each -> each.getPackageName().startsWith(ROOT + product)))
                    .as("%s was read", product)
                    .isTrue();
        }
    }

    @Test
    void packages_neverFormACycle() {
        slices().matching(ROOT + "(**)").should().beFreeOfCycles().check(house);
    }

    @Test
    void core_importsOnlyDownwards() {
        List<String> above = new ArrayList<>(PRODUCTS);
        for (int i = LAYERS.size() - 1; i >= 0; i--) {
            noImport(LAYERS.get(i), above);
            above.addAll(LAYERS.get(i));
        }
        classes().should().resideInAnyPackage(rooms(above)).check(house);
    }

    /** Values alone: what is granted and divided knows nothing of how a disk is paced. */
    @Test
    void shares_areComputedFromNumbers() {
        List<String> others = LAYERS.stream().flatMap(List::stream).collect(Collectors.toCollection(ArrayList::new));
        others.removeAll(List.of("unit", "share", "law", "window"));
        noImport(List.of("share", "law", "window"), others);
    }

    /** Ways to pace are alternatives: each is left out where a kernel or a host has no use for it. */
    @Test
    void waysToPace_knowNothingOfEachOther() {
        List<String> ways = List.of("queue", "slots", "blkio", "ioprio", "socket", "guard", "executor");
        ways.forEach(way -> noImport(List.of(way), without(ways, way)));
    }

    /** The server adds its commands to the operator's. */
    @Test
    void products_meetOnlyInTheCommands() {
        PRODUCTS.forEach(product -> {
            List<String> others = without(PRODUCTS, product);
            others.removeIf(other -> product.equals("coordinator") && other.equals("cli"));
            noImport(List.of(product), others);
        });
    }

    @Test
    void theCoordinator_neverPaces() {
        noImport(List.of("coordinator", "cli"), List.of("window", "law", "queue", "agent"));
    }

    /** Decisions are made by values: reports and decisions of users go in; only what assembles them knows them. */
    @Test
    void decisionsOfTheCoordinator_knowOnlyValues() {
        knowsOnly("state");
        knowsOnly("setting");
        knowsOnly("policy", "state");
        knowsOnly("cause");
        knowsOnly("node", "cause", "policy");
        knowsOnly("demand", "node");
        knowsOnly("balance", "demand", "policy");
        knowsOnly("offer", "node", "policy");
        knowsOnly("plan", "balance", "demand", "policy");
        knowsOnly("explain", "balance", "cause", "demand", "node", "plan", "policy");
        noClasses()
                .that()
                .resideInAPackage(ROOT + "coordinator.feature.tier")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.net.http..")
                .check(house);
        knowsOnlyWithin("cli", "disk");
    }

    /** Deleting one leaves a coordinator that compiles: it is found by its line in META-INF/services. */
    @Test
    void aFeature_isKnownByNobody_andKnowsNoOther() {
        Set<String> features = house.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith(ROOT + "coordinator.feature."))
                .map(name -> name.split("\\.", -1)[4])
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(features)
                .containsExactly(
                        "appointment",
                        "attest",
                        "credit",
                        "forecast",
                        "history",
                        "launch",
                        "lease",
                        "mode",
                        "tier",
                        "timeline");
        for (String feature : features) {
            String room = ROOT + "coordinator.feature." + feature + "..";
            noClasses()
                    .that()
                    .resideOutsideOfPackage(room)
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(room)
                    .check(house);
        }
        noClasses()
                .that()
                .resideInAPackage(ROOT + "coordinator.feature..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        ROOT + "coordinator",
                        ROOT + "coordinator.election..",
                        ROOT + "coordinator.admission..",
                        ROOT + "coordinator.grant..",
                        ROOT + "coordinator.metric..")
                .check(house);
    }

    @Test
    void hosts_areTouchedOnlyByTheirOwnModule() {
        onlyIn("org.apache.hadoop..", "datanode", "spark");
        onlyIn("org.apache.spark..", "spark");
    }

    @Test
    void libraries_areTouchedOnlyInTheirRoom() {
        onlyIn("org.apache.curator..", "coordinator.election");
        onlyIn("org.apache.zookeeper..", "coordinator.election");
        onlyIn("io.micrometer..", "coordinator.metric");
        onlyIn("io.prometheus..", "coordinator.metric");
        onlyIn("io.javalin..", "coordinator.api", "coordinator.feature");
        onlyIn("ch.qos.logback..", "coordinator.audit");
        onlyIn("io.github.bucket4j..", "coordinator.admission");
        onlyIn("picocli..", "cli", "cli.remote", "coordinator.cli");
        onlyIn("me.tongfei..", "cli");
        onlyIn("org.jline..", "cli.feature.timeline");
        onlyIn("com.fasterxml.jackson.jr..", "json");
        onlyIn("jnr..", "kernel");
        onlyIn("com.kenai.jffi..", "kernel");
    }

    @Test
    void theDataNodesInternals_areReachedByTwoClassesAlone() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "datanode..")
                .and()
                .doNotHaveSimpleName("HostField")
                .and()
                .doNotHaveSimpleName("HostMethod")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("java.lang.reflect..")
                .check(house);
    }

    @Test
    void pureRooms_haveNoClockAndNoThreads() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + "identity..",
                        ROOT + "rule..",
                        ROOT + "share..",
                        ROOT + "json..",
                        ROOT + "coordinator.demand..",
                        ROOT + "coordinator.cause..",
                        ROOT + "coordinator.explain..",
                        ROOT + "coordinator.balance..",
                        ROOT + "coordinator.offer..",
                        ROOT + "coordinator.plan..",
                        ROOT + "coordinator.feature.attest..",
                        ROOT + "coordinator.feature.history..",
                        ROOT + "coordinator.feature.credit..",
                        ROOT + "coordinator.feature.appointment..",
                        ROOT + "coordinator.feature.forecast..",
                        ROOT + "coordinator.feature.lease..",
                        ROOT + "coordinator.feature.tier",
                        ROOT + "coordinator.feature.timeline..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Thread")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .check(house);
    }

    /** Files, requests and messages are the same wherever they are written. */
    @Test
    void nothing_isReadOrWrittenByTheDefaultLocale() {
        noClasses()
                .should()
                .callMethod(String.class, "format", String.class, Object[].class)
                .orShould()
                .callMethod(String.class, "formatted", Object[].class)
                .orShould()
                .callMethod(String.class, "toLowerCase")
                .orShould()
                .callMethod(String.class, "toUpperCase")
                .orShould()
                .callMethod(PrintStream.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(PrintWriter.class, "printf", String.class, Object[].class)
                .orShould()
                .callMethod(Locale.class, "getDefault")
                .check(house);
    }

    @Test
    void theMonotoneClock_isReadInOnePlace() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "unit..")
                .should()
                .callMethod(System.class, "nanoTime")
                .check(house);
    }

    /**
     * So it may go back or jump: no share, no rest and no grant's age depends on it, only the age of what a node signs.
     */
    @Test
    void theWallClock_isReadInADataNodeForSignaturesAlone() {
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + "coordinator..", ROOT + "cli..", ROOT + "spark..")
                .and()
                .doNotHaveFullyQualifiedName(ROOT + "link.Credential")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(Instant.class, "now")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Clock.class)
                .check(house);
    }

    private static void knowsOnly(String room, String... others) {
        knowsOnlyWithin("coordinator", room, others);
    }

    /** The room of a product knows none of the product's others but these. */
    private static void knowsOnlyWithin(String product, String room, String... others) {
        List<String> known = new ArrayList<>(List.of(product + "." + room));
        Stream.of(others).map(other -> product + "." + other).forEach(known::add);
        noClasses()
                .that()
                .resideInAPackage(ROOT + product + "." + room + "..")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + product + "..").and(resideOutsideOfPackages(rooms(known))))
                .check(house);
    }

    private static void noImport(List<String> from, List<String> to) {
        noClasses()
                .that()
                .resideInAnyPackage(rooms(from))
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(rooms(to))
                .check(house);
    }

    private static void onlyIn(String library, String... rooms) {
        noClasses()
                .that()
                .resideOutsideOfPackages(rooms(List.of(rooms)))
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(house);
    }

    private static List<String> without(List<String> all, String one) {
        return all.stream().filter(each -> !each.equals(one)).collect(Collectors.toCollection(ArrayList::new));
    }

    private static String[] rooms(List<String> names) {
        return names.stream().map(name -> ROOT + name + "..").toArray(String[]::new);
    }
}
