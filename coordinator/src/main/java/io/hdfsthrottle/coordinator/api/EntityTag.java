package io.hdfsthrottle.coordinator.api;

import com.google.common.hash.Hashing;
import io.javalin.http.Context;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;

/** Computes strong entity tags from the content alone, so that they survive a change of leader. */
public final class EntityTag {
    private static final int DIGITS = 24;

    private EntityTag() {}

    /** The tag of that answer, or of what can be changed of it. */
    public static String of(Object answer) {
        return ofBytes(Json.write(answer).getBytes(StandardCharsets.UTF_8));
    }

    /** The tag of that content. */
    public static String ofBytes(byte[] content) {
        return '"' + Hashing.sha256().hashBytes(content).toString().substring(0, DIGITS) + '"';
    }

    /**
     * The caller's precondition ({@code If-Match}, {@code If-None-Match: *}); it throws a {@link Problem} for a present
     * state that differs. Any thread may ask it, also after the request.
     */
    public static Consumer<Optional<?>> expected(Context context, String name) {
        String match = context.header("If-Match");
        boolean isNew = "*".equals(context.header("If-None-Match"));
        return present -> check(match, isNew, name, present);
    }

    private static void check(String match, boolean isNew, String name, Optional<?> present) {
        if (match != null) {
            String tag = present.map(EntityTag::of).orElse(null);
            boolean held = tag != null
                    && Arrays.stream(match.split(",", -1))
                            .map(String::strip)
                            .anyMatch(each -> each.equals("*") || each.equals(tag));
            if (!held) {
                throw Problem.changedMeanwhile(name + (tag == null ? " is not there" : " is now " + tag));
            }
        }
        if (isNew && present.isPresent()) {
            throw Problem.changedMeanwhile(name + " is there already");
        }
    }
}
