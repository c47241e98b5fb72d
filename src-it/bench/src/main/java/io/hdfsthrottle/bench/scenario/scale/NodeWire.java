package io.hdfsthrottle.bench.scenario.scale;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.UsageReport;
import io.hdfsthrottle.link.UsageReport.TenantUsage;
import io.hdfsthrottle.link.UsageReport.VolumeUsage;
import io.hdfsthrottle.link.WireFormat;
import io.hdfsthrottle.unit.Rate;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** What a DataNode says to a coordinator and how it understands the answer: the only place here that knows the wire. */
final class NodeWire {

    /** How long a poll may wait for news. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = PATIENCE.plusSeconds(30);
    private static final int VOLUMES = 4;
    private static final long CAPACITY = 150_000_000;
    private static final Pattern VERSION =
            Pattern.compile("\"epoch\"\\s*:\\s*(\\d+)\\s*,\\s*\"sequence\"\\s*:\\s*(\\d+)");

    private final URI coordinator;

    NodeWire(URI coordinator) {
        this.coordinator = coordinator;
    }

    /**
     * What a node holds of what it was granted.
     *
     * @param grant its version; {@link GrantVersion#NONE} for nothing
     */
    record Known(GrantVersion grant) {

        static final Known NOTHING = new Known(GrantVersion.NONE);
    }

    /** Asks for what is other than known, as soon as it is. */
    HttpRequest poll(String node, Known known) {
        return HttpRequest.newBuilder(coordinator.resolve("/v1/nodes/" + node + "/grant?epoch="
                        + known.grant().epoch() + "&sequence=" + known.grant().sequence() + "&waitSeconds="
                        + PATIENCE.toSeconds()))
                .timeout(TIMEOUT)
                .build();
    }

    /**
     * What a node knows after an answer.
     *
     * @param beginning of the answer's body
     */
    Known understood(Known known, String beginning) {
        Matcher version = VERSION.matcher(beginning);
        return version.find()
                ? new Known(GrantVersion.of(Long.parseLong(version.group(1)), Long.parseLong(version.group(2))))
                : known;
    }

    /**
     * Reports what a node moved.
     *
     * @param seconds since it started
     * @param idle the tenant of whom there is nothing to do on it now
     */
    HttpRequest usage(String node, Known known, long seconds, int idle) {
        List<VolumeUsage> volumes = IntStream.range(0, VOLUMES)
                .mapToObj(volume -> VolumeUsage.of(
                        "DS-" + node + "-" + volume,
                        Rate.ofBytesPerSecond(CAPACITY),
                        IntStream.range(0, Load.TENANTS)
                                .mapToObj(tenant -> tenant(tenant, tenant != idle, seconds))
                                .toList()))
                .toList();
        UsageReport report = UsageReport.of(node, known.grant(), true, volumes);
        return HttpRequest.newBuilder(coordinator.resolve("/v1/nodes/" + node + "/usage"))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(WireFormat.usageToJson(report)))
                .build();
    }

    private static TenantUsage tenant(int tenant, boolean busy, long seconds) {
        long rate = CAPACITY / Load.TENANTS;
        return TenantUsage.of(
                Tenant.named(Load.tenant(tenant)),
                1 + tenant,
                rate * seconds,
                Rate.ofBytesPerSecond(busy ? rate : 0),
                Rate.ofBytesPerSecond(rate),
                busy,
                Duration.ofMillis(seconds));
    }
}
