package io.hdfsthrottle.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Checks the layers of the code base: imports only point down. Reads the compiled classes of the five artifacts.
 */
final class LayeringTest {

    private static final String ROOT = "io.hdfsthrottle.";

    /**
     * Each package of the core and the project's packages that it may import. An unlisted one fails
     * {@link #everyRoomIsOnTheMap}.
     */
    private static final Map<String, List<String>> CORE = Map.ofEntries(
            Map.entry("unit", List.of()),
            Map.entry("json", List.of()),
            Map.entry("secret", List.of("unit")),
            Map.entry("tls", List.of("unit", "secret")),
            Map.entry("part", List.of("unit", "json")),
            Map.entry("identity", List.of("unit", "part")),
            Map.entry("rule", List.of("identity")),
            Map.entry("share", List.of("unit")),
            Map.entry("grant", List.of("unit", "json", "secret", "identity", "rule", "part")),
            Map.entry("observation", List.of("unit", "identity", "share", "grant")),
            Map.entry("tuning", List.of()),
            Map.entry("law", List.of("unit", "tuning")),
            Map.entry(
                    "queue",
                    List.of("unit", "identity", "share", "grant", "observation", "blockfile", "tuning", "law", "part")),
            Map.entry("slots", List.of("identity", "grant", "observation")),
            Map.entry("kernel", List.of("unit")),
            Map.entry("blockfile", List.of("kernel")),
            Map.entry("coverage", List.of("identity", "observation", "kernel")),
            Map.entry(
                    "blkio",
                    List.of("unit", "identity", "share", "grant", "observation", "kernel", "blockfile", "coverage")),
            Map.entry("ioprio", List.of("identity", "grant", "observation", "kernel", "coverage")),
            Map.entry("socket", List.of("unit", "identity", "share", "grant", "observation", "kernel", "coverage")),
            Map.entry("guard", List.of("unit", "secret", "observation", "kernel")),
            Map.entry("localio", List.of("unit", "json", "identity")),
            Map.entry("executor", List.of("unit", "identity", "share", "grant", "observation", "kernel", "localio")),
            Map.entry("usage", List.of("unit", "json", "identity", "grant", "localio")),
            Map.entry("link", List.of("unit", "json", "tls", "identity", "grant", "part", "localio", "usage")),
            Map.entry("device", List.of("observation", "kernel", "localio", "usage")),
            Map.entry(
                    "setting",
                    List.of(
                            "unit",
                            "identity",
                            "grant",
                            "queue",
                            "kernel",
                            "coverage",
                            "blkio",
                            "ioprio",
                            "socket",
                            "guard",
                            "executor",
                            "observation",
                            "tls",
                            "link")),
            Map.entry(
                    "agent",
                    List.of(
                            "setting",
                            "blockfile",
                            "unit",
                            "json",
                            "secret",
                            "identity",
                            "rule",
                            "share",
                            "grant",
                            "observation",
                            "law",
                            "part",
                            "queue",
                            "slots",
                            "kernel",
                            "coverage",
                            "blkio",
                            "ioprio",
                            "socket",
                            "guard",
                            "localio",
                            "executor",
                            "device",
                            "usage",
                            "link")));

    /** The types that a package may have, besides those within others. */
    private static final int MOST_TYPES = 15;

    /** Each product and those whose classes it may use: the server adds its commands to the operator's. */
    private static final Map<String, List<String>> PRODUCTS = Map.of(
            "datanode", List.of(),
            "spark", List.of(),
            "cli", List.of(),
            "coordinator", List.of("cli"));

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
        for (String product : PRODUCTS.keySet()) {
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
    void everyRoomIsOnTheMap() {
        List<String> rooms = new ArrayList<>(CORE.keySet());
        rooms.addAll(PRODUCTS.keySet());
        classes()
                .should()
                .resideInAnyPackage(
                        rooms.stream().map(room -> ROOT + room + "..").toArray(String[]::new))
                .check(house);
    }

    /** A package is one concept. */
    @Test
    void packages_areSmall() {
        Map<String, Integer> types = new TreeMap<>();
        for (JavaClass each : house) {
            if (each.isTopLevelClass() && !each.getSimpleName().equals("package-info")) {
                types.merge(each.getPackageName().substring(ROOT.length()), 1, Integer::sum);
            }
        }
        assertThat(types.keySet()).containsAll(CORE.keySet());
        types.values().removeIf(count -> count <= MOST_TYPES);
        assertThat(types).isEmpty();
    }

    @Test
    void core_importsOnlyDownwards() {
        CORE.forEach((room, below) -> {
            List<String> forbidden = new ArrayList<>(CORE.keySet());
            forbidden.addAll(PRODUCTS.keySet());
            forbidden.removeAll(below);
            forbidden.remove(room);
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + room + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            forbidden.stream().map(each -> ROOT + each + "..").toArray(String[]::new))
                    .check(house);
        });
    }

    @Test
    void products_meetOnlyAsTheMapSays() {
        PRODUCTS.forEach((product, allowed) -> noClasses()
                .that()
                .resideInAPackage(ROOT + product + "..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(PRODUCTS.keySet().stream()
                        .filter(other -> !other.equals(product) && !allowed.contains(other))
                        .map(other -> ROOT + other + "..")
                        .toArray(String[]::new))
                .check(house));
    }

    @Test
    void theCoordinator_neverPaces() {
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + "coordinator..", ROOT + "cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + "tuning..", ROOT + "law..", ROOT + "queue..", ROOT + "agent..")
                .check(house);
    }

    /** Values in, values out: what is reported and decided goes in, terms come out. */
    @Test
    void theBalancer_knowsOnlyValues() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "coordinator.balance..")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "coordinator..")
                        .and(resideOutsideOfPackages(
                                ROOT + "coordinator.balance..",
                                ROOT + "coordinator.demand..",
                                ROOT + "coordinator.policy..")))
                .check(house);
        noClasses()
                .that()
                .resideInAPackage(ROOT + "coordinator.demand..")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "coordinator..")
                        .and(resideOutsideOfPackages(ROOT + "coordinator.demand..", ROOT + "coordinator.ledger..")))
                .check(house);
    }

    /** The same: reports of nodes and decisions of users go in, admitted applications come out. */
    @Test
    void admission_isDecidedByValuesAlone() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "coordinator.offer..")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "coordinator..")
                        .and(resideOutsideOfPackages(
                                ROOT + "coordinator.offer..",
                                ROOT + "coordinator.ledger..",
                                ROOT + "coordinator.policy..")))
                .check(house);
    }

    /**
     * Leaves: they depend on reports, decisions and their storage; only the code that assembles them and the code
     * that answers users depend on them.
     */
    @Test
    void historyCreditsSlotsAndForecasts_areLeaves() {
        for (String leaf :
                List.of("coordinator.history", "coordinator.credit", "coordinator.slot", "coordinator.forecast")) {
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + leaf + "..")
                    .should()
                    .dependOnClassesThat(resideInAPackage(ROOT + "coordinator..")
                            .and(resideOutsideOfPackages(
                                    ROOT + leaf + "..",
                                    ROOT + "coordinator.demand..",
                                    ROOT + "coordinator.policy..",
                                    ROOT + "coordinator.election..")))
                    .check(house);
        }
    }

    /**
     * Tiers depend on reports and decisions; access to HDFS is in another package, which only the code that assembles
     * them knows.
     */
    @Test
    void tiers_areALeaf_andKnowNothingOfHttp() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "coordinator.tier..")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "coordinator..")
                        .and(resideOutsideOfPackages(
                                ROOT + "coordinator.tier..",
                                ROOT + "coordinator.demand..",
                                ROOT + "coordinator.policy..",
                                ROOT + "coordinator.election..")))
                .orShould()
                .dependOnClassesThat(resideInAPackage("java.net.http.."))
                .check(house);
        noClasses()
                .that()
                .resideInAPackage(ROOT + "coordinator.webhdfs..")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "coordinator..")
                        .and(resideOutsideOfPackages(ROOT + "coordinator.webhdfs..", ROOT + "coordinator.tier..")))
                .check(house);
    }

    /** Leases know what was reported and what was decided, and where they are kept. */
    @Test
    void leasesOfDisks_areALeaf() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "coordinator.disk..")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "coordinator..")
                        .and(resideOutsideOfPackages(
                                ROOT + "coordinator.disk..",
                                ROOT + "coordinator.ledger..",
                                ROOT + "coordinator.policy..",
                                ROOT + "coordinator.election..")))
                .check(house);
    }

    @Test
    void disks_areALeafOfTheCli() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "cli.disk..")
                .should()
                .dependOnClassesThat(resideInAPackage(ROOT + "cli..").and(resideOutsideOfPackage(ROOT + "cli.disk..")))
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
        onlyIn("io.micrometer..", "coordinator.metrics");
        onlyIn("io.javalin..", "coordinator.rest");
        onlyIn("ch.qos.logback..", "coordinator.audit");
        onlyIn("io.github.bucket4j..", "coordinator.admission");
        onlyIn("picocli..", "cli", "cli.remote", "coordinator.cli");
        onlyIn("me.tongfei..", "cli");
        onlyIn("com.fasterxml.jackson.jr..", "json");
        onlyIn("jnr..", "kernel");
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
                        ROOT + "coordinator.balance..",
                        ROOT + "coordinator.offer..",
                        ROOT + "coordinator.history..",
                        ROOT + "coordinator.credit..",
                        ROOT + "coordinator.slot..",
                        ROOT + "coordinator.forecast..",
                        ROOT + "coordinator.disk..",
                        ROOT + "coordinator.tier..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.Thread")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
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

    private static void onlyIn(String library, String... rooms) {
        String[] packages = new String[rooms.length];
        for (int i = 0; i < rooms.length; i++) {
            packages[i] = ROOT + rooms[i] + "..";
        }
        noClasses()
                .that()
                .resideOutsideOfPackages(packages)
                .should()
                .dependOnClassesThat()
                .resideInAPackage(library)
                .check(house);
    }
}
