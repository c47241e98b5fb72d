package io.hdfsthrottle.coordinator.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.base.Throwables;
import com.google.common.collect.Streams;
import io.hdfsthrottle.coordinator.admission.BodyShape;
import io.hdfsthrottle.coordinator.admission.Refusal;
import io.hdfsthrottle.coordinator.offer.Mode;
import io.hdfsthrottle.coordinator.offer.ReservationRequest;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.part.PoolName;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;

/** A JSON object sent by a client, read member by member; unknown members are refused. */
public final class RequestBody {
    /** Bodies from users and applications are small. */
    static final int MOST_BYTES = 64 * 1024;

    /** Objects, lists and members of a body from users and applications. */
    private static final int MOST_PARTS = 1_024;

    /**
     * A body that is too long is read up to here, so that its client has stopped sending when it is refused, and sees
     * why.
     */
    private static final int MOST_READ_BYTES = 2 << 20;

    private static final String RATE = "a whole number of bytes per second, for example 104857600";
    private static final int PIECE_BYTES = 16 << 10;

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
    public static RequestBody of(Context context, String... known) {
        return of(context, MOST_BYTES, MOST_PARTS, known);
    }

    /** The same of a longer body, of at most so many bytes, and objects, lists and members. */
    static RequestBody of(Context context, int mostBytes, int mostParts, String... known) {
        return new RequestBody(Json.readObject(bytes(context, mostBytes, mostParts)), "", List.of(known));
    }

    /** The same of a request that may have no body. */
    public static Optional<RequestBody> given(Context context, String... known) {
        boolean has = context.contentLength() > 0 || context.header("Transfer-Encoding") != null;
        return has ? Optional.of(of(context, known)) : Optional.empty();
    }

    /** The body of a request, bounded in length and time, whatever its headers declare. */
    static byte[] bytes(Context context, int mostBytes, int mostParts) {
        String type = context.contentType();
        if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
            throw Problem.wrongContentType();
        }
        String encoding = context.header("Content-Encoding");
        if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
            throw Problem.encoded();
        }
        if (context.req().getContentLengthLong() > MOST_READ_BYTES) {
            throw tooLarge(context, mostBytes);
        }
        try {
            byte[] bytes = arriving(context, mostBytes);
            if (!BodyShape.hasAtMost(bytes, mostParts)) {
                throw Problem.malformed("More than " + mostParts + " objects, lists and members");
            }
            if (Gate.of(context)
                    .signature()
                    .filter(signed -> !signed.covers(bytes))
                    .isPresent()) {
                throw Problem.unauthenticated("The body is not the one that was signed");
            }
            return bytes;
        } catch (IOException gone) {
            throw isLate(gone) ? tooSlow(context) : Problem.malformed("The body did not arrive");
        }
    }

    private static Problem tooLarge(Context context, int mostBytes) {
        Gate.admission(context).refused(Refusal.TOO_LARGE);
        return Problem.tooLarge(mostBytes);
    }

    private static Problem tooSlow(Context context) {
        Gate.admission(context).refused(Refusal.SLOW);
        return Problem.tooSlow(Gate.admission(context).limits().patience());
    }

    private static byte[] arriving(Context context, int mostBytes) throws IOException {
        Ticker ticker = Ticker.system();
        Duration patience = Gate.admission(context).limits().patience();
        long begun = ticker.nanos();
        InputStream in = context.req().getInputStream();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] piece = new byte[PIECE_BYTES];
        int all = 0;
        for (int read = in.read(piece); read >= 0 && all <= MOST_READ_BYTES; read = in.read(piece)) {
            all += read;
            if (all <= mostBytes) {
                bytes.write(piece, 0, read);
            }
            if (ticker.nanos() - begun > patience.toNanos()) {
                throw tooSlow(context);
            }
        }
        if (all > mostBytes) {
            throw tooLarge(context, mostBytes);
        }
        return bytes.toByteArray();
    }

    /** Whether the server timed out, by its idle timeout or its minimum rate. */
    private static boolean isLate(Throwable trouble) {
        return Throwables.getCausalChain(trouble).stream().anyMatch(TimeoutException.class::isInstance);
    }

    RequestBody object(String member, String... known) {
        if (object.get(member) instanceof ObjectNode inner) {
            return new RequestBody(inner, prefix + member + ".", List.of(known));
        }
        throw refused(member, "an object with any of " + String.join(", ", known));
    }

    /** Empty where the member is absent or null; refused where it is not good. */
    private Optional<JsonNode> given(String member, String permitted, Predicate<JsonNode> isGood) {
        if (!object.hasNonNull(member)) {
            return Optional.empty();
        }
        JsonNode value = object.get(member);
        if (!isGood.test(value)) {
            throw refused(member, permitted);
        }
        return Optional.of(value);
    }

    /** Empty where the member is absent or null. */
    public Optional<RequestBody> optionalObject(String member, String... known) {
        return object.hasNonNull(member) ? Optional.of(object(member, known)) : Optional.empty();
    }

    /** Null where the member is absent or null. */
    public String optionalText(String member) {
        return given(member, "a text", JsonNode::isTextual)
                .map(JsonNode::textValue)
                .orElse(null);
    }

    /** The text under this name, which must be given. */
    public String text(String member) {
        return Optional.ofNullable(optionalText(member)).orElseThrow(() -> refused(member, "a text; it must be given"));
    }

    public long count(String member, String permitted) {
        return optionalCount(member, permitted).orElseThrow(() -> refused(member, permitted));
    }

    /** Empty where the member is absent or null. */
    public OptionalLong optionalCount(String member, String permitted) {
        return given(member, permitted, RequestBody::isCount).stream()
                .mapToLong(JsonNode::longValue)
                .findAny();
    }

    private static boolean isCount(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToLong() && value.longValue() >= 0;
    }

    public int wholeNumber(String member, String permitted) {
        return optionalWholeNumber(member, permitted).orElseThrow(() -> refused(member, permitted));
    }

    /** Empty where the member is absent or null. */
    public OptionalInt optionalWholeNumber(String member, String permitted) {
        return given(member, permitted, RequestBody::isWholeNumber).stream()
                .mapToInt(JsonNode::intValue)
                .findAny();
    }

    private static boolean isWholeNumber(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToInt();
    }

    /** False where the member is absent or null. */
    public boolean flag(String member) {
        return given(member, "true or false", JsonNode::isBoolean)
                .map(JsonNode::booleanValue)
                .orElse(false);
    }

    Rate rate(String member, Rate otherwise) {
        return object.hasNonNull(member) ? Rate.ofBytesPerSecond(count(member, RATE)) : otherwise;
    }

    /** A time, in whole seconds from 1 to the longest. */
    public Duration seconds(String member, Duration longest) {
        return optionalSeconds(member, longest).orElseThrow(() -> refused(member, permitted(longest)));
    }

    /** The same; empty where the member is absent or null. */
    public Optional<Duration> optionalSeconds(String member, Duration longest) {
        return given(member, permitted(longest), value -> isTime(value, longest))
                .map(value -> Duration.ofSeconds(value.longValue()));
    }

    private static boolean isTime(JsonNode value, Duration longest) {
        return isCount(value) && value.longValue() >= 1 && value.longValue() <= longest.toSeconds();
    }

    private static String permitted(Duration longest) {
        return "a whole number of seconds from 1 to " + longest.toSeconds();
    }

    /** Whole numbers by arbitrary names; none where the member is absent or null. */
    Map<String, Integer> wholeNumbers(String member, String permitted) {
        return byName(member, permitted, RequestBody::isWholeNumber, JsonNode::intValue);
    }

    /** Texts by arbitrary names; none where the member is absent or null. */
    public Map<String, String> textsByName(String member, String permitted) {
        return byName(member, permitted, JsonNode::isTextual, JsonNode::textValue);
    }

    private <T> Map<String, T> byName(
            String member, String permitted, Predicate<JsonNode> isGood, Function<JsonNode, T> read) {
        Map<String, T> values = new TreeMap<>();
        given(member, permitted, JsonNode::isObject)
                .ifPresent(inner -> inner.properties().forEach(each -> {
                    if (!isGood.test(each.getValue())) {
                        throw new InvalidInput(
                                prefix + member + "." + shortened(each.getKey()), each.getValue(), permitted);
                    }
                    values.put(each.getKey(), read.apply(each.getValue()));
                }));
        return values;
    }

    /** Objects that may hold these members; none where the member is absent or null. */
    public List<RequestBody> objects(String member, String permitted, String... known) {
        JsonNode value = object.get(member);
        if (value == null || value.isNull()) {
            return List.of();
        }
        List<RequestBody> objects = new ArrayList<>();
        for (JsonNode each : value) {
            if (each instanceof ObjectNode inner) {
                objects.add(new RequestBody(inner, prefix + member + ".", List.of(known)));
            }
        }
        if (!value.isArray() || value.isEmpty() || objects.size() < value.size()) {
            throw refused(member, permitted);
        }
        return objects;
    }

    /**
     * The objects of a list that must be given and may be empty; what is refused of one is named with the value of its
     * first member, or with its place from 0 where it has none.
     */
    List<RequestBody> entries(String member, String permitted, String... known) {
        JsonNode value = object.get(member);
        if (value == null || !value.isArray()) {
            throw refused(member, permitted);
        }
        List<RequestBody> entries = new ArrayList<>();
        for (JsonNode each : value) {
            String name = each.path(known[0]).isTextual()
                    ? shortened(each.path(known[0]).textValue())
                    : Integer.toString(entries.size());
            String entry = prefix + member + "[" + name + "]";
            if (!(each instanceof ObjectNode inner)) {
                throw new InvalidInput(entry, each, permitted);
            }
            entries.add(new RequestBody(inner, entry + ".", List.of(known)));
        }
        return entries;
    }

    /** That value made of this object; what it refuses itself is named as a member of this object, too. */
    <T> T make(Function<RequestBody, T> value) {
        try {
            return value.apply(this);
        } catch (InvalidInput refused) {
            if (refused.field().startsWith(prefix)) {
                throw refused;
            }
            throw new InvalidInput(prefix + refused.field(), refused.value(), refused.permitted());
        }
    }

    void refuseUnless(boolean good, String member, String permitted) {
        if (!good) {
            throw refused(member, permitted);
        }
    }

    /** Texts; none where the member is absent or null. */
    public Optional<List<String>> texts(String member, String permitted) {
        return given(member, permitted, RequestBody::areTexts).map(list -> {
            List<String> texts = new ArrayList<>();
            list.forEach(each -> texts.add(each.textValue()));
            return texts;
        });
    }

    private static boolean areTexts(JsonNode list) {
        return list.isArray() && Streams.stream(list).allMatch(JsonNode::isTextual);
    }

    /**
     * The terms of an application: {@code per}, {@code reservationBytesPerSecond}, {@code limitBytesPerSecond} and {@code
     * poolWeights}; none of what is absent.
     */
    PartTerms partTerms() {
        String written = optionalText("per");
        Level per = written == null
                ? Level.APPLICATION
                : Level.unit(written).orElseThrow(() -> new InvalidInput("per", written, Level.UNITS));
        Rate limit = rate("limitBytesPerSecond", Rate.UNLIMITED);
        if (limit.equals(Rate.ZERO)) {
            throw new InvalidInput("limitBytesPerSecond", 0, "a rate above 0, or null for no limit");
        }
        Rate reservation = rate("reservationBytesPerSecond", Rate.ZERO);
        if (reservation.compareTo(limit) > 0) {
            throw new InvalidInput(
                    "reservationBytesPerSecond",
                    reservation.bytesPerSecond(),
                    "a rate up to the limit, " + limit.bytesPerSecond());
        }
        String permitted = "at most " + PartTerms.MOST_WEIGHTS + " weights from 1 to " + PartTerms.LARGEST_WEIGHT
                + " by the pool's name, " + PoolName.RULE + ", for example {\"etl\": 3}";
        Map<String, Integer> weights = wholeNumbers("poolWeights", permitted);
        try {
            return PartTerms.of(per, reservation, limit).weighing(weights);
        } catch (IllegalArgumentException refused) {
            throw new InvalidInput("poolWeights", weights, permitted);
        }
    }

    /** How a reservation is requested: {@code admission} and {@code nodes}. */
    ReservationRequest reservationRequest() {
        String written = optionalText("admission");
        Mode mode = written == null
                ? ReservationRequest.NONE.mode()
                : Mode.labelled(written).orElseThrow(() -> new InvalidInput("admission", written, Mode.ALL));
        return ReservationRequest.of(
                mode,
                texts(
                                "nodes",
                                "at most " + ReservationRequest.MOST_NODES
                                        + " names of DataNodes, as /v1/nodes has them")
                        .orElse(List.of()));
    }

    private InvalidInput refused(String member, String permitted) {
        return new InvalidInput(prefix + member, object.get(member), permitted);
    }

    private static String shortened(String name) {
        return name.length() <= 64 ? name : name.substring(0, 64) + "...";
    }
}
