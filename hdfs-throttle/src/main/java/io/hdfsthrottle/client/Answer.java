package io.hdfsthrottle.client;

import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** What a coordinator answered: a value, a refusal, or nothing; each of them a value. Immutable. */
public final class Answer<T> {

    /** The kinds of answers. */
    public enum Kind {
        /** There is a value. */
        GIVEN,
        /** A coordinator has refused, and would refuse again: by its settings, or by the state of the application. */
        REFUSED,
        /** No coordinator answered, or it does not know the application: a later call may succeed. */
        ABSENT
    }

    private final Kind kind;
    private final T value;
    private final String reason;

    private Answer(Kind kind, T value, String reason) {
        this.kind = kind;
        this.value = value;
        this.reason = reason;
    }

    /** That value. */
    public static <T> Answer<T> given(T value) {
        return new Answer<>(Kind.GIVEN, Objects.requireNonNull(value, "value"), "");
    }

    /** A refusal for that reason. */
    public static <T> Answer<T> refused(String reason) {
        return new Answer<>(Kind.REFUSED, null, reason);
    }

    /** No answer for that reason. */
    public static <T> Answer<T> absent(String reason) {
        return new Answer<>(Kind.ABSENT, null, reason);
    }

    /** Which of them it is. */
    public Kind kind() {
        return kind;
    }

    /** The value; empty unless it was {@link Kind#GIVEN}. */
    public Optional<T> value() {
        return Optional.ofNullable(value);
    }

    /** Why there is no value, for users; empty if there is one. Holds no secret. */
    public String reason() {
        return reason;
    }

    <U> Answer<U> map(Function<T, U> change) {
        return value == null ? new Answer<>(kind, null, reason) : given(change.apply(value));
    }

    @Override
    public String toString() {
        return value == null ? kind + ": " + reason : value.toString();
    }
}
