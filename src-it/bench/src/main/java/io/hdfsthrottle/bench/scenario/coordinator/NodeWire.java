package io.hdfsthrottle.bench.scenario.coordinator;

import io.hdfsthrottle.grant.ApplicationUpdate;
import io.hdfsthrottle.grant.Grant;
import io.hdfsthrottle.grant.GrantPosition;
import io.hdfsthrottle.grant.GrantUpdate;
import io.hdfsthrottle.grant.GrantUpdateJson;
import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.NodeTerms;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import io.hdfsthrottle.usage.VolumeUsage;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * A DataNode's requests to a coordinator and the parsing of answers: the only class here that knows the wire format.
 */
final class NodeWire {

    /** The longest time that a poll may wait for news. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration TIMEOUT = PATIENCE.plusSeconds(30);

    /** The applications that each node looks up for itself, and those that all look up. */
    private static final int MET = 10;

    private final URI coordinator;

    private static final int KEPT_BYTES = 1 << 20;

    /**
     * Counts the length of a body and keeps only its beginning: a thousand grants of a megabyte need not be stored to be
     * measured.
     */
    static final BodyHandler<Counted> COUNTED = head -> {
        LongAdder bytes = new LongAdder();
        // It grows as needed: thousands of polls wait for an answer at once.
        ByteArrayOutputStream beginning = new ByteArrayOutputStream(0);
        return BodySubscribers.mapping(
                BodySubscribers.ofByteArrayConsumer(next -> next.ifPresent(part -> {
                    bytes.add(part.length);
                    beginning.write(part, 0, Math.min(KEPT_BYTES - beginning.size(), part.length));
                })),
                ended -> new Counted(bytes.sum(), beginning.toString(StandardCharsets.UTF_8)));
    };

    /**
     * A body.
     *
     * @param bytes all of them
     * @param beginning the first of them as text
     */
    record Counted(long bytes, String beginning) {}

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
        GrantVersion policy = position.policy();
        GrantVersion terms = position.terms();
        String query = "wire=%s&epoch=%d&sequence=%d&termsEpoch=%d&termsSequence=%d&applications=%d&waitSeconds=%d"
                .formatted(
                        GrantUpdateJson.WIRE,
                        policy.epoch(),
                        policy.sequence(),
                        terms.epoch(),
                        terms.sequence(),
                        position.applications(),
                        PATIENCE.toSeconds());
        return request(node, "grant?" + query).build();
    }

    private HttpRequest.Builder request(String node, String what) {
        return HttpRequest.newBuilder(coordinator.resolve("/v1/nodes/" + node + "/" + what))
                .timeout(TIMEOUT);
    }

    private HttpRequest post(String node, String what, String body) {
        return request(node, what)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body))
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
        return post(node, "applications", GrantUpdateJson.question(met));
    }

    /** Reports the usage of a node's disks. */
    HttpRequest usage(String node, Known known, List<VolumeUsage> volumes) {
        UsageReport report = UsageReport.of(node, known.position().policy(), true, volumes)
                .withTerms(known.position().terms());
        return post(node, "usage", UsageReportJson.write(report));
    }
}
