package io.hdfsthrottle.coordinator.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The document describes what is answered, all of it in one language. */
final class OpenApiTest {
    private static final JsonNode DOCUMENT = Contract.DOCUMENT;

    private static final Pattern UNIT =
            Pattern.compile(".*(?:Seconds|Millis|Micros|Bytes|BytesPerSecond|Percent)|bytes|bytesPerSecond");

    /** Counts, numbers of something, and ratios. A new number is added here, or says its unit. */
    private static final Set<String> WITHOUT_UNIT = Set.of(
            "above",
            "ahead",
            "applicationsInAll",
            "appointment",
            "boot",
            "changed",
            "contention",
            "cores",
            "credits",
            "directories",
            "disks",
            "disksLeftOut",
            "done",
            "epoch",
            "errors",
            "executors",
            "factor",
            "fallenBack",
            "files",
            "findings",
            "freeDisks",
            "hits",
            "id",
            "influence",
            "judged",
            "least",
            "missing",
            "most",
            "nodes",
            "nodesWithEnough",
            "othersFloor",
            "otherwise",
            "parts",
            "pid",
            "position",
            "priority",
            "ran",
            "refusedTags",
            "replicas",
            "replicasLeft",
            "samples",
            "sent",
            "sequence",
            "skill",
            "slept",
            "stage",
            "stages",
            "startTicks",
            "status",
            "streams",
            "tasks",
            "tenantsInAll",
            "waitingFiles",
            "weight",
            "wire");

    /** Terms go to every node every second: their names are short, and their rates bytes per second. */
    private static final Set<String> FOR_NODES = Set.of("Grant", "Terms");

    /** They change nothing that is kept: they ask, or report. */
    private static final Set<String> ASKING =
            Set.of("askForApplications", "askForReplicas", "explainToApplication", "hearOfExecutors", "reportUsage");

    /** A dry run of deleting one of these says what that is predicted to do. */
    private static final Set<String> FORESEEN = Set.of("deleteTenant", "deleteRule");

    private static void operations(BiConsumer<String, JsonNode> each) {
        DOCUMENT.path("paths")
                .properties()
                .forEach(path -> path.getValue().properties().forEach(method -> {
                    if (!method.getKey().equals("parameters")) {
                        each.accept(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), method.getValue());
                    }
                }));
    }

    private static Set<String> parameters(JsonNode operation) {
        Set<String> names = new TreeSet<>();
        operation
                .path("parameters")
                .forEach(each -> names.add(resolved(each).path("name").textValue()));
        return names;
    }

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? DOCUMENT.at(node.path("$ref").textValue().substring(1)) : node;
    }

    @Test
    void specification_describesExactlyTheRoutesThatAreAnswered_andTheRoleOfEach() throws Exception {
        Map<String, String> described = new TreeMap<>();
        operations((route, operation) -> {
            List<String> roles = new ArrayList<>();
            operation
                    .path("security")
                    .forEach(way -> way.forEach(role -> roles.add(role.get(0).textValue())));
            described.put(route, roles.isEmpty() ? "nothing" : roles.get(0));
        });
        Map<String, String> declared = new TreeMap<>();
        Contract.server().routes().forEach((answered, needs) -> declared.put(answered, needs.toString()));
        assertThat(described).isEqualTo(declared);
    }

    @Test
    void everyReference_pointsAtSomething_andEachOperationHasANameOfItsOwn() {
        List<String> references = DOCUMENT.findValuesAsText("$ref");
        assertThat(references).hasSizeGreaterThan(50).allSatisfy(reference -> assertThat(
                        DOCUMENT.at(reference.substring(1)).isMissingNode())
                .as(reference)
                .isFalse());
        assertThat(DOCUMENT.findValuesAsText("operationId")).doesNotHaveDuplicates();
    }

    @Test
    void everyNumber_saysItsUnit() {
        List<String> wrong = new ArrayList<>();
        numbers(DOCUMENT, wrong);
        assertThat(wrong).isEmpty();
    }

    private static void numbers(JsonNode node, List<String> wrong) {
        node.properties().forEach(member -> {
            if (member.getKey().equals("properties")) {
                member.getValue().properties().forEach(property -> {
                    String name = property.getKey();
                    boolean said = UNIT.matcher(name).matches() || WITHOUT_UNIT.contains(name);
                    if (isNumber(resolved(property.getValue())) && !said) {
                        wrong.add(name);
                    }
                });
            }
            if (!FOR_NODES.contains(member.getKey())) {
                numbers(member.getValue(), wrong);
            }
        });
        if (node.isArray()) {
            node.forEach(each -> numbers(each, wrong));
        }
    }

    private static boolean isNumber(JsonNode schema) {
        String type = schema.path("type").toString();
        boolean isInstant = schema.path("format").asText().equals("epoch-seconds");
        return (type.contains("integer") || type.contains("number")) && !isInstant;
    }

    @Test
    void everyList_comesInPages() {
        Set<String> others = Set.of("GET /v1/status", "GET /v1/ready", "GET /v1/policy");
        operations((route, operation) -> {
            boolean isList = operation.path("operationId").textValue().startsWith("list");
            assertThat(isList)
                    .as(route)
                    .isEqualTo(route.matches("GET /v1/\\w+(/\\{application}/executors)?") && !others.contains(route));
            if (isList) {
                assertThat(parameters(operation)).as(route).contains("limit", "cursor");
                assertThat(operation
                                .at("/responses/200/content/application~1json/schema/properties")
                                .has("next"))
                        .as(route)
                        .isTrue();
            }
        });
    }

    @Test
    void everyChange_canBeRehearsed_andEveryEndAnswersNothing() {
        operations((route, operation) -> {
            boolean changes = !route.startsWith("GET ")
                    && !ASKING.contains(operation.path("operationId").textValue());
            assertThat(parameters(operation).contains("dryrun")).as(route).isEqualTo(changes);
            if (route.startsWith("DELETE ")) {
                assertThat(operation.path("responses").propertyStream().map(Map.Entry::getKey))
                        .as(route)
                        .contains("204")
                        .doesNotContain("202");
                assertThat(operation.path("responses").has("200"))
                        .as(route)
                        .isEqualTo(
                                FORESEEN.contains(operation.path("operationId").textValue()));
                assertThat(operation.at("/responses/204").has("content"))
                        .as(route)
                        .isFalse();
            }
        });
    }

    @Test
    void whatHasAnEntityTag_isChangedUnderIt() {
        DOCUMENT.path("paths").properties().forEach(path -> {
            JsonNode seen = resolved(path.getValue().at("/get/responses/200"));
            boolean isTagged = seen.path("headers").has("ETag");
            for (String method : List.of("put", "delete")) {
                JsonNode change = path.getValue().path(method);
                if (!change.isMissingNode()) {
                    assertThat(parameters(change).contains("If-Match"))
                            .as("%s %s", method, path.getKey())
                            .isEqualTo(isTagged);
                    assertThat(change.path("responses").has("412")).isEqualTo(isTagged);
                }
            }
        });
    }
}
