package io.hdfsthrottle.coordinator.feature.launch.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Deployment;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings.As;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Orders;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Plan.Program;
import io.hdfsthrottle.coordinator.feature.launch.deployment.ProcessState;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Quota;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Recorded;
import io.hdfsthrottle.coordinator.feature.launch.local.Journal.Entry;
import java.io.BufferedReader;
import java.io.File;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Launches real processes: they outlive who launched them, and nothing is left of what is ended. */
@Timeout(120)
@Tag("slow")
final class LocalBackendTest {
    /** What is promised. */
    private static final Duration MINUTE = Duration.ofSeconds(60);

    private static final String ID = "c-0123abcd";

    @TempDir
    private Path folder;

    private LocalBackend backend;

    @BeforeEach
    void build() throws Exception {
        ScriptedSpark.in(folder.resolve("spark"));
        Files.createDirectories(folder.resolve("disk1"));
        Files.createDirectories(folder.resolve("disk2"));
    }

    @AfterEach
    void tearDown() {
        if (backend != null) {
            backend.end(ID, true);
            backend.close();
        }
        MarkedProcesses.processes(folder.toString()).forEach(ProcessHandle::destroyForcibly);
    }

    private static LaunchSettings settings(Path folder) {
        return settings(folder, new As(true, As.BY_SETPRIV));
    }

    static LaunchSettings settings(Path folder, As as) {
        return new LaunchSettings(
                true,
                Optional.of(folder.resolve("spark")),
                Optional.empty(),
                as,
                Map.of("DS-1", folder.resolve("disk1"), "DS-2", folder.resolve("disk2")),
                folder.resolve("launch"),
                Optional.empty(),
                new Quota(9, 9, 9, 9_999),
                9,
                Duration.ofHours(1));
    }

    private void start(Order order) throws Exception {
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        backend.start(Orders.deployment(ID, order), List.of("DS-1", "DS-2"));
    }

    private void awaitLog(String text) {
        await().atMost(MINUTE).until(() -> backend.log(ID).contains(text));
    }

    private List<ProcessHandle> processes() {
        return MarkedProcesses.processes(folder.resolve("launch").toString());
    }

    /** Everything below the disks. */
    private List<Path> files() throws Exception {
        List<Path> files = new ArrayList<>();
        for (String each : List.of("disk1", "disk2")) {
            try (Stream<Path> all = Files.list(folder.resolve(each))) {
                all.forEach(files::add);
            }
        }
        return files;
    }

    private void awaitNothingLeft() {
        await().atMost(MINUTE).ignoreExceptions().untilAsserted(() -> {
            assertThat(processes()).isEmpty();
            assertThat(files()).isEmpty();
        });
    }

    private void endAndAwait(boolean force) throws Exception {
        await().atMost(MINUTE).until(() -> {
            backend.end(ID, force);
            return backend.observe(ID).gone();
        });
        awaitNothingLeft(); // the agent ends a moment after it said so
    }

    @Test
    void application_spillsToItsOwnDirectories_andNothingIsLeftWhenItIsEnded() throws Exception {
        start(Orders.application("alice", 2));
        awaitLog("waits");
        assertThat(backend.log(ID))
                .contains("as alice on " + folder.resolve("disk1").resolve(ID) + ","
                        + folder.resolve("disk2").resolve(ID));
        assertThat(folder.resolve("disk2").resolve(ID).resolve("blockmgr/spill"))
                .exists();
        assertThat(processes()).hasSizeGreaterThanOrEqualTo(3);
        assertThat(backend.observe(ID).exit()).isEmpty();

        endAndAwait(false);
        assertThat(backend.log(ID)).contains("waits");
        backend.close();
        assertThat(LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES).left())
                .as("what is over")
                .isEmpty();
    }

    @Test
    void application_findsItsTokenInAFileOfItsOwn_thatNobodyElseMayRead() throws Exception {
        start(Orders.application("alice", 2));
        awaitLog("waits");
        Path file = folder.resolve("disk1").resolve(ID).resolve("register.token");
        assertThat(backend.log(ID))
                .contains("spark.plugins=", "spark.hdfs.throttle.token.file=" + file)
                .doesNotContain("token of");
        assertThat(file).hasContent("token of " + ID);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        endAndAwait(true);
    }

    @Test
    void withoutThePlugin_applicationsAreLaunchedUntagged() throws Exception {
        Files.delete(folder.resolve("spark/jars/hdfs-throttle-spark-1.jar"));
        start(Orders.application("alice", 2));
        awaitLog("waits");
        assertThat(backend.log(ID)).doesNotContain("spark.plugins=");
        endAndAwait(true);
    }

    @Test
    void programThatIgnoresTheRequestToEnd_isKilled() throws Exception {
        start(Orders.application("alice", 2, "hdfs:/stubborn"));
        awaitLog("waits");
        backend.end(ID, false);
        assertThat(backend.observe(ID).gone()).isFalse();
        assertThat(processes()).isNotEmpty();
        endAndAwait(true);
    }

    @Test
    void programThatIsKilled_isSeen_andWhatItHadStartedIsEnded() throws Exception {
        start(Orders.application("alice", 2));
        awaitLog("waits");
        agent().children().forEach(ProcessHandle::destroyForcibly);
        await().atMost(MINUTE).until(() -> backend.observe(ID).exit().isPresent());
        assertThat(backend.observe(ID).exit()).hasValue(137);
        assertThat(processes()).as("what it had started goes on").isNotEmpty();
        endAndAwait(false);
    }

    /** Of a pipe that nobody reads. */
    private static final int MORE_THAN_A_PIPE_HOLDS = 70_000;

    @Test
    void agentThatIsStopped_holdsNobodyUp_andEndsWhatItIsToldToOnceItGoesOn() throws Exception {
        start(Orders.application("alice", 2));
        awaitLog("waits");
        signal("-STOP");
        for (int i = 0; i < MORE_THAN_A_PIPE_HOLDS; i++) {
            backend.end(ID, false);
        }
        assertThat(backend.observe(ID)).isEqualTo(ProcessState.RUNNING);
        signal("-CONT");
        endAndAwait(false);
    }

    private void signal(String signal) throws Exception {
        Process kill = new ProcessBuilder("kill", signal, String.valueOf(backend.agent(ID))).start();
        assertThat(kill.waitFor()).isZero();
    }

    @Test
    void agent_leadsASessionOfItsOwn_withoutTheCoordinatorsTerminal() throws Exception {
        start(Orders.application("alice", 2));
        String stat = Files.readString(Path.of("/proc", String.valueOf(backend.agent(ID)), "stat"));
        String[] afterName = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        assertThat(afterName[3]).as("session").isEqualTo(String.valueOf(backend.agent(ID)));
        assertThat(afterName[4]).as("terminal").isEqualTo("0");
        endAndAwait(true);
    }

    @Test
    void folderThatOthersWrite_orAreLedElsewhereBy_isRefused() throws Exception {
        Path launch = Files.createDirectory(folder.resolve("launch"));
        Files.setPosixFilePermissions(launch, PosixFilePermissions.fromString("rwxrwx---"));
        assertThatIOException()
                .isThrownBy(() -> LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES))
                .withMessageContainingAll("launch.folder", "770", "chmod 700");
        Files.setPosixFilePermissions(launch, PosixFilePermissions.fromString("rwx------"));
        Files.move(launch, folder.resolve("elsewhere"));
        Files.createSymbolicLink(launch, folder.resolve("elsewhere"));
        assertThatIOException()
                .isThrownBy(() -> LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES))
                .withMessageContainingAll("launch.folder", "symbolic link");
    }

    @Test
    void whatAgentsDoNotClearAway_isTriedAgainAfterGrowingPauses() {
        LocalBackend.Running running = new LocalBackend.Running(null, List.of());
        List<Long> attempts = new ArrayList<>();
        for (long second = -10; second < 120; second++) {
            if (running.isDue(Duration.ofSeconds(second).toNanos())) {
                attempts.add(second + 10);
            }
        }
        assertThat(attempts).containsExactly(0L, 1L, 4L, 11L, 26L, 56L, 86L, 116L);
    }

    private ProcessHandle agent() {
        return ProcessHandle.of(backend.agent(ID)).orElseThrow();
    }

    @Test
    void programThatEnds_isSeenWithItsExitCode() throws Exception {
        start(Orders.application("alice", 2, "hdfs:/fail"));
        await().atMost(MINUTE).until(() -> backend.observe(ID).exit().isPresent());
        assertThat(backend.observe(ID).exit()).hasValue(3);
        endAndAwait(false);
    }

    @Test
    void standaloneMaster_isSeveralProcesses_andSaysHowItIsReached() throws Exception {
        start(Orders.standalone(2, 1));
        awaitLog("on " + folder.resolve("disk1").resolve(ID) + "\n");
        awaitLog("on " + folder.resolve("disk2").resolve(ID) + "\n");
        assertThat(backend.contact(ID).get("master")).startsWith("spark://127.0.0.1:");
        assertThat(backend.contact(ID).get("secret")).hasSize(32);
        assertThat(backend.contact(ID))
                .containsEntry("spark.plugins", "io.hdfsthrottle.spark.ThrottlePlugin")
                .containsKey("spark.hdfs.throttle.token.file");
        endAndAwait(false);
    }

    @Test
    void whatCannotBeStarted_leavesNothing() throws Exception {
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        Files.delete(folder.resolve("spark/bin/spark-class"));
        assertThatIOException()
                .isThrownBy(
                        () -> backend.start(Orders.deployment(ID, Orders.standalone(2, 1)), List.of("DS-1", "DS-2")));
        assertThat(processes()).isEmpty();
        assertThat(files()).isEmpty();
        assertThat(backend.trouble(
                        Orders.standalone(1, 1).product(),
                        Orders.standalone(1, 1).version()))
                .contains("bin/spark-class", "launch.spark.home");
    }

    @Test
    void agentThatIsKilled_endsTheDeployment_andAnotherLeavesNothingOfIt() throws Exception {
        start(Orders.application("alice", 2, "hdfs:/stubborn"));
        awaitLog("waits");
        assertThat(agent().destroyForcibly()).isTrue();
        await().atMost(MINUTE).until(() -> backend.observe(ID).gone());
        assertThat(backend.observe(ID).exit()).hasValue(137);
        awaitNothingLeft();
    }

    @Test
    void folderOfAnotherCoordinator_andMissingOnes_areRefusedByName() throws Exception {
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        assertThatIOException()
                .isThrownBy(() -> LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES))
                .withMessageContaining("launch.folder");
        Files.delete(folder.resolve("disk2"));
        assertThatIOException()
                .isThrownBy(() -> LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES))
                .withMessageContaining("launch.disks");
        Files.delete(folder.resolve("spark/bin/spark-submit"));
        assertThatIOException()
                .isThrownBy(() -> LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES))
                .withMessageContaining("launch.spark.home");
    }

    /** A process that starts a deployment, as a coordinator does, and waits to be killed. */
    static final class Victim {
        private Victim() {}

        public static void main(String[] arguments) throws Exception {
            LocalBackend backend = LocalBackend.open(
                    settings(Path.of(arguments[0])),
                    ScriptedSpark.IDENTITIES,
                    Duration.ofSeconds(Long.parseLong(arguments[1])));
            Order order = Orders.application("alice", 2, arguments[2]);
            backend.start(Orders.deployment(ID, order), List.of("DS-1", "DS-2"));
            await().atMost(MINUTE).until(() -> backend.log(ID).contains("waits"));
            System.out.println(backend.agent(ID));
            System.in.read();
        }
    }

    /** The process, and its agent. */
    private List<ProcessHandle> victim(Duration patience, String input) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Victim.class.getName(),
                        folder.toRealPath().toString(),
                        Long.toString(patience.toSeconds()),
                        input)
                .redirectError(folder.resolve("victim.log").toFile())
                .start();
        BufferedReader out = process.inputReader(UTF_8);
        String agent = out.readLine();
        assertThat(agent).as(Files.readString(folder.resolve("victim.log"))).isNotNull();
        assertThat(processes()).isNotEmpty();
        return List.of(
                process.toHandle(), ProcessHandle.of(Long.parseLong(agent)).orElseThrow());
    }

    private static void kill(ProcessHandle process) {
        process.destroyForcibly();
        await().atMost(MINUTE).until(() -> !process.isAlive());
    }

    private void takeUp() throws Exception {
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        assertThat(backend.left()).extracting(Deployment::id).containsExactly(ID);
        assertThat(backend.left()).extracting(Deployment::lease).containsExactly("lease-7");
    }

    @Test
    void coordinatorThatIsKilled_endsNothing_andTheNextFollowsItToItsEnd() throws Exception {
        kill(victim(MINUTE, "hdfs:/in").get(0));
        takeUp();
        Order order = backend.left().get(0).order();
        assertThat(order.user()).isEqualTo("alice");
        assertThat(order.size()).isEqualTo(Orders.application("alice", 2).size());
        assertThat(backend.observe(ID)).isEqualTo(ProcessState.RUNNING);
        assertThat(backend.log(ID)).contains("waits");

        Path words = folder.resolve("launch").resolve(ID + ".words");
        Files.move(words, folder.resolve("words"));
        Files.createDirectory(words);
        assertThat(backend.observe(ID)).as("when that cannot be probed").isEqualTo(ProcessState.RUNNING);
        Files.delete(words);
        Files.move(folder.resolve("words"), words);

        ScriptedSpark.complete(folder.resolve("spark"));
        await().atMost(MINUTE).until(() -> backend.observe(ID).exit().isPresent());
        assertThat(backend.observe(ID).exit()).hasValue(0);
        endAndAwait(false);
        backend.forget(ID);
        assertThat(folder.resolve("launch")).isDirectoryNotContaining("glob:**" + ID + "*");
    }

    @Test
    void jobThatEndsWhileItHasNoCoordinator_leavesNothing_andTheNextKnowsThatItWentWell() throws Exception {
        kill(victim(MINUTE, "hdfs:/in").get(0));
        ScriptedSpark.complete(folder.resolve("spark"));
        awaitNothingLeft();
        takeUp();
        await().atMost(MINUTE).until(() -> backend.observe(ID).gone());
        assertThat(backend.observe(ID).exit()).hasValue(0);
        assertThat(backend.log(ID)).contains("waits");
    }

    @Test
    void whatAnEarlierProcessLaunched_isEndedByTheNext_alsoIfItIsStubborn() throws Exception {
        kill(victim(MINUTE, "hdfs:/stubborn").get(0));
        takeUp();
        backend.end(ID, false);
        assertThat(backend.observe(ID).gone()).isFalse();
        endAndAwait(true);
    }

    @Test
    void deploymentThatNobodyRenewsTheLeaseOf_endsItself_andLeavesNothing() throws Exception {
        List<ProcessHandle> victim = victim(Duration.ofSeconds(1), "hdfs:/stubborn");
        kill(victim.get(0));
        awaitNothingLeft();
        await().atMost(MINUTE).until(() -> !victim.get(1).isAlive());
        takeUp();
        assertThat(backend.observe(ID).gone()).isTrue();
        assertThat(backend.observe(ID).exit().orElseThrow()).isNotZero();
    }

    @Test
    void whatIsLeftWhenTheAgentIsKilledToo_isClearedAwayByTheNextCoordinator_asAFailure() throws Exception {
        List<ProcessHandle> victim = victim(MINUTE, "hdfs:/stubborn");
        kill(victim.get(1));
        kill(victim.get(0));
        assertThat(processes()).isNotEmpty();
        assertThat(files()).isNotEmpty();

        takeUp();
        await().atMost(MINUTE).until(() -> backend.observe(ID).gone());
        assertThat(backend.observe(ID).exit())
                .as("how its program ended is not known")
                .isEmpty();
        assertThat(processes()).isEmpty();
        assertThat(files()).isEmpty();
    }

    @Test
    void hostileFilesInTheFolder_areNoDeployments_andNothingElseIsRead() throws Exception {
        LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES).close();
        Path launch = folder.resolve("launch");
        Files.writeString(launch.resolve(ID + ".json"), "{\"deployment\":\"../../etc\",\"directories\":[\"/etc\"]}");
        Files.writeString(launch.resolve("c-99999999.words"), "exit 0\nclean\n");
        Files.createSymbolicLink(launch.resolve("c-99999999.out"), Path.of("/etc/passwd"));
        assertThat(Tail.of(launch.resolve("c-99999999.out")))
                .as("a link is not followed")
                .isEmpty();
        Files.writeString(launch.resolve("other.json"), "{}");
        backend = LocalBackend.open(settings(folder), ScriptedSpark.IDENTITIES);
        assertThat(backend.left()).isEmpty();
        assertThat(backend.log("c-99999999")).isEmpty();
        assertThat(launch).isDirectoryNotContaining("glob:**c-99999999*").isDirectoryContaining("glob:**other.json");
        assertThat(Path.of("/etc/passwd")).exists();
    }

    @Test
    void outputOfADeployment_isBounded() throws Exception {
        Path program = folder.resolve("spark/bin/spark-submit");
        String floods = "#!/bin/sh\nhead -c 3000000 /dev/zero | tr '\\0' 'x'\necho\n";
        Files.writeString(program, Files.readString(program).replace("#!/bin/sh\n", floods));
        start(Orders.application("alice", 2));
        awaitLog("waits");
        assertThat(folder.resolve("launch").resolve(ID + ".out"))
                .satisfies(file -> assertThat(Files.size(file)).isLessThanOrEqualTo(2L * Tail.BYTES));
        endAndAwait(true);
    }

    @Test
    void fullDiskOfTheFolder_endsNoProgram_andHidesNoFailure() throws Exception {
        Path done = folder.resolve("done");
        Program program = new Program(
                List.of("/bin/sh", "-c", "head -c 300000 /dev/zero && touch " + done + " && exit 3"), Map.of());
        Entry entry = new Entry(
                ID,
                "lease-7",
                "",
                List.of(folder.resolve("disk1").resolve(ID).toString()),
                Map.of(),
                null,
                Recorded.of(Orders.deployment(ID, Orders.application("alice", 1))),
                "hash");
        Task task = new Task(entry, folder.resolve("launch").toString(), Map.of(), List.of(program), null);
        File full = new File("/dev/full");
        Process agent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Agent.class.getName())
                .redirectOutput(full)
                .redirectError(full)
                .start();
        try (ObjectOutputStream told = new ObjectOutputStream(agent.getOutputStream())) {
            told.writeObject(task);
            told.flush();
            await().atMost(MINUTE)
                    .until(() ->
                            Files.exists(done) && agent.children().findAny().isEmpty());
            agent.getOutputStream().write(Agent.END);
            agent.getOutputStream().flush();
            assertThat(agent.waitFor()).isEqualTo(3);
        }
        assertThat(files()).isEmpty();
    }

    @Test
    void log_keepsItsEndAlone_fromTheBeginningOfALine() {
        Tail tail = new Tail();
        byte[] line = "0123456789\r".getBytes(UTF_8);
        for (int i = 0; i < Tail.BYTES; i++) {
            tail.add(line, line.length);
        }
        tail.add("last".getBytes(UTF_8), 4);
        assertThat(tail.text()).startsWith("0123456789\n").endsWith("\nlast").hasSizeLessThanOrEqualTo(Tail.BYTES);
    }
}
