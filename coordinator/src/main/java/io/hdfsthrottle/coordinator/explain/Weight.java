package io.hdfsthrottle.coordinator.explain;

import io.hdfsthrottle.identity.Tenant;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a tenant weighs in the whole cluster, and what makes it.
 *
 * @param weight the priority times all factors
 * @param factors of the features that are on; none where the priority is all
 */
public record Weight(double weight, int priority, List<Factor> factors) {
    /**
     * One factor.
     *
     * @param name the word for it; empty for a bound on the others
     * @param why for users
     */
    public record Factor(String name, double factor, String why) {
        private String words() {
            return " x " + (name.isEmpty() ? "" : name + " ") + digits(factor) + " (" + why + ")";
        }
    }

    /** Copies what it is given. */
    public Weight {
        factors = List.copyOf(factors);
    }

    /** A weight that is the priority alone. */
    public static Weight of(int priority) {
        return new Weight(priority, priority, List.of());
    }

    /** All of it in one line for users; empty where it is the priority alone. */
    public Optional<String> line(Tenant tenant) {
        return factors.isEmpty() ? Optional.empty() : Optional.of("weight of " + tenant + ": " + words());
    }

    String words() {
        return factors.isEmpty()
                ? digits(weight)
                : digits(weight) + " = base " + priority
                        + factors.stream().map(Factor::words).collect(Collectors.joining());
    }

    /** A number for an explanation: three digits. */
    public static String digits(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).round(new MathContext(3)).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
