package io.hdfsthrottle.testkit.siege;

import io.hdfsthrottle.identity.NodeSignature;
import io.hdfsthrottle.identity.SigningKeys;
import java.time.Instant;
import java.util.Arrays;
import java.util.stream.Collectors;

/** The credential of a request to the attacked coordinator; the attacked application is the owner's. */
enum Credential {
    NONE(""),
    WRONG(""),
    VIEW("view"),
    ANOTHER_APPLICATIONS("register tenant=stranger"),
    OWNER("register tenant=gold"),
    ADMINISTRATOR("admin"),
    /** Root of the DataNode dn9, with that node's key. */
    HOSTILE_NODE(""),
    /** The same, under the name of another node. */
    POSING_NODE(""),
    HONEST_NODE("");

    static final String HOSTILE = "dn9";
    static final String HONEST = "dn1";

    private final String roles;

    Credential(String roles) {
        this.roles = roles;
    }

    private String token() {
        return name() + "-0123456789abcdef";
    }

    /** The authorization header's value; empty if there is none. */
    String authorization(SigningKeys keys, String method, String target, byte[] body) {
        return switch (this) {
            case NONE -> "";
            case HOSTILE_NODE -> signature(keys, HOSTILE, method, target, body);
            case POSING_NODE ->
                signature(keys, HOSTILE, method, target, body).replace(" " + HOSTILE + ",", " " + HONEST + ",");
            case HONEST_NODE -> signature(keys, HONEST, method, target, body);
            default -> "Bearer " + token();
        };
    }

    private static String signature(SigningKeys keys, String host, String method, String target, byte[] body) {
        long now = Instant.now().getEpochSecond();
        return NodeSignature.of(keys.nodeKey("default", host, 1), "default", method, target, body, now)
                .toString();
    }

    static String accessFile() {
        return Arrays.stream(values())
                .filter(each -> !each.roles.isEmpty())
                .map(each -> each.name() + " " + each.roles + " token=" + each.token())
                .collect(Collectors.joining("\n"));
    }
}
