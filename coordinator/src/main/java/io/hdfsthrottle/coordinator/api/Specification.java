package io.hdfsthrottle.coordinator.api;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The OpenAPI document: what lies as {@code openapi.yaml} beside the routes, put together, and for each route that is
 * answered what its declaration implies: the credential it needs, the refusals that any such route may answer with, and
 * the parameters of lists.
 */
final class Specification {
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
            .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
            .build();

    private Specification() {}

    /**
     * Puts it together.
     *
     * @param parts classes of routes; the first has the part with the title
     * @param routes what each route needs, by method and path
     */
    static ObjectNode of(List<Class<?>> parts, Map<String, Needs> routes) {
        ObjectNode whole = YAML.createObjectNode();
        parts.forEach(part -> merge(whole, read(part)));
        for (Map.Entry<String, JsonNode> path : whole.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                Needs needs = routes.get(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey());
                if (needs != null && method.getValue() instanceof ObjectNode operation) {
                    complete(operation, path.getKey(), needs);
                }
            }
        }
        return whole;
    }

    /** The names of the parameters in a query that each route takes, by method and path. */
    static Map<String, Set<String>> queries(ObjectNode whole) {
        Map<String, Set<String>> queries = new HashMap<>();
        for (Map.Entry<String, JsonNode> path : whole.path("paths").properties()) {
            for (Map.Entry<String, JsonNode> method : path.getValue().properties()) {
                Set<String> names = new TreeSet<>();
                for (JsonNode each : method.getValue().path("parameters")) {
                    JsonNode parameter = each.has("$ref")
                            ? whole.at(each.path("$ref").asText().substring(1))
                            : each;
                    if (parameter.path("in").asText().equals("query")) {
                        names.add(parameter.path("name").asText());
                    }
                }
                queries.put(method.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(), names);
            }
        }
        return queries;
    }

    static String text(ObjectNode whole) {
        try {
            return YAML.writeValueAsString(whole);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree that is no YAML", impossible);
        }
    }

    private static ObjectNode read(Class<?> part) {
        try (InputStream resource = part.getResourceAsStream("openapi.yaml")) {
            if (resource != null && YAML.readTree(resource) instanceof ObjectNode described) {
                return described;
            }
        } catch (IOException unreadable) {
            throw new IllegalStateException("the openapi.yaml beside " + part.getName() + " is wrong", unreadable);
        }
        throw new IllegalStateException("there is no openapi.yaml beside " + part.getName());
    }

    private static void merge(ObjectNode whole, ObjectNode part) {
        for (Map.Entry<String, JsonNode> member : part.properties()) {
            JsonNode known = whole.get(member.getKey());
            if (known == null) {
                whole.set(member.getKey(), member.getValue());
            } else if (known instanceof ObjectNode object && member.getValue() instanceof ObjectNode more) {
                merge(object, more);
            } else {
                throw new IllegalStateException(member.getKey() + " is described twice");
            }
        }
    }

    private static void complete(ObjectNode operation, String path, Needs needs) {
        ArrayNode security = operation.putArray("security");
        schemes(needs).forEach(scheme -> security.addObject().putArray(scheme).add(needs.toString()));
        if (operation.path("operationId").asText().startsWith("list")) {
            ArrayNode parameters = operation.withArray("parameters");
            parameters.addObject().put("$ref", "#/components/parameters/limit");
            parameters.addObject().put("$ref", "#/components/parameters/cursor");
        }
        ObjectNode responses = operation.withObject("responses");
        List.of("401", "403", "429").forEach(status -> refusal(responses, status, "Problem"));
        if (needs != Needs.NOTHING && path.startsWith("/v1/")) {
            refusal(responses, "307", "NotLeader");
            refusal(responses, "503", "Problem");
        }
        if (path.contains("{")) {
            refusal(responses, "404", "Problem");
        }
        if (path.startsWith("/v1/")) {
            refusal(responses, "422", "InvalidInput");
        }
        if (operation.path("parameters").findValuesAsText("$ref").contains("#/components/parameters/ifMatch")) {
            refusal(responses, "412", "Problem");
        }
        if (operation.has("requestBody") || operation.has("parameters") || path.contains("{")) {
            refusal(responses, "400", "Problem");
        }
        if (operation.has("requestBody")) {
            List.of("408", "413", "415").forEach(status -> refusal(responses, status, "Problem"));
        }
    }

    private static List<String> schemes(Needs needs) {
        return switch (needs) {
            case NOTHING -> List.of();
            case NODE -> List.of("node", "bearer");
            case DELEGATE -> List.of("negotiate");
            default -> List.of("bearer");
        };
    }

    private static void refusal(ObjectNode responses, String status, String name) {
        if (!responses.has(status)) {
            responses.putObject(status).put("$ref", "#/components/responses/" + name);
        }
    }
}
