package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import java.nio.charset.StandardCharsets;

/** Helpers of all HTTP handlers: read a request's switches and write its answer. */
public final class Answers {
    private static final String DRY_RUN = "dryrun";
    private static final String ANYBODY = "anybody";

    private Answers() {}

    /** Refuses a change with a query that it does not take: a misspelt {@code dryrun} must not make the change. */
    static void checkQuery(Context context) {
        if (!context.method().equals(HandlerType.GET)) {
            context.queryParamMap().forEach((name, values) -> {
                if (!(name.equals(DRY_RUN) || name.equals(ANYBODY)) || values.size() > 1) {
                    throw new InvalidInput(
                            "query",
                            values.size() > 1 ? "more than one " + name : name,
                            "dryrun=true, once, or nothing");
                }
            });
        }
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
