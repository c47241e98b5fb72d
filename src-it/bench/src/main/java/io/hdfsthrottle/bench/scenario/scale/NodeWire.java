package io.hdfsthrottle.bench.scenario.scale;

import io.hdfsthrottle.grant.ApplicationUpdate;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import io.hdfsthrottle.usage.VolumeUsage;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A DataNode's requests to a coordinator and the parsing of answers: the only class here that knows the wire format.
 */
final class NodeWire {

    /** The longest time that a poll may wait for news. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = PATIENCE.plusSeconds(30);

    /** The applications that each node looks up for itself, and those that all look up. */
    private static final int MET = 10;

    private final URI coordinator;

    NodeWire(URI coordinator) {
        this.coordinator = coordinator;
    }

    /**
     * A node's current grant.
     *
     * @param position the versions of the parts that it has received
     * @param grant by which it serves tenants
     */
    record Known(GrantPosition position, Grant grant) {

        static final Known NOTHING = new Known(GrantPosition.NOTHING, Grant.NOBODY);
    }

    /** Polls for changes to the known grant. */
    HttpRequest poll(String node, Known known) {
        GrantPosition position = known.position();
        return HttpRequest.newBuilder(coordinator.resolve("/v1/nodes/" + node + "/grant?wire=" + GrantUpdateJson.WIRE
                        + "&epoch=" + position.policy().epoch() + "&sequence="
                        + position.policy().sequence() + "&termsEpoch="
                        + position.terms().epoch() + "&termsSequence="
                        + position.terms().sequence() + "&applications=" + position.applications() + "&waitSeconds="
                        + PATIENCE.toSeconds()))
                .timeout(TIMEOUT)
                .build();
    }

    /** A node's grant after an answer; unchanged if that cannot be parsed. */
    Known understood(Known known, String answer) {
        try {
            GrantUpdate update = GrantUpdateJson.read(answer);
            GrantPosition before = known.position();
            return new Known(
                    GrantPosition.of(
                            update.policy().map(Grant::version).orElse(before.policy()),
                            update.terms().map(NodeTerms::version).orElse(before.terms()),
                            update.applications()
                                    .map(ApplicationUpdate::sequence)
                                    .orElse(before.applications())),
                    update.policy()
                            .orElse(known.grant())
                            .withTerms(update.terms().orElse(known.grant().nodeTerms())));
        } catch (MalformedJsonException | IllegalArgumentException notWhole) {
            return known;
        }
    }

    /** Looks up applications that a node meets: some of its own, and the first ones of all. */
    HttpRequest applications(String node, int number) {
        List<String> met = IntStream.concat(
                        IntStream.range(0, MET), IntStream.range(0, MET).map(i -> number * MET + i))
                .mapToObj(Load::application)
                .toList();
        return HttpRequest.newBuilder(coordinator.resolve("/v1/nodes/" + node + "/applications"))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(GrantUpdateJson.question(met)))
                .build();
    }

    /** Reports the usage of a node's disks. */
    HttpRequest usage(String node, Known known, List<VolumeUsage> volumes) {
        UsageReport report = UsageReport.of(node, known.position().policy(), true, volumes)
                .withTerms(known.position().terms());
        return HttpRequest.newBuilder(coordinator.resolve("/v1/nodes/" + node + "/usage"))
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(UsageReportJson.write(report)))
                .build();
    }
}
