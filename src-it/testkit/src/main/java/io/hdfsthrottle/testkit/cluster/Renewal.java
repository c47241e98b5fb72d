package io.hdfsthrottle.testkit.cluster;

import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Registration;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Renews applications' leases every 15 s on its own thread until closed: the coordinator forgets unrenewed ones after a
 * minute.
 */
public final class Renewal implements AutoCloseable {

    private static final Duration PERIOD = Duration.ofSeconds(15);

    private final HttpLink link;
    private final ScheduledExecutorService clock;

    private Renewal(HttpLink link, ScheduledExecutorService clock) {
        this.link = link;
        this.clock = clock;
    }

    /** Starts for these applications and their tenants. */
    public static Renewal of(Cluster cluster, Map<String, String> tenantsByApplication) {
        Map<String, String> applications = Map.copyOf(tenantsByApplication);
        Renewal renewal = new Renewal(cluster.link(), Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "renewal");
            thread.setDaemon(true);
            return thread;
        }));
        var unused = renewal.clock.scheduleAtFixedRate(
                () -> applications.forEach((application, tenant) -> renewal.renew(cluster.lease(application), tenant)),
                0,
                PERIOD.toSeconds(),
                TimeUnit.SECONDS);
        return renewal;
    }

    /** An application that was forgotten nevertheless, because this machine stalled, continues under the same tag. */
    private void renew(Lease lease, String tenant) {
        String application = lease.tag().application();
        try {
            if (link.renew(lease).isEmpty()) {
                System.err.println(
                        "the coordinator had forgotten " + application + "; figures of this minute are wrong");
                Lease same = link.register(Registration.of(application, application, "tester", tenant)
                        .again(lease));
                System.err.println("it is registered again as " + same.tag());
            }
        } catch (LinkException missed) {
            System.err.println("not renewed this time: " + missed.getMessage());
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        link.close();
    }
}
