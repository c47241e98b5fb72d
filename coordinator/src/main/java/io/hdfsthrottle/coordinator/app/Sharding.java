package io.hdfsthrottle.coordinator.app;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sharding of applications over znodes: by a hash with a secret key, so that no registrant can choose ids that all fall
 * into one znode and fill it. The sharding is stored, and lasts as long as the applications. Immutable.
 */
final class Sharding {
    /** Where the sharding is kept; up to format 1, the applications were kept there. */
    static final String CONCERN = "applications";

    /** The format of the znodes that are named here. */
    static final int FORMAT = 2;

    /** About ten applications per shard with 10,000 in all: little to write again when one registers. */
    private static final int USUAL_SHARDS = 1_024;

    private static final int MOST_SHARDS = 9_999;
    private static final int HEX = 16;

    private final int shards;
    private final long[] key;
    private final HashFunction hash;

    private Sharding(int shards, long... key) {
        this.shards = shards;
        this.key = key;
        this.hash = Hashing.sipHash24(key[0], key[1]);
    }

    /** A new sharding, with a new random key. */
    static Sharding fresh() {
        SecureRandom random = new SecureRandom();
        return new Sharding(USUAL_SHARDS, random.nextLong(), random.nextLong());
    }

    /** How many shards there are. */
    int shards() {
        return shards;
    }

    /** The shard of an application, from 0. */
    int shardOf(String id) {
        return Hashing.consistentHash(hash.hashString(id, StandardCharsets.UTF_8), shards);
    }

    /** Where a shard is kept. */
    static String concern(int shard) {
        return String.format(Locale.ROOT, "%s-%04d", CONCERN, shard);
    }

    /** Where all shards are kept, in their order. */
    List<String> concerns() {
        return IntStream.range(0, shards).mapToObj(Sharding::concern).toList();
    }

    /** The mark of its shards, so that those left behind by an earlier sharding are not mistaken for them. */
    String mark() {
        return hash.hashInt(shards).toString();
    }

    byte[] write() {
        Map<String, Object> kept = new LinkedHashMap<>();
        kept.put("format", FORMAT);
        kept.put("shards", shards);
        kept.put("key", String.format(Locale.ROOT, "%016x%016x", key[0], key[1]));
        return JsonObject.write(kept).getBytes(StandardCharsets.UTF_8);
    }

    /**
     * Reads a sharding; empty if these are applications of format 1.
     *
     * @throws IllegalStateException if this coordinator does not understand it: it must not lead then
     */
    static Optional<Sharding> read(byte[] written) {
        try {
            JsonObject kept = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            long format = kept.count("format");
            if (format == ApplicationSnapshot.UNSHARDED) {
                return Optional.empty();
            }
            String key = kept.text("key");
            long shards = kept.count("shards");
            if (format != FORMAT || shards < 1 || shards > MOST_SHARDS || key.length() != 2 * HEX) {
                throw new IllegalStateException("the applications in ZooKeeper have format " + format
                        + "; this coordinator reads formats " + ApplicationSnapshot.UNSHARDED + " and " + FORMAT);
            }
            return Optional.of(new Sharding(
                    (int) shards,
                    Long.parseUnsignedLong(key.substring(0, HEX), HEX),
                    Long.parseUnsignedLong(key.substring(HEX), HEX)));
        } catch (MalformedJsonException | NumberFormatException broken) {
            throw new IllegalStateException(
                    "the applications in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }
}
