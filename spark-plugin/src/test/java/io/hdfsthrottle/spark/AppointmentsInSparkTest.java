package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hdfsthrottle.spark.appointment.TaskAppointments;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaFutureAction;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.storage.StorageLevel;
import org.junit.jupiter.api.Test;
import scala.Function1;
import scala.collection.Iterator;
import scala.reflect.ClassTag$;

/** Real stages of which each task opens a file of 128 MiB, as far as the plugin is told. */
final class AppointmentsInSparkTest {
    private static final int TASKS = 8;
    private static final long FILE = 128L << 20;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Object MONITOR = new Object();

    private static SparkConf conf(FakeCoordinator coordinator) {
        return new SparkConf(false)
                .setMaster("local[" + TASKS + "]")
                .setAppName("scanning")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.plugins", ThrottlePlugin.class.getName())
                .set("spark.hdfs.throttle.start.wait", "20s")
                .set("spark.hdfs.throttle.coordinator", coordinator.url().toString())
                .set("spark.hdfs.throttle.appointments", "true")
                .set("spark.hdfs.throttle.appointments.longest.wait", "5m");
    }

    private static JavaRDD<Integer> numbers(JavaSparkContext spark) {
        return spark.parallelize(IntStream.range(0, TASKS).boxed().collect(Collectors.toList()), TASKS);
    }

    private static int scan(int number) {
        TaskAppointments.opened(() -> FILE);
        return number;
    }

    private static int scanWithAMonitor(int number) {
        synchronized (MONITOR) {
            return scan(number);
        }
    }

    @Test
    void stageThatScans_waitsUntilItIsCalled_once_andEndsItsAppointment() throws Exception {
        CountDownLatch call = new CountDownLatch(1);
        try (FakeCoordinator coordinator = FakeCoordinator.started()) {
            coordinator.makesAppointments(call);
            try (JavaSparkContext spark = new JavaSparkContext(conf(coordinator))) {
                JavaFutureAction<Long> job =
                        numbers(spark).map(AppointmentsInSparkTest::scan).countAsync();
                await().atMost(PATIENCE).until(() -> coordinator.callsLike("GET /v1/appointments/7?waitSeconds=") == 1);
                assertThat(job.isDone()).isFalse();
                assertThat(spark.statusTracker().getActiveStageIds()).hasSize(1);

                call.countDown();
                assertThat(job.get()).isEqualTo(TASKS);
                await().atMost(PATIENCE).until(() -> coordinator.callsLike("DELETE /v1/appointments/7") == 1);
            }
            assertThat(coordinator.calls())
                    .filteredOn(made -> made.startsWith("POST /v1/appointments "))
                    .singleElement()
                    .asString()
                    .contains("\"bytes\":" + TASKS * FILE, "\"patienceSeconds\":300", "\"callback\":true");
        }
    }

    @Test
    void barriers_blocksForTheCache_ownersOfMonitors_andSmallStages_neverWait() throws Exception {
        try (FakeCoordinator coordinator = FakeCoordinator.started()) {
            coordinator.makesAppointments(new CountDownLatch(1));
            try (JavaSparkContext spark = new JavaSparkContext(conf(coordinator))) {
                Function1<Iterator<Integer>, Iterator<Integer>> scanned =
                        (Function1<Iterator<Integer>, Iterator<Integer>> & Serializable) each -> {
                            TaskAppointments.opened(() -> FILE);
                            return each;
                        };
                assertThat(numbers(spark)
                                .rdd()
                                .barrier()
                                .mapPartitions(scanned, false, ClassTag$.MODULE$.apply(Integer.class))
                                .count())
                        .isEqualTo(TASKS);
                assertThat(numbers(spark)
                                .map(AppointmentsInSparkTest::scan)
                                .persist(StorageLevel.MEMORY_ONLY())
                                .count())
                        .isEqualTo(TASKS);
                assertThat(numbers(spark)
                                .map(AppointmentsInSparkTest::scanWithAMonitor)
                                .count())
                        .isEqualTo(TASKS);
                assertThat(spark.parallelize(List.of(1, 2), 2)
                                .map(AppointmentsInSparkTest::scan)
                                .count())
                        .isEqualTo(2);
            }
            assertThat(coordinator.callsLike("POST /v1/appointments")).isZero();
        }
    }

    @Test
    void coordinatorWithoutAppointments_holdsNobodyUp() throws Exception {
        try (FakeCoordinator coordinator = FakeCoordinator.started();
                JavaSparkContext spark = new JavaSparkContext(conf(coordinator))) {
            assertThat(numbers(spark).map(AppointmentsInSparkTest::scan).count())
                    .isEqualTo(TASKS);
            assertThat(coordinator.callsLike("POST /v1/appointments")).isEqualTo(1);
        }
    }
}
