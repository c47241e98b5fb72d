package io.hdfsthrottle.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An untrusted JSON object, read member by member, each with the type that it must have.
 *
 * <p>Members that the reader does not ask for are ignored, so that an older reader understands a newer writer. The
 * parser bounds depth, length of names, texts and numbers (Jackson's {@code StreamReadConstraints}); callers bound the
 * whole. Not thread-safe while being read; holds no references outside.
 */
public final class JsonObject {

    /** Weights change every second on every node, and Java before 19 writes doubles slowly (JDK-4511638). */
    private static final JSON CODEC = JSON.builder(JsonFactory.builder()
                    .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
                    .build())
            .build()
            .without(JSON.Feature.WRITE_NULL_PROPERTIES);

    private final Map<String, Object> members;

    private JsonObject(Map<String, Object> members) {
        this.members = members;
    }

    /** Reads a text that is one JSON object. */
    public static JsonObject parse(String text) throws MalformedJsonException {
        try (JsonParser parser = CODEC.createParser(text)) {
            Map<String, Object> members = CODEC.mapFrom(parser);
            if (members == null || parser.nextToken() != null) {
                throw new MalformedJsonException("not one JSON object");
            }
            return new JsonObject(members);
        } catch (IOException notJson) {
            throw new MalformedJsonException("not a JSON object" + place(notJson));
        }
    }

    /** Where it is not: of its text, nothing is shown. */
    private static String place(IOException notJson) {
        JsonLocation at =
                notJson instanceof JsonProcessingException ? ((JsonProcessingException) notJson).getLocation() : null;
        return at == null ? "" : ", or a name twice, at line " + at.getLineNr() + ", column " + at.getColumnNr();
    }

    /** Writes maps, lists, texts, numbers, booleans and nulls as JSON. */
    public static String write(Map<String, ?> members) {
        try {
            return CODEC.asString(members);
        } catch (IOException impossible) {
            throw new IllegalStateException("a map of plain values is always JSON", impossible);
        }
    }

    /** A copy of its members, of maps, lists, texts, numbers, booleans and nulls, in the order in which they came. */
    public Map<String, Object> members() {
        return new LinkedHashMap<>(members);
    }

    /** The names of its members, in the order in which they came. */
    public Set<String> names() {
        return Collections.unmodifiableSet(members.keySet());
    }

    /** The text, number or truth value under this name as text; nothing if it is absent, null or something else. */
    public Optional<String> written(String name) {
        Object value = members.get(name);
        return value instanceof String || value instanceof Number || value instanceof Boolean
                ? Optional.of(value.toString())
                : Optional.empty();
    }

    /** The object under this name; nothing if it is absent or null. */
    public Optional<JsonObject> optionalObject(String name) throws MalformedJsonException {
        return members.get(name) == null ? Optional.empty() : Optional.of(object(name));
    }

    /** The text under this name. */
    public String text(String name) throws MalformedJsonException {
        return optionalText(name).orElseThrow(() -> wrong(name, "a text"));
    }

    /** The text under this name; nothing if it is absent or null. */
    public Optional<String> optionalText(String name) throws MalformedJsonException {
        return optional(name, String.class, "a text");
    }

    /** The whole number under this name, not negative. */
    public long count(String name) throws MalformedJsonException {
        return optionalCount(name).orElseThrow(() -> wrong(name, "a whole number, 0 or more"));
    }

    /** The whole number under this name, not negative; nothing if it is absent or null. */
    public Optional<Long> optionalCount(String name) throws MalformedJsonException {
        Optional<Number> number = optional(name, Number.class, "a whole number, 0 or more");
        if (number.isEmpty()) {
            return Optional.empty();
        }
        Number value = number.get();
        if (!(value instanceof Integer || value instanceof Long) || value.longValue() < 0) {
            throw wrong(name, "a whole number, 0 or more");
        }
        return Optional.of(value.longValue());
    }

    /** The number under this name, finite. */
    public double number(String name) throws MalformedJsonException {
        double value = optional(name, Number.class, "a number")
                .orElseThrow(() -> wrong(name, "a number"))
                .doubleValue();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            throw wrong(name, "a finite number");
        }
        return value;
    }

    /** The truth value under this name. */
    public boolean flag(String name) throws MalformedJsonException {
        return optional(name, Boolean.class, "true or false").orElseThrow(() -> wrong(name, "true or false"));
    }

    /** The truth value under this name; false where there is none. */
    public boolean optionalFlag(String name) throws MalformedJsonException {
        return optional(name, Boolean.class, "true or false").orElse(false);
    }

    /** The object under this name. */
    public JsonObject object(String name) throws MalformedJsonException {
        return asObject(name, members.get(name));
    }

    /**
     * The list of objects under this name; empty if it is absent.
     *
     * @param most how many there may be
     */
    public List<JsonObject> objects(String name, int most) throws MalformedJsonException {
        List<JsonObject> objects = new ArrayList<>();
        for (Object item : items(name, most)) {
            objects.add(asObject(name, item));
        }
        return objects;
    }

    /** What is read from each of them. */
    public <T> List<T> objects(String name, int most, Reading<T> reading) throws MalformedJsonException {
        List<T> read = new ArrayList<>();
        for (JsonObject each : objects(name, most)) {
            read.add(reading.of(each));
        }
        return read;
    }

    /** Reads something from an object. */
    @FunctionalInterface
    public interface Reading<T> {
        /** What it says. */
        T of(JsonObject json) throws MalformedJsonException;
    }

    private List<?> items(String name, int most) throws MalformedJsonException {
        List<?> items = optional(name, List.class, "a list").orElse(Collections.emptyList());
        if (items.size() > most) {
            throw wrong(name, "a list of at most " + most);
        }
        return items;
    }

    /**
     * The list of texts under this name; empty if it is absent.
     *
     * @param most how many there may be
     */
    public List<String> texts(String name, int most) throws MalformedJsonException {
        List<String> texts = new ArrayList<>();
        for (Object item : items(name, most)) {
            if (!(item instanceof String)) {
                throw wrong(name, "a list of texts");
            }
            texts.add((String) item);
        }
        return texts;
    }

    /**
     * The list of whole numbers under this name, none negative; empty if it is absent.
     *
     * @param most how many there may be
     */
    public List<Long> counts(String name, int most) throws MalformedJsonException {
        List<?> items = optional(name, List.class, "a list").orElse(Collections.emptyList());
        List<Long> counts = new ArrayList<>(Math.min(items.size(), most));
        for (Object item : items) {
            boolean isWhole = item instanceof Integer || item instanceof Long;
            if (!isWhole || ((Number) item).longValue() < 0 || counts.size() == most) {
                throw wrong(name, "a list of at most " + most + " whole numbers, 0 or more");
            }
            counts.add(((Number) item).longValue());
        }
        return counts;
    }

    private <T> Optional<T> optional(String name, Class<T> type, String what) throws MalformedJsonException {
        Object value = members.get(name);
        if (value == null) {
            return Optional.empty();
        }
        if (!type.isInstance(value)) {
            throw wrong(name, what);
        }
        return Optional.of(type.cast(value));
    }

    @SuppressWarnings("unchecked") // the parser makes maps with text keys and nothing else
    private static JsonObject asObject(String name, Object value) throws MalformedJsonException {
        if (!(value instanceof Map)) {
            throw wrong(name, "an object");
        }
        return new JsonObject((Map<String, Object>) value);
    }

    private static MalformedJsonException wrong(String name, String what) {
        return new MalformedJsonException("'" + name + "' must be " + what);
    }
}
