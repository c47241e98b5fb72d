package io.hdfsthrottle.coordinator.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The processes, as an operator starts and stops them. */
@Timeout(60)
@Tag("slow")
final class ProcessTest {
    private static final String READY = "hdfs-throttle coordinator ready on ";

    @TempDir
    private Path folder;

    private Process start(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                "io.hdfsthrottle.coordinator.cli.Main"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(folder.resolve("log").toFile())
                .start();
    }

    private Process coordinator() throws Exception {
        return start(
                "coordinator",
                "--set",
                "listen.port=0",
                "--set",
                "zookeeper.connect=127.0.0.1:0",
                "--embedded-zookeeper",
                folder.resolve("zookeeper").toString());
    }

    private static String firstLine(Process process) throws Exception {
        BufferedReader out = process.inputReader(UTF_8);
        return out.readLine();
    }

    @Test
    void coordinatorWithItsOwnZooKeeper_keepsThePolicyOverARestart() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        Process first = coordinator();
        try {
            String ready = firstLine(first);
            assertThat(ready).startsWith(READY + "http://127.0.0.1:");
            URI tenant = URI.create(ready.substring(READY.length()) + "/v1/tenants/gold");
            HttpRequest put = HttpRequest.newBuilder(tenant)
                    .header("Content-Type", "application/json")
                    .PUT(HttpRequest.BodyPublishers.ofString("{\"priority\":8}"))
                    .timeout(Duration.ofSeconds(10))
                    .build();
            assertThat(client.send(put, BodyHandlers.ofString()).statusCode()).isEqualTo(201);
        } finally {
            first.destroy();
            assertThat(first.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
        Process second = coordinator();
        try {
            URI tenant = URI.create(firstLine(second).substring(READY.length()) + "/v1/tenants/gold");
            assertThat(client.send(HttpRequest.newBuilder(tenant).build(), BodyHandlers.ofString())
                            .body())
                    .contains("\"priority\":8");
        } finally {
            second.destroy();
            assertThat(second.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void zookeeperAlone_saysWhereItListens() throws Exception {
        Process zookeeper = start("zookeeper", "--data", "data", "--port", "0");
        try {
            assertThat(firstLine(zookeeper)).matches("hdfs-throttle zookeeper ready on 127\\.0\\.0\\.1:[0-9]+");
        } finally {
            zookeeper.destroy();
            assertThat(zookeeper.waitFor(20, TimeUnit.SECONDS)).isTrue();
        }
    }
}
