package io.hdfsthrottle.integration;

import com.fasterxml.jackson.jr.ob.JSON;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.observation.ApplicationActivity;
import io.hdfsthrottle.testkit.control.Coordinator;
import io.hdfsthrottle.testkit.control.ZooKeeper;
import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.VolumeUsage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Coordinators whose nodes are stand-ins, and browsers to look at their pages. */
record PageRig(Path folder, Rig rig, ZooKeeper zooKeeper) implements AutoCloseable {

    static PageRig of(String name) throws Exception {
        Needs.browser();
        Path folder = RigFolders.folder(name);
        Rig rig = Rig.in(Repository.find(), folder, Rig.Lifetime.OURS);
        return new PageRig(folder, rig, ZooKeeper.start(rig));
    }

    Coordinator coordinator(String name, Map<String, String> settings) {
        Map<String, String> all = new TreeMap<>(settings);
        all.put("lease", "on");
        all.put("node.expiry", "1h");
        all.put("zookeeper.path", "/" + name);
        return Coordinator.start(rig, name, zooKeeper, all);
    }

    /** One with the tenants gold and bronze, which both use the disk of a node. */
    Coordinator busyCoordinator(String name) throws Exception {
        Coordinator busy = coordinator(name, Map.of());
        busy.putTenant("gold", 8);
        busy.putTenant("bronze", 1);
        reportBusy(busy);
        return busy;
    }

    Browser browser(String name) {
        return Browser.open(rig.folder(name).toAbsolutePath());
    }

    /** The report of that node, on whose disk these applications moved something. */
    static void reportBusy(Coordinator coordinator, ApplicationActivity... applications) throws Exception {
        VolumeUsage disk = VolumeUsage.of(
                "DS-1", Rate.parse("100m"), List.of(use("gold", 8, "80m", "89m"), use("bronze", 1, "20m", "11m")));
        StandInNode.report(
                coordinator.url(), Credential.NONE, "busy:9866", List.of(disk.usedBy(List.of(applications))));
    }

    private static TenantUsage use(String tenant, int weight, String rate, String due) {
        return TenantUsage.of(
                Tenant.named(tenant), weight, 0, Rate.parse(rate), Rate.parse(due), true, Duration.ofSeconds(1));
    }

    /** Registers an application of the tenant gold. */
    static void register(Coordinator coordinator, String id, String name) throws IOException {
        Map<String, String> body = Map.of("application", id, "name", name, "user", "alice", "tenant", "gold");
        String unused =
                coordinator.http().ask("POST", coordinator.url().resolve("/v1/applications"), JSON.std.asString(body));
    }

    @Override
    public void close() {
        rig.close();
    }
}
