package io.hdfsthrottle.testkit.siege;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** The credential of a request to the attacked coordinator. */
public enum Credential {
    NONE(null),
    WRONG(null),
    VIEW("view"),
    /** Registers applications of the tenant stranger: none of the attacked ones is its own. */
    ANOTHER_APPLICATIONS("register tenant=" + Credential.STRANGER),
    NODE("node"),
    /** Registers the application that is attacked. */
    OWNER("register tenant=" + Credential.TENANT),
    ADMINISTRATOR("admin"),
    HONEST_NODE("node");

    /** The tenant of the attacked application. */
    static final String TENANT = "gold";

    /** The tenant of the attacking registrant. */
    static final String STRANGER = "stranger";

    private static final String PAD = "-0123456789abcdef";

    private final String roles;

    Credential(String roles) {
        this.roles = roles;
    }

    /** The authorization header, if there is a credential. */
    Optional<String> authorization() {
        return this == NONE ? Optional.empty() : Optional.of("Bearer " + name() + PAD);
    }

    /** Writes all credentials as the coordinator's {@code access.file}. */
    static Path write(Path file) throws IOException {
        String lines = Arrays.stream(values())
                .filter(each -> each.roles != null)
                .map(each -> each.name() + " " + each.roles + " token=" + each.name() + PAD + "\n")
                .collect(Collectors.joining());
        Files.writeString(file, lines);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
}
