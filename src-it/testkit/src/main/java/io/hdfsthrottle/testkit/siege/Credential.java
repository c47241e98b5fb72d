package io.hdfsthrottle.testkit.siege;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The credential of a request to the attacked coordinator; the attacked application is the owner's. */
enum Credential {
    NONE(""),
    WRONG(""),
    VIEW("view"),
    ANOTHER_APPLICATIONS("register tenant=stranger"),
    NODE("node"),
    OWNER("register tenant=gold"),
    ADMINISTRATOR("admin"),
    HONEST_NODE("node");

    private final String roles;

    Credential(String roles) {
        this.roles = roles;
    }

    private String token() {
        return name() + "-0123456789abcdef";
    }

    /** The authorization header's value; empty if there is none. */
    String authorization() {
        return this == NONE ? "" : "Bearer " + token();
    }

    static String accessFile() {
        return Arrays.stream(values())
                .filter(each -> !each.roles.isEmpty())
                .map(each -> each.name() + " " + each.roles + " token=" + each.token())
                .collect(Collectors.joining("\n"));
    }
}
