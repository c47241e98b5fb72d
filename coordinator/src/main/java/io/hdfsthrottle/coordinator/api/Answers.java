package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.setting.NearestKey;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Helpers of all HTTP handlers: read a request's switches and write its answer. */
public final class Answers {
    private static final String DRY_RUN = "dryrun";
    private static final String ANYBODY = "anybody";

    private Answers() {}

    /**
     * Refuses a query with what its route does not take, or takes once: a misspelt {@code dryrun} must not make the
     * change, nor a misspelt {@code since} be answered with all. A node may be newer, and say more.
     *
     * @param taken the names of parameters by method and path
     */
    static void checkQuery(Context context, Map<String, Set<String>> taken) {
        Endpoint route = context.endpoints().matchedHttpEndpoint();
        Set<String> known = taken.getOrDefault(route.method + " " + route.path, Set.of());
        context.queryParamMap().forEach((name, values) -> {
            boolean isTaken = known.contains(name) || name.equals(ANYBODY);
            if (isTaken && values.size() > 1) {
                throw new InvalidInput("query", "more than one " + name, name + ", once");
            }
            boolean isNothing = name.isEmpty() && values.stream().allMatch(String::isEmpty); // between two &
            if (!isTaken && !isNothing && !context.routeRoles().contains(Needs.NODE)) {
                throw new InvalidInput("query", name, nearestFirst(name, known));
            }
        });
    }

    private static List<String> nearestFirst(String written, Set<String> known) {
        if (known.isEmpty()) {
            return List.of("nothing");
        }
        String nearest = NearestKey.to(written, known);
        return Stream.concat(Stream.of(nearest), known.stream().filter(each -> !each.equals(nearest)))
                .toList();
    }

    /** Answers with that status and JSON. */
    public static void json(Context context, int status, Object answer) {
        context.status(status).result(Json.write(answer)).contentType("application/json");
    }

    /** An answer as a server-sent event. */
    public static byte[] event(Object answer) {
        return ("data: " + Json.write(answer) + "\n\n").getBytes(StandardCharsets.UTF_8);
    }

    static void tagged(Context context, int status, Object answer) {
        json(context, status, answer);
        context.header("ETag", EntityTag.of(answer));
    }

    /** Whether the request is a dry run. */
    public static boolean dryRun(Context context) {
        return isSet(context, DRY_RUN);
    }

    /** Whether a coordinator that does not lead may answer, too, from ZooKeeper. */
    static boolean anybody(Context context) {
        return isSet(context, ANYBODY);
    }

    private static boolean isSet(Context context, String name) {
        String written = context.queryParam(name);
        if (written == null || written.equals("false")) {
            return false;
        }
        if (written.isEmpty() || written.equals("true")) {
            return true;
        }
        throw new InvalidInput(name, written, "true or false");
    }

    /** A whole number in the query, within its bounds. */
    public static long count(Context context, String name, long otherwise, long most) {
        String written = context.queryParam(name);
        if (written == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(written);
            if (value >= 0 && value <= most) {
                return value;
            }
        } catch (NumberFormatException malformed) {
            // refused below, like a number out of bounds
        }
        throw new InvalidInput(name, written, "a whole number from 0 to " + most);
    }
}
