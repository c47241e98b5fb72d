package io.hdfsthrottle.coordinator.api;

import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.javalin.http.Context;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * One page of a list, in the order of keys. An item that comes or goes between two pages moves no other one.
 *
 * @param next the cursor of the next page; null if this is the last one
 */
public record Page<T>(List<T> items, String next) {
    /** How many items a page may have: about 1 MiB of the longest ones. */
    static final int MOST = 1_000;

    /** The same unless another number is asked for: ten clients that look at all nodes at once delay no change. */
    static final int USUAL = 100;

    /** The longest key is a node's name with a storage id. */
    private static final int LONGEST_CURSOR = 1_024;

    /** The page that a request asks for by {@code limit} and {@code cursor}; keys are distinct. */
    public static <T> Page<T> of(Context context, Collection<T> all, Function<T, String> key) {
        long limit = Answers.count(context, "limit", USUAL, MOST);
        if (limit == 0) {
            throw new InvalidInput("limit", limit, "a whole number from 1 to " + MOST);
        }
        String after = after(context.queryParam("cursor"));
        List<T> items = all.stream()
                .filter(each -> after == null || key.apply(each).compareTo(after) > 0)
                .sorted(Comparator.comparing(key))
                .limit(limit + 1)
                .toList();
        return items.size() <= limit
                ? new Page<>(items, null)
                : new Page<>(items.subList(0, (int) limit), cursor(key.apply(items.get((int) limit - 1))));
    }

    /** A key of whole numbers that is in their order. */
    public static String key(long number) {
        return String.format(Locale.ROOT, "%019d", number);
    }

    /** The same page of what these become. */
    public <A> List<A> map(Function<? super T, A> change) {
        return items.stream().map(change).toList();
    }

    private static String cursor(String key) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(key.getBytes(StandardCharsets.UTF_8));
    }

    private static String after(String cursor) {
        if (cursor == null) {
            return null;
        }
        try {
            String key = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor)))
                    .toString();
            if (cursor.length() <= LONGEST_CURSOR && cursor(key).equals(cursor)) {
                return key;
            }
        } catch (IllegalArgumentException | CharacterCodingException malformed) {
            // refused below, like one that is too long
        }
        throw Problem.noCursor();
    }
}
