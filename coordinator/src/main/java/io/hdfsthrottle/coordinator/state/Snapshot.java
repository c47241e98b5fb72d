package io.hdfsthrottle.coordinator.state;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/**
 * A state in one snapshot: JSON of a record with a version number. Reading is strict, because a newer coordinator may
 * have written it, or whoever can write to ZooKeeper: unknown and missing members, nulls in place of numbers and values
 * that the record's constructor refuses are all not understood.
 *
 * @param <S> the state
 * @param <K> the record that is stored
 */
public final class Snapshot<S, K> implements Layout<S> {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addModules(new Jdk8Module(), new JavaTimeModule(), new ValueForms())
            .visibility(PropertyAccessor.ALL, Visibility.NONE)
            .visibility(PropertyAccessor.FIELD, Visibility.ANY)
            .visibility(PropertyAccessor.CREATOR, Visibility.ANY)
            .defaultPropertyInclusion(JsonInclude.Value.construct(Include.NON_ABSENT, Include.ALWAYS))
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .defaultSetterInfo(JsonSetter.Value.forContentNulls(Nulls.FAIL))
            .build();

    private final String name;
    private final int version;
    private final S initial;
    private final Class<K> stored;
    private final Function<S, K> store;
    private final Function<K, S> load;

    private record Versioned(int version, Object state) {}

    /**
     * @param name of the snapshot
     * @param version of the record; another one is not understood
     * @param initial the state while there is no snapshot
     */
    public Snapshot(String name, int version, S initial, Class<K> stored, Function<S, K> store, Function<K, S> load) {
        this.name = name;
        this.version = version;
        this.initial = initial;
        this.stored = stored;
        this.store = store;
        this.load = load;
    }

    /** A layout of one snapshot that is the state itself, a record. */
    public static <S> Snapshot<S, S> of(String name, int version, S initial, Class<S> state) {
        return new Snapshot<>(name, version, initial, state, Function.identity(), Function.identity());
    }

    @Override
    public S read(SnapshotStore from) {
        return from.load(name).map(this::read).orElse(initial);
    }

    @Override
    public Map<String, byte[]> differences(S before, S after) {
        return after.equals(before) ? Map.of() : Map.of(name, write(after));
    }

    /** The state as it is stored. */
    public byte[] write(S state) {
        try {
            return JSON.writeValueAsBytes(new Versioned(version, store.apply(state)));
        } catch (JsonProcessingException bug) {
            throw new IllegalStateException("the " + name + " cannot be written", bug);
        }
    }

    /** Reads what was stored. */
    public S read(byte[] written) {
        try {
            JsonNode tree = JSON.readTree(written);
            if (!tree.path("version").isInt() || tree.path("version").intValue() != version) {
                throw new IllegalStateException("the " + name + " in ZooKeeper has version " + tree.path("version")
                        + "; this coordinator reads version " + version);
            }
            if (!tree.hasNonNull("state")) {
                throw new IllegalStateException("it has no state");
            }
            return load.apply(JSON.treeToValue(tree.path("state"), stored));
        } catch (IOException | RuntimeException broken) {
            throw new IllegalStateException(
                    "the " + name + " in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }
}
