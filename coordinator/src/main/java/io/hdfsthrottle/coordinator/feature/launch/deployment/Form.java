package io.hdfsthrottle.coordinator.feature.launch.deployment;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import com.fasterxml.jackson.databind.util.StdConverter;
import io.hdfsthrottle.coordinator.feature.DiskLessor;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.unit.Sizes;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.regex.Pattern;

/**
 * The form that a user fills in to launch a product. Immutable.
 *
 * @param disks of each node
 * @param nodes how many
 * @param cores of each node
 * @param memory of each node, MiB
 * @param arguments further arguments
 */
public record Form(
        Bounds disks,
        Bounds nodes,
        Bounds cores,
        @JsonDeserialize(converter = InMebibytes.class) Bounds memory,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<Argument> arguments) {
    /** The longest value of an argument. */
    public static final int LONGEST_VALUE = 1_024;

    private static final long MEBIBYTE = 1 << 20;
    private static final int MEBIBYTES_PER_GIBIBYTE = 1_024;

    /** Copies what it is given. */
    public Form {
        arguments = List.copyOf(arguments);
    }

    /** The bounds of a number, and the default. */
    public record Bounds(
            int least, int most, @JsonProperty("default") int otherwise) {
        /** @throws IllegalArgumentException if no number is within them */
        public Bounds {
            if (least < 1 || most < least || otherwise < least || otherwise > most) {
                throw new IllegalArgumentException("from " + least + " to " + most + ", " + otherwise
                        + " by default: it is at least 1, and the default within the bounds");
            }
        }

        int of(String field, OptionalInt given, IntFunction<String> written) {
            int value = given.orElse(otherwise);
            if (value < least || value > most) {
                throw new InvalidInput(
                        field,
                        written.apply(value),
                        "from " + written.apply(least) + " to " + written.apply(most) + ", for example "
                                + written.apply(otherwise));
            }
            return value;
        }
    }

    /** Bounds of memory as a catalogue has them, such as {@code 2g}. */
    record Written(
            String least,
            String most,
            @JsonProperty("default") String otherwise) {}

    /** Reads these. */
    static final class InMebibytes extends StdConverter<Written, Bounds> {
        @Override
        public Bounds convert(Written bounds) {
            return new Bounds(mebibytes(bounds.least()), mebibytes(bounds.most()), mebibytes(bounds.otherwise()));
        }
    }

    /**
     * One argument.
     *
     * @param pattern the pattern that a value has to match
     * @param otherwise the default; empty if the user has to give a value
     * @param example a good value
     */
    public record Argument(
            String name,
            String title,
            Pattern pattern,
            @JsonProperty("default") Optional<String> otherwise,
            String example) {
        /** @throws IllegalArgumentException if its own values do not match */
        public Argument {
            if (!pattern.matcher(example).matches()
                    || otherwise
                            .filter(value -> !pattern.matcher(value).matches())
                            .isPresent()) {
                throw new IllegalArgumentException(
                        "the example and the default of " + name + " have to match its pattern " + pattern.pattern());
            }
        }

        String of(String given) {
            String value = given == null ? otherwise.orElse(null) : given;
            if (value == null
                    || value.length() > LONGEST_VALUE
                    || !PlainText.is(value)
                    || !pattern.matcher(value).matches()) {
                throw new InvalidInput("arguments." + name, value, title + ", for example " + example);
            }
            return value;
        }
    }

    /**
     * A form that was filled in with valid values.
     *
     * @param disks of each node
     * @param cores of each node
     * @param memory of each node, MiB
     * @param arguments by their names
     */
    public record Filled(int disks, int nodes, int cores, int memory, Map<String, String> arguments)
            implements Serializable {
        /** Copies what it is given. */
        public Filled {
            arguments = Map.copyOf(arguments);
        }
    }

    /**
     * Fills the form in.
     *
     * @param memory such as {@code 2g}
     * @param given arguments by their names
     * @throws InvalidInput naming the invalid value
     */
    public Filled filled(
            OptionalInt disks,
            OptionalInt nodes,
            OptionalInt cores,
            Optional<String> memory,
            Map<String, String> given) {
        List<String> known = arguments.stream().map(Argument::name).toList();
        given.keySet().stream()
                .filter(name -> !known.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new InvalidInput(
                            "arguments", name, known.isEmpty() ? "none" : "any of " + String.join(", ", known));
                });
        Map<String, String> values = new TreeMap<>();
        arguments.forEach(each -> values.put(each.name(), each.of(given.get(each.name()))));
        OptionalInt mebibytes = memory.isEmpty() ? OptionalInt.empty() : OptionalInt.of(mebibytes(memory.get()));
        Filled filled = new Filled(
                this.disks.of("disks", disks, String::valueOf),
                this.nodes.of("nodes", nodes, String::valueOf),
                this.cores.of("cores", cores, String::valueOf),
                this.memory.of("memory", mebibytes, Form::written),
                values);
        if (filled.disks() > DiskLessor.MOST_DISKS / filled.nodes()) {
            throw new InvalidInput("nodes", filled.nodes(), "at most " + DiskLessor.MOST_DISKS + " disks in all");
        }
        return filled;
    }

    /** Reads an amount of memory: MiB. */
    public static int mebibytes(String written) {
        try {
            long bytes = Sizes.parse(written);
            if (bytes > 0 && bytes % MEBIBYTE == 0) {
                return Math.toIntExact(bytes / MEBIBYTE);
            }
        } catch (IllegalArgumentException malformed) {
            // refused below, like a part of a mebibyte
        }
        throw new InvalidInput("memory", written, "a number with m or g that is whole mebibytes, for example 2g");
    }

    /** An amount of memory for display. */
    public static String written(int mebibytes) {
        return mebibytes % MEBIBYTES_PER_GIBIBYTE == 0 ? mebibytes / MEBIBYTES_PER_GIBIBYTE + "g" : mebibytes + "m";
    }
}
