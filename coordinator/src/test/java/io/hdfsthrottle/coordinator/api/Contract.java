package io.hdfsthrottle.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.hdfsthrottle.coordinator.CoordinatorSettings;
import io.hdfsthrottle.coordinator.MemoryStore;
import io.hdfsthrottle.coordinator.access.Access;
import io.hdfsthrottle.coordinator.admission.Admission;
import io.hdfsthrottle.coordinator.api.page.PageRoutes;
import io.hdfsthrottle.coordinator.api.revocation.RevocationRoutes;
import io.hdfsthrottle.coordinator.api.token.TokenRoutes;
import io.hdfsthrottle.coordinator.feature.FeatureContext;
import io.hdfsthrottle.coordinator.feature.Features;
import io.hdfsthrottle.coordinator.node.NodeBook;
import io.hdfsthrottle.coordinator.policy.PolicyConcern;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.coordinator.state.TermParts;
import io.hdfsthrottle.tls.TlsFiles;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** What the OpenAPI document promises of answers. */
public final class Contract {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonSchemaFactory SCHEMAS = JsonSchemaFactory.getInstance(VersionFlag.V202012);
    private static final String PROBLEM = "application/problem+json";
    private static final Map<JsonNode, JsonSchema> KNOWN = new ConcurrentHashMap<>();

    /** Of all parts of a coordinator, as it serves it. */
    static final ObjectNode DOCUMENT = document();

    private static final ObjectNode STRICT = strict(DOCUMENT.deepCopy());

    private Contract() {}

    private static ObjectNode document() {
        try {
            return server().specification();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /** A server with the routes of all parts of a coordinator, and nothing behind them. */
    static RestServer server() throws IOException {
        MemoryStore store = new MemoryStore();
        CoordinatorSettings settings = CoordinatorSettings.of(Map.of(), key -> "the test");
        Features features = new Features(
                new FeatureContext.Core(
                        Clock.systemUTC(),
                        Ticker.system(),
                        store,
                        null,
                        new Replicated<>(PolicyConcern.POLICY, store),
                        new NodeBook(Ticker.system(), Duration.ofSeconds(10), 10, 10),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Optional.empty(),
                        () -> {},
                        () -> {}),
                new TermParts(),
                (name, labels, what, value) -> {});
        features.join(settings.features());
        return new RestServer(
                "127.0.0.1",
                0,
                TlsFiles.NONE,
                new Services(
                        "default",
                        () -> URI.create("http://127.0.0.1"),
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Access.open(
                                settings.access(),
                                Set.of(),
                                () -> {
                                    throw new IllegalStateException("nobody asks");
                                },
                                "default",
                                Clock.systemUTC(),
                                Clock.systemUTC(),
                                "localhost"),
                        null,
                        new Admission(settings.limits(), Ticker.system(), refusal -> {}),
                        () -> 0,
                        Stream.concat(
                                        features.routes().stream(),
                                        Stream.of(
                                                new TokenRoutes(null, null),
                                                new RevocationRoutes(null, null),
                                                new PageRoutes(features.routes())))
                                .toList(),
                        true,
                        () -> "",
                        status -> {}));
    }

    /** Fails unless an answer is one that the document describes, with no member that it does not. */
    public static void check(String method, String target, int status, String type, String body) {
        String path = URI.create(target).getRawPath();
        Optional<JsonNode> operation = operation(method, path);
        if (operation.isEmpty()) {
            assertThat(status).as("%s %s is not described", method, path).isBetween(400, 499);
            return;
        }
        String what = method + " " + path + " " + status + " " + body;
        JsonNode response = resolved(operation.get().path("responses").path(Integer.toString(status)));
        assertThat(response.isMissingNode()).as("undescribed: %s", what).isFalse();
        JsonNode content = response.path("content");
        assertThat(content.isMissingNode()).as(what).isEqualTo(body.isEmpty() && !content.has("text/plain"));
        for (Map.Entry<String, JsonNode> each : content.properties()) {
            if (each.getKey().equals(type) && type.endsWith("json")) {
                assertThat(schema(each.getValue().path("schema"), type.equals(PROBLEM))
                                .validate(parsed(body)))
                        .as(what)
                        .isEmpty();
                return;
            }
        }
        assertThat(content.isMissingNode() || content.has(type.replaceFirst(";.*", "")))
                .as("%s: %s", type, what)
                .isTrue();
    }

    private static JsonNode parsed(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException wrong) {
            throw new AssertionError(body, wrong);
        }
    }

    private static JsonSchema schema(JsonNode described, boolean mayHaveMore) {
        return KNOWN.computeIfAbsent(described, first -> {
            ObjectNode schema = JSON.createObjectNode();
            schema.set("components", STRICT.path("components"));
            schema.putArray("allOf").add(first);
            if (!mayHaveMore) {
                schema.put("unevaluatedProperties", false);
            }
            return SCHEMAS.getSchema(schema);
        });
    }

    private static Optional<JsonNode> operation(String method, String path) {
        JsonNode found = null;
        for (Map.Entry<String, JsonNode> each : STRICT.path("paths").properties()) {
            boolean fits = path.matches(each.getKey().replaceAll("\\{\\w+\\}", "[^/]+"));
            if (fits && (found == null || !each.getKey().contains("{"))) {
                found = each.getValue();
            }
        }
        return Optional.ofNullable(found).map(item -> item.get(method.toLowerCase(Locale.ROOT)));
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? STRICT.at(node.path("$ref").textValue().substring(1)) : node;
    }

    /** The same, but that objects within answers have no members that are not described. */
    private static ObjectNode strict(ObjectNode node) {
        node.properties().forEach(member -> {
            JsonNode value = member.getValue();
            if (member.getKey().equals("properties") || member.getKey().equals("items")) {
                List<JsonNode> schemas = member.getKey().equals("items")
                        ? List.of(value)
                        : value.valueStream().toList();
                for (JsonNode schema : schemas) {
                    if (schema instanceof ObjectNode object
                            && (object.has("properties") || object.has("$ref") || object.has("allOf"))) {
                        object.put("unevaluatedProperties", false);
                    }
                }
            }
            if (value instanceof ObjectNode object) {
                strict(object);
            }
            value.forEach(each -> {
                if (value.isArray() && each instanceof ObjectNode object) {
                    strict(object);
                }
            });
        });
        return node;
    }
}
