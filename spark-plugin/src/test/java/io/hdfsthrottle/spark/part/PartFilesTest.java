package io.hdfsthrottle.spark.part;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.SharePath;
import io.hdfsthrottle.spark.LogLines;
import io.hdfsthrottle.unit.Rate;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which part a thread works for, and the file systems cached for parts. */
final class PartFilesTest {

    private static final Part PROCESS = Part.of("3", "");

    private final List<Files> made = new ArrayList<>();
    private final Files otherwise = new Files(PROCESS);
    private Part now = PROCESS;
    private final AtomicLong nanos = new AtomicLong();
    private RuntimeException trouble;
    private int tried;
    private final PartFiles<Files> files = new PartFiles<>(() -> now, PROCESS, this::make, nanos::get);

    private Files make(Part part) {
        tried++;
        if (trouble != null) {
            throw trouble;
        }
        Files fresh = new Files(part);
        made.add(fresh);
        return fresh;
    }

    private static final class Files implements Closeable {
        private final Part part;
        private boolean closed;

        Files(Part part) {
            this.part = part;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    @Test
    void eachPart_hasOneOfItsOwn_andNobodyInParticularNone() {
        assertThat(files.ofThread(otherwise)).isSameAs(otherwise);
        now = Part.of("3", "etl");
        Files etl = files.ofThread(otherwise);
        assertThat(etl.part).isEqualTo(now);
        now = Part.of("3", "adhoc");
        assertThat(files.ofThread(otherwise)).isNotSameAs(etl);
        now = Part.of("3", "etl");
        assertThat(files.ofThread(otherwise)).isSameAs(etl);
    }

    @Test
    void oneThatIsLetGo_isNotClosed_untilAllAre() throws IOException {
        for (int task = 0; task < 3 * PartFiles.MOST; task++) {
            now = PROCESS.task(task);
            Files unused = files.ofThread(otherwise);
        }
        assertThat(made).hasSize(3 * PartFiles.MOST).noneMatch(each -> each.closed);
        Files unused = files.ofThread(otherwise);
        assertThat(made).hasSize(3 * PartFiles.MOST);

        files.close();

        assertThat(made).allMatch(each -> each.closed);
        now = PROCESS.task(1_000_000);
        assertThat(files.ofThread(otherwise)).isSameAs(otherwise);
    }

    @Test
    void clientThatCannotBeMade_isDoneWithout_andTriedAgainLaterAndLater() {
        now = PROCESS.task(1);
        Files first = files.ofThread(otherwise);
        trouble = new IllegalStateException("on purpose");
        now = PROCESS.task(2);
        long untold = PartFiles.untold();
        try (LogLines log = LogLines.captured()) {
            assertThat(files.ofThread(otherwise)).isSameAs(otherwise);
            assertThat(files.ofThread(otherwise)).isSameAs(otherwise);
            assertThat(tried).as("none during the pause").isEqualTo(2);

            for (Duration pause = PartFiles.SHORTEST_PAUSE;
                    pause.compareTo(PartFiles.LONGEST_PAUSE) < 0;
                    pause = pause.multipliedBy(2)) {
                int before = tried;
                nanos.addAndGet(pause.toNanos() - 1);
                assertThat(files.ofThread(otherwise)).isSameAs(otherwise);
                assertThat(tried).isEqualTo(before);
                nanos.addAndGet(1);
                assertThat(files.ofThread(otherwise)).isSameAs(otherwise);
                assertThat(tried).isEqualTo(before + 1);
            }
            assertThat(log.warnings()).singleElement().asString().contains("on purpose");
        }
        assertThat(PartFiles.untold() - untold).isEqualTo(tried - 2 + 2 + 6);
        now = PROCESS.task(1);
        assertThat(files.ofThread(otherwise))
                .as("those that are there serve on")
                .isSameAs(first);

        trouble = null;
        now = PROCESS.task(2);
        nanos.addAndGet(PartFiles.LONGEST_PAUSE.toNanos());
        assertThat(files.ofThread(otherwise).part).isEqualTo(now);
        now = PROCESS.task(3);
        assertThat(files.ofThread(otherwise).part)
                .as("no pause after a success")
                .isEqualTo(now);
    }

    @Test
    void taskThatIsKilledMeanwhile_causesNoPause() {
        now = PROCESS.task(1);
        trouble = new IllegalStateException("interrupted");
        Thread.currentThread().interrupt();
        try {
            assertThat(files.ofThread(otherwise)).isSameAs(otherwise);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        trouble = null;
        assertThat(files.ofThread(otherwise).part).isEqualTo(now);
    }

    @Test
    void operationThatIsDoneWithout_sharesOneTasksLimit_andHasNotNone() {
        PartTerms terms = PartTerms.of(Level.TASK, Rate.ZERO, Rate.parse("10m"));

        SharePath.Step limited = task(Optional.of(PROCESS), terms);
        assertThat(terms.limit(limited.level())).isEqualTo(Rate.parse("10m"));
        assertThat(task(Optional.of(Part.of("4", "")), terms).key()).isEqualTo(limited.key());
        assertThat(task(Optional.of(PROCESS.task(1)), terms).key()).isNotEqualTo(limited.key());
    }

    private static SharePath.Step task(Optional<Part> part, PartTerms terms) {
        List<SharePath.Step> steps = SharePath.of("app-1", part, terms).steps();
        return steps.get(steps.size() - 1);
    }

    @Test
    void sparkOfAnotherKind_isDoneWithout() {
        PartFiles<Files> foreign = new PartFiles<>(
                () -> {
                    throw new NoClassDefFoundError("org/apache/spark/TaskContext");
                },
                PROCESS,
                Files::new,
                nanos::get);
        assertThat(foreign.ofThread(otherwise)).isSameAs(otherwise);
        assertThat(foreign.ofThread(otherwise)).isSameAs(otherwise);
    }

    @Test
    void pool_isOurPropertyFirst_thenTheSchedulers_thenTheJobGroup() {
        DistinguishedParts pools = DistinguishedParts.by(Level.APPLICATION, true);
        Map<String, String> group = Map.of("spark.jobGroup.id", "nightly");
        Map<String, String> scheduler = Map.of("spark.jobGroup.id", "nightly", "spark.scheduler.pool", "fair");
        Map<String, String> own = Map.of("spark.scheduler.pool", "fair", "spark.hdfs.throttle.pool", "mine");
        assertThat(SparkPart.of(PROCESS, pools, Map.<String, String>of()::get, OptionalLong.of(7)))
                .isEqualTo(PROCESS);
        assertThat(SparkPart.of(PROCESS, pools, group::get, OptionalLong.of(7)).pool())
                .isEqualTo("nightly");
        assertThat(SparkPart.of(PROCESS, pools, scheduler::get, OptionalLong.of(7))
                        .pool())
                .isEqualTo("fair");
        assertThat(SparkPart.of(PROCESS, pools, own::get, OptionalLong.of(7)).pool())
                .isEqualTo("mine");
    }

    @ParameterizedTest
    @CsvSource({
        "alice, SparkConnect_OperationTag_User_alice_Session_%1$s_Operation_%1$s",
        "ann_b, SparkConnect_OperationTag_User_%1$s_Session_ann_b_Operation_%1$s", // as Spark 3.5 has it
        "bob_Session_x, 'mine,SparkConnect_OperationTag_User_bob_Session_x_Session_%1$s_Operation_%1$s'",
        "'', SparkConnect_Execute_User_alice_Session_%1$s_Tag_SparkConnect_OperationTag_User_bob",
        "'', SparkConnect_OperationTag_User__Session_%1$s_Operation_%1$s",
        "'', SparkConnect_OperationTag_User_%1$s_Session__Operation_%1$s"
    })
    void usersOfSparkConnect_areToldApart_byTheJobTagOfItsServer(String user, String tags) {
        DistinguishedParts pools = DistinguishedParts.by(Level.APPLICATION, true);
        Map<String, String> connect = Map.of("spark.job.tags", String.format(tags, UUID.randomUUID()));

        assertThat(SparkPart.of(PROCESS, pools, connect::get, OptionalLong.of(7)))
                .isEqualTo(Part.of("3", user));
    }

    @Test
    void userOfSparkConnect_comesAfterThePoolsThatAreSet_andBeforeTheJobGroup() {
        DistinguishedParts pools = DistinguishedParts.by(Level.APPLICATION, true);
        Map<String, String> local = new HashMap<>(Map.of(
                "spark.job.tags",
                "SparkConnect_OperationTag_User_alice_Session_%1$s_Operation_%1$s"
                        .replace("%1$s", UUID.randomUUID().toString()),
                "spark.jobGroup.id",
                "nightly"));
        assertThat(SparkPart.of(PROCESS, pools, local::get, OptionalLong.of(7)).pool())
                .isEqualTo("alice");
        local.put("spark.scheduler.pool", "fair");
        assertThat(SparkPart.of(PROCESS, pools, local::get, OptionalLong.of(7)).pool())
                .isEqualTo("fair");
    }

    @Test
    void task_isNamedOnlyWhereTasksAreToldApart() {
        DistinguishedParts tasks = DistinguishedParts.by(Level.TASK, false);
        Map<String, String> pool = Map.of("spark.scheduler.pool", "fair");
        assertThat(SparkPart.of(PROCESS, tasks, pool::get, OptionalLong.of(7))).isEqualTo(PROCESS.task(7));
        assertThat(SparkPart.of(PROCESS, tasks, pool::get, OptionalLong.empty()))
                .isEqualTo(PROCESS);
        assertThat(DistinguishedParts.parse(
                                DistinguishedParts.by(Level.TASK, true).toString())
                        .toString())
                .isEqualTo("pool,task");
        assertThat(DistinguishedParts.parse("nonsense").isNothing()).isTrue();
        assertThat(DistinguishedParts.parse(null).isNothing()).isTrue();
    }
}
