package io.hdfsthrottle.bench.scenario.coordinator;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.identity.Tenant;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Many applications, each with a driver on a host of its own, which renews as the Spark plugin does. */
final class Drivers implements AutoCloseable {

    /** Those of nodes come first. */
    private static final int FIRST_ADDRESS = 10_000;

    private static final int PERIOD_MILLIS = 20_000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final LongAdder renewals = new LongAdder();
    /** What became of renewals that failed. */
    final Queue<String> failures = new ConcurrentLinkedQueue<>();

    private final URI coordinator;
    private final ScheduledExecutorService clock = Executors.newScheduledThreadPool(64);
    private final List<Caller> callers = new ArrayList<>();
    private volatile boolean closed;

    Drivers(URI coordinator) {
        this.coordinator = coordinator;
    }

    /** Registers these applications, many at a time, and renews them from then on. */
    void register(int from, int until) throws Exception {
        List<Callable<Void>> all = new ArrayList<>();
        for (int number = from; number < until; number++) {
            Caller caller = new Caller(coordinator, FIRST_ADDRESS + number);
            callers.add(caller);
            int own = number;
            all.add(() -> {
                String answer = await().ignoreExceptionsMatching(failure -> failures.add(failure.toString()))
                        .until(
                                () -> caller.ask("POST", "/v1/applications", registration(own), PATIENCE),
                                Objects::nonNull);
                Object secret = JSON.std.mapFrom(answer).get("secret");
                caller.close(); // ten thousand drivers do not start within the seconds that it would be open
                String body = JSON.std.asString(Map.of("secret", secret));
                String path = "/v1/applications/" + Scale.application(own) + "/renewal";
                long first = (long) own * 7_919 % PERIOD_MILLIS;
                var unused = clock.scheduleAtFixedRate(
                        () -> renew(caller, path, body), first, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
                return null;
            });
        }
        Scale.allOf(64, all);
    }

    private static String registration(int number) throws IOException {
        Tenant tenant = FullDisks.TENANTS.get(number % FullDisks.TENANTS.size());
        return JSON.std.asString(Map.of(
                "application", Scale.application(number), "user", "user-" + number % 100, "tenant", tenant.name()));
    }

    private void renew(Caller caller, String path, String body) {
        try {
            String unused = caller.ask("POST", path, body, PATIENCE);
            renewals.increment();
        } catch (IOException failure) {
            if (!closed) {
                failures.add(failure.toString());
            }
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        clock.shutdownNow();
        for (Caller each : callers) {
            each.close();
        }
    }
}
