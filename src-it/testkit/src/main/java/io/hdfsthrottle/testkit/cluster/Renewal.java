package io.hdfsthrottle.testkit.cluster;

import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.LinkException;
import io.hdfsthrottle.link.Registration;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;

/** Renews leases every 15 s until closed: the coordinator forgets unrenewed ones after a minute. */
public final class Renewal implements AutoCloseable {

    private final HttpLink link;
    private final Timer timer = new Timer("renewal", true);

    private Renewal(HttpLink link) {
        this.link = link;
    }

    public static Renewal of(Cluster cluster, Map<String, String> tenantsByApplication) {
        Map<String, String> applications = Map.copyOf(tenantsByApplication);
        Renewal renewal = new Renewal(cluster.link());
        TimerTask task = new TimerTask() {
            @Override
            public void run() {
                applications.forEach((name, tenant) -> renewal.renew(cluster.lease(name), tenant));
            }
        };
        renewal.timer.scheduleAtFixedRate(task, 0, 15_000);
        return renewal;
    }

    /** An application that was forgotten nevertheless, because this machine stalled, continues under the same tag. */
    private void renew(Lease lease, String tenant) {
        String application = lease.tag().application();
        try {
            if (link.renew(lease, 1, 1).isEmpty()) {
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
        timer.cancel();
        link.close();
    }
}
