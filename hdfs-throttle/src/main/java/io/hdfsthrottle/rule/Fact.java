package io.hdfsthrottle.rule;

import io.hdfsthrottle.identity.Caller;
import io.hdfsthrottle.identity.OperationKind;
import java.util.Arrays;
import java.util.Optional;

/** A fact about a caller that rules may match. The order is the one in which patterns are displayed. */
public enum Fact {
    USER("user"),
    /** Any of the user's groups. */
    GROUP("group"),
    APPLICATION("application"),
    /** The application's display name. */
    APPLICATION_NAME("applicationName"),
    /** The tenant that the application requests. */
    CLAIMS("claims"),
    /** The numeric address that a client comes from. */
    ADDRESS("address"),
    /** Whether it reads or writes. */
    OPERATION("operation"),
    /** The name of an HDFS client. */
    CLIENT_NAME("clientName"),
    /** The pool that an application claims to work for. */
    POOL("pool");

    private final String member;

    Fact(String member) {
        this.member = member;
    }

    /** Its name in JSON. */
    public String member() {
        return member;
    }

    /** The fact of that name in JSON, if there is one. */
    public static Optional<Fact> named(String member) {
        return Arrays.stream(values())
                .filter(fact -> fact.member.equals(member))
                .findFirst();
    }

    /** The facts' names in JSON, for messages that say what is permitted. */
    public static String[] members() {
        return Arrays.stream(values()).map(Fact::member).toArray(String[]::new);
    }

    /**
     * Reads a pattern for it.
     *
     * @throws IllegalArgumentException if it is none; the message shows a good one
     */
    Pattern parse(String written) {
        switch (this) {
            case ADDRESS:
                return Network.parse(written);
            case OPERATION:
                if (Arrays.stream(OperationKind.values())
                        .noneMatch(kind -> kind.label().equals(written))) {
                    throw new IllegalArgumentException("an operation is read or write");
                }
                return Glob.parse(member, written);
            default:
                return Glob.parse(member, written);
        }
    }

    /** Whether the pattern matches this fact of the caller; false if the fact is unknown. */
    boolean isMet(Pattern pattern, Caller caller) {
        switch (this) {
            case USER:
                return isMet(pattern, caller.user());
            case GROUP:
                return caller.groups().stream().anyMatch(pattern::matches);
            case APPLICATION:
                return isMet(pattern, caller.application());
            case APPLICATION_NAME:
                return isMet(pattern, caller.applicationName());
            case CLAIMS:
                return isMet(pattern, caller.claims());
            case ADDRESS:
                return isMet(pattern, caller.address());
            case OPERATION:
                return isMet(pattern, caller.operation().map(OperationKind::label));
            case CLIENT_NAME:
                return isMet(pattern, caller.clientName());
            case POOL:
                return isMet(pattern, caller.pool());
        }
        throw new IllegalStateException("there is no way to look at " + this);
    }

    private static boolean isMet(Pattern pattern, Optional<String> fact) {
        return fact.isPresent() && pattern.matches(fact.get());
    }
}
