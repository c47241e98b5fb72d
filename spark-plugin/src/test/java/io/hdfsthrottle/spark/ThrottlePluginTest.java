package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.spark.FakeCoordinator.Mood;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.scheduler.TaskSchedulerImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The plugin in a real SparkContext: whatever is wrong, the application counts to ten. */
@Tag("slow")
final class ThrottlePluginTest {

    private static final String TENANT = "spark.hdfs.throttle.tenant";
    private static final String COORDINATOR = "spark.hdfs.throttle.coordinator";
    private static final String TIMEOUT = "spark.hdfs.throttle.coordinator.timeout";
    private static final String WAIT = "spark.hdfs.throttle.start.wait";

    private static final String SHORT_CIRCUIT = "spark.hdfs.throttle.shortcircuit";

    private FakeCoordinator coordinator;
    private LogLines log;

    @BeforeEach
    void startCoordinator() throws IOException {
        coordinator = FakeCoordinator.started();
        log = LogLines.captured();
    }

    @AfterEach
    void stopCoordinator() {
        log.close();
        coordinator.close();
    }

    @Test
    void registeredApplication_hasItsHdfsClientsTagged() throws IOException {
        try (JavaSparkContext spark = application(Map.of(TENANT, "gold", COORDINATOR, url()))) {
            AppTag tag = FakeCoordinator.tagOf(spark.sc().applicationId(), "k1");

            assertThat(AppTag.inClientName(clientName(spark.hadoopConfiguration())))
                    .contains(tag);
            assertThat(coordinator.calls())
                    .filteredOn(call -> !call.contains("/replicas"))
                    .singleElement()
                    .asString()
                    .contains(spark.sc().applicationId(), spark.sc().sparkUser(), "counting", "gold");
            assertThat(log.all()).anyMatch(line -> line.startsWith("INFO") && line.contains(tag.toString()));
            assertThat(log.warnings()).isEmpty();
            countsToTen(spark);
        }
    }

    @Test
    void configurationCopiedForATask_makesTaggedClients() throws IOException {
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url()))) {
            Configuration copied = new Configuration(spark.hadoopConfiguration());
            copied.set(TaggedFileSystem.CLIENT_NAME_KEY, "attempt_202611200001_0001_m_000001_1");

            assertThat(clientName(copied)).contains(spark.sc().applicationId());
        }
    }

    @Test
    void registeredApplication_hasItsReadersChooseReplicas() throws IOException {
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url()))) {
            String question = "POST /v1/applications/" + spark.sc().applicationId() + "/replicas {\"secret\"";

            assertThat(clientClass(spark.hadoopConfiguration())).isEqualTo("ChoosingClient");
            await().until(() -> coordinator.callsLike(question) > 0);
            countsToTen(spark);
        }
    }

    @Test
    void replicasLeftToHdfs_nothingOfItIsThere() throws IOException {
        String application;
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url(), "spark.hdfs.throttle.replicas", "hdfs"))) {
            application = spark.sc().applicationId();
            assertThat(clientClass(spark.hadoopConfiguration())).isEqualTo("DFSClient");
            assertThat(clientName(spark.hadoopConfiguration())).contains(application);
            countsToTen(spark);
        }
        assertThat(coordinator.calls()).noneMatch(call -> call.contains("/replicas"));
    }

    @Test
    void stoppedApplication_isWithdrawn() throws IOException {
        String application;
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url()))) {
            application = spark.sc().applicationId();
        }

        assertThat(coordinator.callsLike("DELETE /v1/applications/" + application))
                .isOne();
    }

    @ParameterizedTest
    @EnumSource(
            value = Mood.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ANSWERS", "REFUSES_TENANT", "HAS_NO_ROOM"})
    void whateverIsWrongWithTheCoordinator_theStartWaitsAsLongAsItMay_andOneLineSaysSo(Mood mood) throws IOException {
        coordinator.becomes(mood);
        runsUntagged(
                Map.of(TENANT, "gold", COORDINATOR, url(), TIMEOUT, "300ms", WAIT, "500ms"), "none did within 500 ms");
    }

    @Test
    void tenantThatMayReadPastDataNodes_hasItsClientsDoSo_asLongAsItMay() throws IOException {
        coordinator.grantsShortCircuit("free");
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url()))) {
            assertThat(shortCircuit(spark)).isEqualTo("free");
            assertThat(log.warnings()).isEmpty();

            coordinator.grantsShortCircuit("tcp");
            await().until(() -> shortCircuit(spark).equals("tcp"));
            assertThat(log.all()).anyMatch(line -> line.contains("short-circuit reads of tenant gold are now tcp"));
        }
    }

    @Test
    void applicationThatAsksForTheStricter_getsIt() throws IOException {
        coordinator.grantsShortCircuit("free");
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url(), SHORT_CIRCUIT, "tcp"))) {
            assertThat(shortCircuit(spark)).isEqualTo("tcp");
            assertThat(log.warnings()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "something that only a newer coordinator knows"})
    void applicationThatAsksForMoreThanItsTenantMay_doesNotGetIt_andOneWarningSaysSo(String granted)
            throws IOException {
        coordinator.grantsShortCircuit(granted);
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url(), SHORT_CIRCUIT, "free"))) {
            assertThat(shortCircuit(spark)).isEqualTo("tcp");
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("shortcircuit=free is not granted to tenant gold", "--short-circuit free");
        }
    }

    private static String shortCircuit(JavaSparkContext spark) {
        return spark.hadoopConfiguration().get(PacedReads.SHORT_CIRCUIT_KEY);
    }

    @Test
    void speculation_isPatientBeforeSparkMakesItsScheduler() {
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url(), "spark.speculation", "true"))) {
            TaskSchedulerImpl scheduler = (TaskSchedulerImpl) spark.sc().taskScheduler();

            assertThat(scheduler.MIN_TIME_TO_SPECULATION()).isEqualTo(30_000);
            assertThat(log.all())
                    .filteredOn(line -> line.contains("spark.speculation is on"))
                    .singleElement()
                    .asString()
                    .contains("spark.speculation.minTaskRuntime=30s");
            countsToTen(spark);
        }
    }

    @Test
    void unreachableCoordinator_oneWarningAndUntagged() throws IOException {
        coordinator.close();
        runsUntagged(Map.of(TENANT, "gold", COORDINATOR, url(), WAIT, "500ms"), "no coordinator answered");
    }

    @Test
    void coordinatorThatHangs_delaysTheStartByTheWaitOnly() throws IOException {
        coordinator.becomes(Mood.HANGS);
        runsUntagged(Map.of(COORDINATOR, url(), WAIT, "300ms"), "none did within 300 ms");
    }

    @Test
    void applicationThatIsRegisteredLate_isTaggedFromThenOn_alsoWhereHdfsWasOpenBefore() throws IOException {
        coordinator.hesitates(Duration.ofMillis(500));
        URI nowhere = URI.create("hdfs://127.0.0.1:9");
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url(), WAIT, "100ms"));
                DistributedFileSystem early = (DistributedFileSystem) FileSystem.get(nowhere, new Configuration())) {
            await().untilAsserted(() -> assertThat(clientName(spark.hadoopConfiguration()))
                    .contains(spark.sc().applicationId()));
            await().until(() -> log.all().stream().anyMatch(line -> line.contains("registered late")));
            assertThat(log.warnings()).singleElement().asString().contains("until a coordinator registers it");
            assertThat(early.getClient().isClientRunning()).isTrue();
            try (DistributedFileSystem anew =
                    (DistributedFileSystem) FileSystem.get(nowhere, spark.hadoopConfiguration())) {
                assertThat(anew.getClient().getClientName()).contains(spark.sc().applicationId());
            }
        }
        assertThat(coordinator.callsLike("DELETE")).isOne();
    }

    @Test
    void jobThatSetsHadoopsOwnClass_staysTagged() throws IOException {
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url()))) {
            spark.hadoopConfiguration().set(HdfsStamp.CLASS_KEY, DistributedFileSystem.class.getName());
            readUntagged(DistributedFileSystem.class);

            await().untilAsserted(() -> assertThat(clientName(spark.hadoopConfiguration()))
                    .contains(spark.sc().applicationId()));
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void jobThatSetsAClassOfItsOwn_isTold_onceAndWithinSeconds() {
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url()))) {
            spark.hadoopConfiguration().set(HdfsStamp.CLASS_KEY, Theirs.class.getName());
            readUntagged(Theirs.class);

            await().untilAsserted(() -> assertThat(log.warnings()).isNotEmpty());
            assertThat(log.warnings())
                    .singleElement()
                    .asString()
                    .contains("untagged", Theirs.class.getName(), "do not set fs.hdfs.impl");
            assertThat(spark.hadoopConfiguration().get(HdfsStamp.CLASS_KEY)).isEqualTo(Theirs.class.getName());
        }
    }

    @Test
    void jobThatSetsTheClassInAConfigurationOfItsOwn_isTold_onceItIsClear() {
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url()))) {
            await().untilAsserted(() -> {
                readUntagged(DistributedFileSystem.class);
                assertThat(log.warnings()).isNotEmpty();
            });
            assertThat(log.warnings()).singleElement().asString().contains("a configuration of its own");
            countsToTen(spark);
        }
    }

    private static final class Theirs extends DistributedFileSystem {}

    /** As Hadoop counts it when a client of that class has read two MiB. */
    @SuppressWarnings("deprecation")
    private static void readUntagged(Class<? extends FileSystem> by) {
        FileSystem.getStatistics("hdfs", by).incrementBytesRead(2 << 20);
    }

    @Test
    void coordinatorThatHangs_leavesTimeForTheNext() throws IOException {
        coordinator.becomes(Mood.HANGS);
        try (FakeCoordinator next = FakeCoordinator.started();
                JavaSparkContext spark = application(Map.of(COORDINATOR, url() + "," + next.url(), WAIT, "4s"))) {
            assertThat(clientName(spark.hadoopConfiguration()))
                    .contains(spark.sc().applicationId());
            assertThat(log.warnings()).isEmpty();
        }
    }

    @Test
    void coordinatorThatHangs_doesNotDelayTheEnd() throws IOException {
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url()))) {
            countsToTen(spark);
            coordinator.becomes(Mood.HANGS);
        }
        assertThat(coordinator.callsLike("DELETE"))
                .as("calls without an answer")
                .isOne();
        assertThat(log.all())
                .as("it was given up before the link's own timeout")
                .anyMatch(line -> line.contains("was not withdrawn") && line.endsWith("TimeoutException"));
    }

    @Test
    void unknownTenant_oneWarningInTheCoordinatorsWords() throws IOException {
        coordinator.becomes(Mood.REFUSES_TENANT);
        runsUntagged(Map.of(TENANT, "glod", COORDINATOR, url()), "tenant must be one of bronze, gold");
    }

    @Test
    void urlOfAnotherServer_oneWarningThatNamesIt() throws IOException {
        coordinator.becomes(Mood.IS_ANOTHER_SERVER);
        runsUntagged(Map.of(COORDINATOR, url(), WAIT, "500ms"), url());
    }

    @Test
    void malformedUrl_oneWarningWithAGoodValue() throws IOException {
        runsUntagged(Map.of(COORDINATOR, "127.0.0.1:9880"), "http://coordinator.example:9880");
    }

    @Test
    void unknownKey_oneWarningWithAGoodValue() throws IOException {
        runsUntagged(
                Map.of("spark.hdfs.throttle.tennant", "gold", COORDINATOR, url()),
                "spark.hdfs.throttle.tennant=gold in the Spark configuration is refused");
        assertThat(coordinator.calls()).isEmpty();
    }

    @Test
    void fileSystemOfTheUsers_staysAndIsNotRegistered() throws IOException {
        String theirs = RawLocalFileSystem.class.getName();
        try (JavaSparkContext spark = application(Map.of(COORDINATOR, url(), "spark.hadoop.fs.hdfs.impl", theirs))) {
            assertThat(spark.hadoopConfiguration().get(HdfsStamp.CLASS_KEY)).isEqualTo(theirs);
            assertThat(spark.hadoopConfiguration().get(HdfsStamp.TAG_KEY)).isNull();
            assertThat(log.warnings()).singleElement().asString().contains("untagged", theirs);
            assertThat(coordinator.calls()).isEmpty();
            countsToTen(spark);
        }
    }

    @Test
    void hiveWithClassesOfItsOwn_isNotGivenAClassItCannotFind() throws IOException {
        runsUntagged(
                Map.of(COORDINATOR, url(), "spark.sql.hive.metastore.jars", "path"),
                "add io.hdfsthrottle.spark to spark.sql.hive.metastore.sharedPrefixes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"enabled=false", "tennant=gold", "appointments=maybe"})
    void switchedOffOrRefused_nothingAtAllIsChanged_evenWhereSparkSpeculates(String setting) throws IOException {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        String[] keyAndValue = setting.split("=", 2);
        try (JavaSparkContext spark = application(Map.of(
                COORDINATOR,
                url(),
                "spark.hdfs.throttle." + keyAndValue[0],
                keyAndValue[1],
                "spark.speculation",
                "true"))) {
            countsToTen(spark);

            Set<Thread> ours = new HashSet<>(Thread.getAllStackTraces().keySet());
            ours.removeAll(before);
            assertThat(ours).extracting(Thread::getName).noneMatch(name -> name.startsWith("hdfs-throttle"));
            assertThat(spark.hadoopConfiguration())
                    .noneMatch(each -> (each.getKey() + each.getValue()).matches(".*hdfs.?throttle.*"));
            assertThat(clientName(spark.hadoopConfiguration())).startsWith("DFSClient_NONMAPREDUCE_");
            assertThat(spark.getConf().contains("spark.speculation.minTaskRuntime"))
                    .isFalse();
            assertThat(coordinator.calls()).isEmpty();
            assertThat(log.warnings()).hasSize(setting.startsWith("enabled") ? 0 : 1);
        }
    }

    private void runsUntagged(Map<String, String> settings, String reason) throws IOException {
        try (JavaSparkContext spark = application(settings)) {
            assertThat(log.warnings()).singleElement().asString().contains("untagged", reason);
            assertThat(spark.hadoopConfiguration().get(HdfsStamp.CLASS_KEY)).isNull();
            assertThat(clientName(spark.hadoopConfiguration())).startsWith("DFSClient_NONMAPREDUCE_");
            countsToTen(spark);
        }
    }

    private String url() {
        return coordinator.url().toString();
    }

    private static void countsToTen(JavaSparkContext spark) {
        List<Integer> numbers =
                spark.parallelize(List.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10), 2).collect();
        assertThat(numbers.stream().map(String::valueOf).collect(Collectors.joining(" ")))
                .isEqualTo("1 2 3 4 5 6 7 8 9 10");
    }

    private static String clientClass(Configuration conf) throws IOException {
        try (FileSystem hdfs = FileSystem.newInstance(URI.create("hdfs://127.0.0.1:1"), conf)) {
            return ((DistributedFileSystem) hdfs).getClient().getClass().getSimpleName();
        }
    }

    private static String clientName(Configuration conf) throws IOException {
        try (FileSystem hdfs = FileSystem.newInstance(URI.create("hdfs://127.0.0.1:1"), conf)) {
            return ((DistributedFileSystem) hdfs).getClient().getClientName();
        }
    }

    private static JavaSparkContext application(Map<String, String> settings) {
        SparkConf conf = new SparkConf(false)
                .setMaster("local[2]")
                .setAppName("counting")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.plugins", ThrottlePlugin.class.getName())
                .set(WAIT, "20s");
        settings.forEach(conf::set);
        return new JavaSparkContext(conf);
    }
}
