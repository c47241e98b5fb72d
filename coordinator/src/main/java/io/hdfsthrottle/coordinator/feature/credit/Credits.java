package io.hdfsthrottle.coordinator.feature.credit;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.util.regex.Pattern;

/**
 * An amount of credits, exact.
 *
 * @param thousandths of a credit, 0 or more
 */
public record Credits(@JsonValue long thousandths) implements Comparable<Credits> {
    public static final Credits NONE = new Credits(0);

    static final Pattern WRITTEN = Pattern.compile("[0-9]{1,10}(\\.[0-9]{1,6})?");

    private static final int DIGITS = 3;

    /** @throws IllegalArgumentException if it is negative: no tenant owes credits */
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Credits {
        if (thousandths < 0) {
            throw new IllegalArgumentException("credits are never below 0, as " + thousandths + " thousandths are");
        }
    }

    public static Credits of(long whole) {
        return new Credits(Math.multiplyExact(whole, 1_000L));
    }

    /** Reads an amount, whole in thousandths, such as {@code 0.1}. */
    public static Credits parse(String written) {
        try {
            return new Credits(new BigDecimal(written).movePointRight(DIGITS).longValueExact());
        } catch (ArithmeticException inexact) {
            throw new IllegalArgumentException("credits have at most three digits behind the point", inexact);
        }
    }

    public Credits plus(Credits other) {
        return new Credits(Math.addExact(thousandths, other.thousandths));
    }

    public Credits minus(Credits other) {
        return new Credits(thousandths - other.thousandths);
    }

    public Credits times(long count) {
        return new Credits(Math.multiplyExact(thousandths, count));
    }

    public Credits atMost(Credits other) {
        return compareTo(other) <= 0 ? this : other;
    }

    @Override
    public int compareTo(Credits other) {
        return Long.compare(thousandths, other.thousandths);
    }

    /** For display: {@code 4.1}. */
    @Override
    public String toString() {
        BigDecimal plain = BigDecimal.valueOf(thousandths, DIGITS).stripTrailingZeros();
        return plain.signum() == 0 ? "0" : plain.toPlainString();
    }
}
