package io.hdfsthrottle.coordinator.application;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import io.hdfsthrottle.coordinator.state.Snapshot;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Sharding of applications over znodes: by a hash with a secret key, so that no registrant can choose ids that all fall
 * into one znode and fill it. The sharding is stored, and lasts as long as the applications. Immutable.
 */
final class Sharding {
    /** Where the sharding is stored: empty while it never was. */
    static final Snapshot<Optional<Sharding>, Stored> LAYOUT = new Snapshot<>(
            "applications",
            1,
            Optional.empty(),
            Stored.class,
            sharding -> sharding.map(Sharding::stored).orElseThrow(),
            stored -> Optional.of(stored.sharding()));

    /** About ten applications per shard with 10,000 in all: little to write again when one registers. */
    private static final int USUAL_SHARDS = 1_024;

    private static final int MOST_SHARDS = 9_999;

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

    /** The name of a shard's snapshot. */
    static String name(int shard) {
        return String.format(Locale.ROOT, "applications-%04d", shard);
    }

    /** The names of all shards' snapshots, in their order. */
    List<String> names() {
        return IntStream.range(0, shards).mapToObj(Sharding::name).toList();
    }

    /** The mark of its shards, so that those left behind by an earlier sharding are not mistaken for them. */
    String mark() {
        return hash.hashInt(shards).toString();
    }

    /** The sharding as it is stored: the number of shards, and the secret key. */
    record Stored(int shards, long high, long low) {
        Sharding sharding() {
            if (shards < 1 || shards > MOST_SHARDS) {
                throw new IllegalArgumentException(shards + " shards, not 1 to " + MOST_SHARDS);
            }
            return new Sharding(shards, high, low);
        }
    }

    private Stored stored() {
        return new Stored(shards, key[0], key[1]);
    }
}
