package io.hdfsthrottle.cli.policy;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A file with a policy or a plan: JSON, each tenant and each rule on a line of its own. */
final class PolicyFile {
    /** The members that make a policy. */
    static final List<String> MEMBERS = List.of("tenants", "rules");

    /** The member with what a translation leaves out, for people. */
    static final String COMMENTS = "comments";

    /** A plan of the largest policy has less. */
    static final int MOST_BYTES = 4 << 20;

    /** How a coordinator names an entry: {@code tenants[gold].priority}. */
    private static final Pattern ENTRY = Pattern.compile("(tenant|rule)s\\[(.*)].*", Pattern.DOTALL);

    private final Path file;
    private final String text;
    private final JsonObject content;

    private PolicyFile(Path file, String text, JsonObject content) {
        this.file = file;
        this.text = text;
        this.content = content;
    }

    static PolicyFile read(Path file) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw Failure.wronglyAsked(file + " has more than " + MOST_BYTES + " bytes; a policy has fewer", null);
            }
            String text = Files.readString(file);
            return new PolicyFile(file, text, JsonObject.parse(text));
        } catch (IOException unable) {
            throw Failure.wronglyAsked(
                    file + " cannot be read: " + unable + "; name a file in UTF-8 that policy export wrote", unable);
        } catch (MalformedJsonException malformed) {
            throw Failure.wronglyAsked(
                    file + " is no JSON as hdfs-throttle policy export writes it: " + malformed.getMessage(),
                    malformed);
        }
    }

    JsonObject content() {
        return content;
    }

    /** Whether it has the tenants and rules of that policy. */
    boolean isOf(JsonObject policy) {
        return MEMBERS.stream()
                .allMatch(name -> Objects.equals(
                        content.members().get(name), policy.members().get(name)));
    }

    /** The coordinator's refusal, with the file and, where it is found, the line. */
    String refused(Answer refusal) {
        return refusal.read(
                problem -> file + line(problem.optionalText("field").orElse("")) + ": " + problem.text("detail"));
    }

    private String line(String field) {
        Matcher entry = ENTRY.matcher(field);
        if (!entry.matches()) {
            return "";
        }
        Matcher list = Pattern.compile('"' + entry.group(1) + "s\"\\s*:").matcher(text);
        Matcher name = Pattern.compile('"' + entry.group(1) + "\"\\s*:\\s*\"" + Pattern.quote(entry.group(2)) + '"')
                .matcher(text);
        return list.find() && name.find(list.end())
                ? ", line "
                        + (1
                                + text.substring(0, name.start())
                                        .chars()
                                        .filter(each -> each == '\n')
                                        .count())
                : "";
    }

    /** Writes it: each comment, and each entry of a list of objects, on a line of its own. */
    static String text(Map<String, Object> members) {
        return object(members, "") + "\n";
    }

    private static String object(Map<?, ?> members, String indent) {
        String inner = indent + "  ";
        return members.entrySet().stream()
                .filter(member -> member.getValue() != null)
                .map(member -> inner + member(String.valueOf(member.getKey()), member.getValue(), inner))
                .collect(Collectors.joining(",\n", "{\n", "\n" + indent + "}"));
    }

    @SuppressWarnings("unchecked") // the parser makes maps with text keys and nothing else
    private static String member(String name, Object value, String indent) {
        String inline = JsonObject.write(Collections.singletonMap(name, value));
        String label = JsonObject.write(Map.of(name, "")).replaceFirst("^\\{(.*)\"\"}$", "$1 ");
        if (value instanceof List<?> entries
                && !entries.isEmpty()
                && (entries.get(0) instanceof Map || name.equals(COMMENTS))) {
            return entries.stream()
                    .map(entry -> indent + "  "
                            + (entry instanceof Map
                                    ? JsonObject.write((Map<String, ?>) entry)
                                    : JsonObject.write(Map.of("", entry)).replaceFirst("(?s)^\\{\"\":(.*)}$", "$1")))
                    .collect(Collectors.joining(",\n", label + "[\n", "\n" + indent + "]"));
        }
        if (value instanceof Map<?, ?> object && object.values().stream().anyMatch(List.class::isInstance)) {
            return label + object(object, indent);
        }
        return inline.substring(1, inline.length() - 1);
    }
}
