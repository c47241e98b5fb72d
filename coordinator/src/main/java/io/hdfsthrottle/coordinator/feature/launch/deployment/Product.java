package io.hdfsthrottle.coordinator.feature.launch.deployment;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.Optional;

/**
 * A product that can be launched as a deployment. Immutable.
 *
 * @param name part of paths
 * @param title what it is, for display
 * @param kind how it runs
 * @param role of those who may launch it
 * @param versions at least one; the first is the default
 * @param form the form to be filled in
 */
public record Product(String name, String title, Kind kind, Role role, List<Version> versions, Form form) {
    /** What names of products and versions look like. */
    public static final String NAME_RULE = "1 to 64 of a-z 0-9 . _ -, beginning with a letter or digit";

    private static final String NAME = "[a-z0-9][a-z0-9._-]{0,63}";

    /** How it runs. */
    public enum Kind {
        /** One Spark application, which ends by itself. */
        @JsonProperty("application")
        APPLICATION,
        /** A master and its workers, which wait for applications until they are destroyed. */
        @JsonProperty("standalone")
        STANDALONE
    }

    /** Who may launch it. */
    public enum Role {
        /** Whoever registers applications. */
        @JsonProperty("register")
        REGISTER,
        /** Only administrators: it runs any program that it is given. */
        @JsonProperty("admin")
        ADMIN
    }

    /**
     * One version of it. An argument in braces stands for what was given: {@code {input}} for one word, {@code
     * {words*}} for as many as there are between blanks.
     *
     * @param name part of paths
     * @param jar where its classes are: a file below the Spark home, of whose name one {@code *} may stand for a part,
     *     or an argument
     * @param mainClass or an argument
     * @param arguments what its main method is given
     */
    public record Version(
            @JsonProperty("version") String name,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String jar,

            @JsonProperty("class") @JsonSetter(nulls = Nulls.AS_EMPTY)
            String mainClass,

            @JsonSetter(nulls = Nulls.AS_EMPTY) List<String> arguments) {
        /** Copies what it is given. */
        public Version {
            requireName("version", name);
            arguments = List.copyOf(arguments);
        }
    }

    /** @throws IllegalArgumentException if a name is invalid, or there is no version */
    public Product {
        requireName("product", name);
        versions = List.copyOf(versions);
        if (versions.isEmpty()) {
            throw new IllegalArgumentException("the product " + name + " has no version");
        }
    }

    /** Whether only administrators may launch it. */
    public boolean trusted() {
        return role == Role.ADMIN;
    }

    private static void requireName(String what, String name) {
        if (!name.matches(NAME)) {
            throw new IllegalArgumentException("the name of a " + what + " is " + NAME_RULE + ", not " + name);
        }
    }

    /** The version of that name. */
    public Optional<Version> version(String wanted) {
        return versions.stream().filter(each -> each.name().equals(wanted)).findFirst();
    }
}
