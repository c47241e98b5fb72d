package io.hdfsthrottle.identity;

import java.util.Objects;
import java.util.Optional;

/**
 * The user that HDFS proved for an operation: that of the block token that it showed, if HDFS issues such tokens.
 * Immutable.
 */
public final class TokenUser {

    /** HDFS issues no block tokens here: users are what they claim to be. */
    public static final TokenUser NOT_ISSUED = new TokenUser(null);

    /** HDFS issues block tokens, and which one was shown was not seen: nothing is proved. */
    public static final TokenUser UNKNOWN = new TokenUser(null);

    private final String name;

    private TokenUser(String name) {
        this.name = name;
    }

    /** The user of a token that was checked; {@link #UNKNOWN} if the token names none. */
    public static TokenUser of(String name) {
        return name == null || name.isEmpty() ? UNKNOWN : new TokenUser(name);
    }

    /** Whether what belongs to that user may be used: always where no tokens are issued, never by an unknown user. */
    @SuppressWarnings("ReferenceEquality") // there is one of each
    public boolean mayUseWhatIsOf(String user) {
        return this == NOT_ISSUED || user.equals(name);
    }

    /** The user's short name as the NameNode has it, if it is proved. */
    public Optional<String> name() {
        return Optional.ofNullable(name);
    }

    /** Whether HDFS issues tokens here, so that users can be distinguished. */
    @SuppressWarnings("ReferenceEquality") // there is one of each
    public boolean isAsked() {
        return this != NOT_ISSUED;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (name != null && other instanceof TokenUser && name.equals(((TokenUser) other).name));
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(name);
    }

    @Override
    public String toString() {
        return name != null ? name : isAsked() ? "unknown" : "no tokens";
    }
}
