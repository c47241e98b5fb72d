package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.client.Answer;
import io.hdfsthrottle.client.Appointment;
import io.hdfsthrottle.client.ThrottleClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/spark.md, in a driver with and without the plugin. */
@Tag("slow")
final class ClientInSparkTest {

    @TempDir
    private Path folder;

    private String file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(folder.resolve("rows"), "1\n2\n3\n").toUri().toString();
    }

    private static SparkConf conf() {
        return new SparkConf(false)
                .setMaster("local[1]")
                .setAppName("considerate")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.driver.bindAddress", "127.0.0.1");
    }

    private static long readConsiderately(JavaSparkContext spark, String file, long bytes) {
        long rows;
        // The example begins.
        ThrottleClient throttle = ThrottlePlugin.client();
        Duration deadline = Duration.ofMinutes(10);
        Duration patience = Duration.ofMinutes(1);
        try (Appointment appointment = throttle.appointment(bytes, List.of(), deadline, patience)) {
            appointment.await();
            rows = spark.textFile(file).count();
        }
        System.out.println(throttle.explain()); // or why there is no answer
        // The example ends.
        return rows;
    }

    @Test
    void job_stepsBack_andKeepsItsAppointment() throws Exception {
        CountDownLatch called = new CountDownLatch(0);
        try (FakeCoordinator coordinator = FakeCoordinator.started()) {
            coordinator.makesAppointments(called);
            coordinator.hasApplicationsWait(300);
            SparkConf conf = conf().set("spark.plugins", ThrottlePlugin.class.getName())
                    .set("spark.hdfs.throttle.start.wait", "20s")
                    .set("spark.hdfs.throttle.coordinator", coordinator.url().toString());
            try (JavaSparkContext spark = new JavaSparkContext(conf)) {
                Answer<?> unused = ThrottlePlugin.client().stepBack(ThrottleClient.Level.LOW, Duration.ofHours(1));
                assertThat(readConsiderately(spark, file, 1L << 30)).isEqualTo(3);
                ThrottlePlugin.client().close();
                assertThat(ThrottlePlugin.client().tag().value()).isPresent();
                assertThat(ThrottlePlugin.client().explain().value().map(waiting -> waiting.waited()))
                        .contains(Duration.ofMillis(300));
            }
            assertThat(coordinator.calls())
                    .filteredOn(call -> call.contains("/yield ") || call.contains("/v1/appointments"))
                    .extracting(call -> call.replaceAll("[? ]([^/].*)$", ""))
                    .containsExactly(
                            "PUT /v1/tenants/gold/yield",
                            "POST /v1/appointments",
                            "GET /v1/appointments/7",
                            "DELETE /v1/appointments/7");
            assertThat(ThrottlePlugin.client()).isSameAs(ThrottleClient.NONE);
        }
    }

    @Test
    void jobWithoutThePlugin_readsTheSame() {
        try (JavaSparkContext spark = new JavaSparkContext(conf())) {
            assertThat(readConsiderately(spark, file, 1L << 30)).isEqualTo(3);
            assertThat(ThrottlePlugin.client().boost(Duration.ofSeconds(1)).kind())
                    .isEqualTo(Answer.Kind.ABSENT);
        }
    }
}
