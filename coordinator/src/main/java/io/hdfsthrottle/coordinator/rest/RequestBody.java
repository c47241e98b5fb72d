package io.hdfsthrottle.coordinator.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.unit.Rate;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.TreeSet;

/** A JSON object that somebody sent, asked member by member; members that nobody knows are refused. */
final class RequestBody {
    /** What people and applications send is small. */
    static final int MOST_BYTES = 64 * 1024;

    private final ObjectNode object;
    private final String prefix;

    private RequestBody(ObjectNode object, String prefix, List<String> known) {
        this.object = object;
        this.prefix = prefix;
        TreeSet<String> unknown = new TreeSet<>();
        object.fieldNames().forEachRemaining(unknown::add);
        known.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            String first = unknown.first();
            throw new InvalidInput(prefix + shortened(first), object.get(first), known);
        }
    }

    /** The body of a request that may hold these members. */
    static RequestBody of(Context context, String... known) {
        return new RequestBody(Json.readObject(bytes(context, MOST_BYTES)), "", List.of(known));
    }

    /** The body of a request, read up to its bound, whatever its headers promise. */
    static byte[] bytes(Context context, int mostBytes) {
        String type = context.contentType();
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
            throw Problem.wrongContentType();
        }
        try {
            byte[] bytes = context.req().getInputStream().readNBytes(mostBytes + 1);
            if (bytes.length > mostBytes) {
                throw Problem.tooLarge(mostBytes);
            }
            if (Gate.of(context)
                    .signature()
                    .filter(signed -> !signed.covers(bytes))
                    .isPresent()) {
                throw Problem.unauthenticated("The body is not the one that was signed");
            }
            return bytes;
        } catch (IOException gone) {
            throw Problem.malformed("The body did not arrive");
        }
    }

    RequestBody object(String member, String... known) {
        if (object.get(member) instanceof ObjectNode inner) {
            return new RequestBody(inner, prefix + member + ".", List.of(known));
        }
        throw refused(member, "an object with any of " + String.join(", ", known));
    }

    /** Null where the member is absent or null. */
    String optionalText(String member) {
        JsonNode value = object.get(member);
        if (value == null || value.isNull()) {
            return null;
        }
        if (!value.isTextual()) {
            throw refused(member, "a text");
        }
        return value.textValue();
    }

    String text(String member) {
        String value = optionalText(member);
        if (value == null) {
            throw refused(member, "a text; it must be given");
        }
        return value;
    }

    long count(String member, String permitted) {
        JsonNode value = object.get(member);
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw refused(member, permitted);
        }
        return value.longValue();
    }

    int wholeNumber(String member, String permitted) {
        return optionalWholeNumber(member, permitted).orElseThrow(() -> refused(member, permitted));
    }

    OptionalInt optionalWholeNumber(String member, String permitted) {
        JsonNode value = object.get(member);
        if (value == null || value.isNull()) {
            return OptionalInt.empty();
        }
        if (!value.isIntegralNumber() || !value.canConvertToInt()) {
            throw refused(member, permitted);
        }
        return OptionalInt.of(value.intValue());
    }

    Rate rate(String member, Rate otherwise) {
        JsonNode value = object.get(member);
        if (value == null || value.isNull()) {
            return otherwise;
        }
        if (!value.isTextual() && !value.isIntegralNumber()) {
            throw refused(member, "a rate: bytes per second, for example \"100m\" or 104857600");
        }
        try {
            return Rate.parse(value.asText());
        } catch (IllegalArgumentException malformed) {
            throw refused(member, "a rate: bytes per second, for example \"100m\" or 104857600");
        }
    }

    private InvalidInput refused(String member, String permitted) {
        return new InvalidInput(prefix + member, object.get(member), permitted);
    }

    private static String shortened(String name) {
        return name.length() <= 64 ? name : name.substring(0, 64) + "...";
    }
}
