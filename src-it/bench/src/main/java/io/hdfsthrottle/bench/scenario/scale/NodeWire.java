package io.hdfsthrottle.bench.scenario.scale;

import io.hdfsthrottle.grant.ApplicationNews;
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

/** What a DataNode says to a coordinator and how it understands the answer: the only place here that knows the wire. */
final class NodeWire {

    /** How long a poll may wait for news. */
    static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = PATIENCE.plusSeconds(30);

    /** Applications that each node meets for itself, and those that all meet. */
    private static final int MET = 10;

    private final URI coordinator;

    NodeWire(URI coordinator) {
        this.coordinator = coordinator;
    }

    /**
     * What a node holds of what it was granted.
     *
     * @param position the versions of the parts that it has heard
     * @param grant what it serves tenants by
     */
    record Known(GrantPosition position, Grant grant) {

        static final Known NOTHING = new Known(GrantPosition.NOTHING, Grant.NOBODY);
    }

    /** Asks for what is other than known, as soon as it is. */
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

    /** What a node knows after an answer; as before if that cannot be read. */
    Known understood(Known known, String answer) {
        try {
            GrantUpdate update = GrantUpdateJson.read(answer);
            GrantPosition before = known.position();
            return new Known(
                    GrantPosition.of(
                            update.policy().map(Grant::version).orElse(before.policy()),
                            update.terms().map(NodeTerms::version).orElse(before.terms()),
                            update.applications().map(ApplicationNews::sequence).orElse(before.applications())),
                    update.policy()
                            .orElse(known.grant())
                            .withTerms(update.terms().orElse(known.grant().nodeTerms())));
        } catch (MalformedJsonException | IllegalArgumentException notWhole) {
            return known;
        }
    }

    /** Asks for applications that a node meets: each node so many of its own, and the first ones of all. */
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

    /** Reports what a node's disks moved. */
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
