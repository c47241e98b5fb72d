package io.hdfsthrottle.coordinator.api;

import static io.hdfsthrottle.gaps.ReferencePage.code;
import static io.hdfsthrottle.gaps.ReferencePage.codes;

import com.fasterxml.jackson.databind.JsonNode;
import io.hdfsthrottle.gaps.ReferencePage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The page of REST is what the OpenAPI document says. */
final class RestPageTest {
    private static final JsonNode DOCUMENT = Contract.DOCUMENT;

    private static JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? DOCUMENT.at(node.path("$ref").textValue().substring(1)) : node;
    }

    @Test
    void page_isWhatTheDocumentSays() throws IOException {
        ReferencePage page = new ReferencePage(
                "rest",
                "REST",
                "Made from `openapi.yaml`, which every coordinator serves. Examples and credentials: (docs/tenants.md#use-rest).");
        page.paragraph(DOCUMENT.at("/info/description").textValue().strip());
        page.heading("Operations").table("method and path", "role", "what it does", "query", "body");
        Map<String, JsonNode> paths = sorted(DOCUMENT.path("paths"));
        paths.forEach((path, item) -> item.properties().forEach(method -> {
            if (!method.getKey().equals("parameters")) {
                operation(page, method.getKey().toUpperCase(Locale.ROOT) + " " + path, method.getValue());
            }
        }));
        page.heading("Objects").paragraph("What has a `?` may be absent.");
        sorted(DOCUMENT.at("/components/schemas")).forEach((name, schema) -> {
            List<JsonNode> parts = new ArrayList<>(List.of(schema));
            schema.path("allOf").forEach(part -> parts.add(part));
            if (parts.stream().anyMatch(part -> part.has("properties"))) {
                page.paragraph(("### " + name + "\n\n" + said(schema)).strip()).table("member", "type", "meaning");
                parts.forEach(part -> members(page, part));
            }
        });
        page.check();
    }

    private static void operation(ReferencePage page, String route, JsonNode operation) {
        TreeSet<String> roles = new TreeSet<>();
        operation
                .path("security")
                .forEach(way -> way.forEach(role -> roles.add(role.get(0).textValue())));
        List<String> query = new ArrayList<>();
        operation.path("parameters").forEach(each -> {
            if (resolved(each).path("in").asText().equals("query")) {
                query.add(resolved(each).path("name").textValue());
            }
        });
        JsonNode body = resolved(operation.path("requestBody")).at("/content/application~1json/schema");
        page.row(
                code(route),
                String.join(", ", roles),
                operation.path("summary").textValue(),
                codes(query),
                body.has("properties") ? members(body) : type(body));
    }

    private static String members(JsonNode body) {
        List<String> names = new ArrayList<>();
        body.path("properties")
                .properties()
                .forEach(member -> names.add(member.getKey() + (isRequired(body, member.getKey()) ? "" : "?")));
        return codes(names);
    }

    private static void members(ReferencePage page, JsonNode schema) {
        schema.path("properties")
                .properties()
                .forEach(member -> page.row(
                        code(member.getKey() + (isRequired(schema, member.getKey()) ? "" : "?")),
                        type(member.getValue()),
                        said(member.getValue())));
    }

    private static boolean isRequired(JsonNode schema, String member) {
        return schema.path("required").valueStream().anyMatch(each -> each.asText()
                .equals(member));
    }

    private static String said(JsonNode schema) {
        return schema.path("description").asText().strip();
    }

    private static String type(JsonNode schema) {
        if (schema.has("$ref")) {
            String name = schema.path("$ref").textValue().replaceFirst(".*/", "");
            return resolved(schema).has("properties") || resolved(schema).has("allOf")
                    ? "[" + name + "](#" + name.toLowerCase(Locale.ROOT) + ")"
                    : type(resolved(schema));
        }
        if (schema.has("enum")) {
            List<String> values = new ArrayList<>();
            schema.path("enum").forEach(value -> values.add(value.asText()));
            return codes(values);
        }
        List<String> types = new ArrayList<>();
        (schema.path("type").isArray() ? schema.path("type") : List.of(schema.path("type")))
                .forEach(each -> types.add(each.asText().equals("array") ? "list" : each.asText()));
        String of = schema.has("items") ? " of " + type(schema.path("items")) : "";
        return String.join(" or ", types).replace("list", "list" + of);
    }

    private static Map<String, JsonNode> sorted(JsonNode members) {
        Map<String, JsonNode> sorted = new TreeMap<>();
        members.properties().forEach(each -> sorted.put(each.getKey(), each.getValue()));
        return sorted;
    }
}
