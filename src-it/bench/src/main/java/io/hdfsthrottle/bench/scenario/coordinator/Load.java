package io.hdfsthrottle.bench.scenario.coordinator;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.bench.report.Statistics;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Requests of administrators and applications to a coordinator. */
final class Load {

    /** The number of tenants. */
    static final int TENANTS = 6;

    private static final int REGISTRANTS = 64;
    private static final int MOST_PRIORITY = 100;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI coordinator;
    private int priority = 1;
    private int registered;

    Load(URI coordinator) {
        this.coordinator = coordinator;
    }

    /** The name of a tenant. */
    static String tenant(int number) {
        return "tenant-" + number;
    }

    /** Creates the tenants. */
    void tenants() throws IOException, InterruptedException {
        for (int i = 0; i < TENANTS; i++) {
            send("PUT", "/v1/tenants/" + tenant(i), Map.of("priority", 1 + i));
        }
    }

    /** The id of the application with that number. */
    static String application(int number) {
        return "application-" + number;
    }

    /** Registers so many more applications, many in parallel. */
    void register(int count) throws IOException, InterruptedException {
        ExecutorService registrants = Executors.newFixedThreadPool(Math.min(count, REGISTRANTS));
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int number = registered++;
                all.add(registrants.submit(() -> {
                    send("POST", "/v1/applications", registration(number));
                    return null;
                }));
            }
            for (Future<?> each : all) {
                each.get();
            }
        } catch (ExecutionException failed) {
            throw new IOException("an application was not registered", failed.getCause());
        } finally {
            registrants.shutdownNow();
        }
    }

    private static Map<String, Object> registration(int number) {
        return Map.of(
                "application",
                application(number),
                "name",
                "job " + number,
                "user",
                "user-" + number % 100,
                "tenant",
                tenant(number % TENANTS));
    }

    /** Changes a tenant's priority to another value. */
    void change() throws IOException, InterruptedException {
        priority = priority % MOST_PRIORITY + 1;
        String path = "/v1/tenants/" + tenant(0);
        try {
            send("PUT", path, Map.of("priority", priority));
        } catch (IOException closed) {
            // The coordinator closed this connection at that moment, because it was idle for the coordinator's
            // keep-alive time.
            send("PUT", path, Map.of("priority", priority));
        }
    }

    /** The value of a metric; NaN if there is none. Of several with that prefix, their sum. */
    double metric(String beginning) throws IOException, InterruptedException {
        List<Double> values = sent(HttpRequest.newBuilder(coordinator.resolve("/metrics")))
                .lines()
                .filter(line -> line.startsWith(beginning))
                .map(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .toList();
        return values.isEmpty() ? Double.NaN : Statistics.total(values);
    }

    private void send(String method, String path, Map<String, ?> body) throws IOException, InterruptedException {
        String unused = sent(HttpRequest.newBuilder(coordinator.resolve(path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(JSON.std.asString(body))));
    }

    private String sent(HttpRequest.Builder unfinished) throws IOException, InterruptedException {
        HttpRequest request = unfinished.timeout(TIMEOUT).build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException(
                    request.method() + " " + request.uri() + " answered " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }
}
