package io.hdfsthrottle.bench.scenario.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hdfsthrottle.bench.scenario.spark.Speculation.Tasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class SpeculationTest {

    @TempDir
    private Path folder;

    private static String started(boolean speculative) {
        return "{\"Event\":\"SparkListenerTaskStart\",\"Task Info\":{\"Launch Time\":1000,\"Speculative\":"
                + speculative + ",\"Finish Time\":0,\"Failed\":false,\"Killed\":false}}";
    }

    private static String ended(long at, boolean killed) {
        return "{\"Event\":\"SparkListenerTaskEnd\",\"Task Info\":{\"Launch Time\":1000,\"Finish Time\":" + at
                + ",\"Failed\":false,\"Killed\":" + killed + "}}";
    }

    @Test
    void copies_areCounted_andTheLongestTaskIsOneThatSucceeded() throws IOException {
        Files.write(
                folder.resolve("app-1"),
                List.of(
                        "{\"Event\":\"SparkListenerLogStart\"}",
                        started(false),
                        started(true),
                        ended(3_500, false),
                        ended(9_000, true)));

        assertThat(Tasks.in(folder)).isEqualTo(new Tasks(1, 2.5));
    }

    @Test
    void logWithoutTasks_isAnError() throws IOException {
        Files.write(folder.resolve("app-1"), List.of("{\"Event\":\"SparkListenerLogStart\"}"));

        assertThatThrownBy(() -> Tasks.in(folder)).hasMessageContaining("no task succeeded");
    }
}
