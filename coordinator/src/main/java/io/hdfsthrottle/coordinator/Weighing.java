package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.balance.Factors;
import io.hdfsthrottle.coordinator.credit.CreditBalance;
import io.hdfsthrottle.coordinator.credit.CreditBook;
import io.hdfsthrottle.coordinator.demand.ClusterDemand;
import io.hdfsthrottle.coordinator.forecast.ForecastBook;
import io.hdfsthrottle.coordinator.forecast.TenantForecast;
import io.hdfsthrottle.coordinator.history.HistoryBook;
import io.hdfsthrottle.coordinator.history.UsageHistory;
import io.hdfsthrottle.coordinator.ledger.NodeBook;
import io.hdfsthrottle.coordinator.policy.Policy;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.coordinator.slot.Load;
import io.hdfsthrottle.coordinator.slot.SlotBook;
import io.hdfsthrottle.coordinator.state.NotStored;
import io.hdfsthrottle.coordinator.state.Replicated;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Ticker;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes the weight factors of tenants besides their priorities: from past usage, credits, forecasts and
 * appointments. Thread-safe; {@link #factors} is for one thread, and so is {@link #learn}.
 */
final class Weighing {
    private static final Logger LOG = LoggerFactory.getLogger(Weighing.class);
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private final HistoryBook history;
    private final CreditBook credits;
    private final SlotBook slots;
    private final ForecastBook forecasts;
    private final Replicated<Policy> policy;
    private final NodeBook nodes;
    private final Ticker ticker;

    Weighing(
            HistoryBook history,
            CreditBook credits,
            SlotBook slots,
            ForecastBook forecasts,
            Replicated<Policy> policy,
            NodeBook nodes,
            Ticker ticker) {
        this.history = history;
        this.credits = credits;
        this.slots = slots;
        this.forecasts = forecasts;
        this.policy = policy;
        this.nodes = nodes;
        this.ticker = ticker;
    }

    /**
     * Advances the history and returns the factors of priorities.
     *
     * @param demand what nodes reported last
     * @param nanos the monotonic time in nanoseconds
     */
    Factors factors(Policy now, ClusterDemand demand, long nanos) {
        Map<Tenant, Double> credit = credits.factors();
        return product(history.next(now, demand, nanos).factors(), credit, forecasts.factors(nanos))
                .and(Factors.of(appointed(credit, slots.factors())));
    }

    /** The factors of appointments: like history, they raise no weight of a tenant that yields. */
    static Map<Tenant, Double> appointed(Map<Tenant, Double> credit, Map<Tenant, Double> slot) {
        Map<Tenant, Double> factors = new TreeMap<>(slot);
        factors.replaceAll((tenant, factor) -> appointed(credit.getOrDefault(tenant, 1.0), factor));
        return factors;
    }

    private static double appointed(double credit, double slot) {
        return credit < 1 ? Math.min(slot, 1) : slot;
    }

    /** The capacity and use of disks, now and as forecast, by the weights that tenants have without appointments. */
    Load load() {
        Policy now = policy.now();
        Map<Tenant, Double> credit = credits.factors();
        Map<Tenant, Double> forecast = forecasts.factors(ticker.nanos());
        return Load.of(
                        ClusterDemand.of(nodes.nodes(), version -> 0),
                        tenant -> now.terms(tenant).map(TenantTerms::priority).orElse(1)
                                * product(
                                        credit.getOrDefault(tenant, 1.0),
                                        history.history().past(tenant).factor() * forecast.getOrDefault(tenant, 1.0)))
                .lasting(forecasts.lasting(ticker.nanos()));
    }

    /**
     * The product of all three factors. The others raise no weight of a tenant that yields: that would undo what it is
     * paid for.
     *
     * @param past factors of past usage
     * @param credit factors of credits sold and bought
     * @param forecast factors of forecast usage
     */
    static Factors product(Map<Tenant, Double> past, Map<Tenant, Double> credit, Map<Tenant, Double> forecast) {
        Set<Tenant> tenants = new TreeSet<>(past.keySet());
        tenants.addAll(credit.keySet());
        tenants.addAll(forecast.keySet());
        Map<Tenant, Double> products = new TreeMap<>();
        for (Tenant tenant : tenants) {
            double rest = past.getOrDefault(tenant, 1.0) * forecast.getOrDefault(tenant, 1.0);
            products.put(tenant, product(credit.getOrDefault(tenant, 1.0), rest));
        }
        return Factors.of(products);
    }

    private static double product(double credit, double rest) {
        return credit * (credit < 1 ? Math.min(rest, 1) : rest);
    }

    /** Updates the forecasts; called about once a second. */
    void learn() {
        try {
            forecasts.next(policy.now(), ClusterDemand.of(nodes.nodes(), version -> 0), ticker.nanos());
        } catch (NotStored ending) {
            LOG.debug("The term ends while something is forecast: {}", ending.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("Nothing was forecast; forecasts have no influence if that goes on", bug);
        }
    }

    /** Counts what yielding tenants earn; called several times a second. */
    void count() {
        try {
            credits.count(() -> ClusterDemand.of(nodes.nodes(), version -> 0), () -> policy.now().tenants().stream()
                    .map(TenantTerms::tenant)
                    .collect(Collectors.toUnmodifiableSet()));
        } catch (NotStored ending) {
            LOG.warn("A slice earns no credits: {}", ending.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("A slice earns no credits", bug);
        }
    }

    /** Begins and ends appointments; called several times a second. */
    void goOn(Predicate<String> alive) {
        try {
            slots.go(alive);
        } catch (NotStored ending) {
            LOG.warn("Appointments go on later: {}", ending.getMessage());
        } catch (RuntimeException bug) {
            LOG.error("Appointments do not go on", bug);
        }
    }

    /**
     * Explains a tenant's weight, in one line for users; empty if it is the priority alone, or there is no such tenant.
     */
    Optional<String> line(Tenant tenant) {
        if (history.settings().isOff()
                && !credits.settings().on()
                && !slots.settings().on()
                && !forecasts.settings().on()) {
            return Optional.empty();
        }
        return policy.now().terms(tenant).map(this::line);
    }

    private String line(TenantTerms terms) {
        Tenant tenant = terms.tenant();
        UsageHistory past = history.history().past(tenant);
        double credit = credits.factors().getOrDefault(tenant, 1.0);
        double forecast = forecasts.factors(ticker.nanos()).getOrDefault(tenant, 1.0);
        double weight = product(Map.of(tenant, past.factor()), Map.of(tenant, credit), Map.of(tenant, forecast))
                .of(tenant);
        double capped = weight / credit / (past.factor() * forecast);
        double slot = appointed(credit, slots.factors().getOrDefault(tenant, 1.0));
        return "weight of " + tenant + ": " + digits(terms.priority() * weight * slot) + " = base " + terms.priority()
                + " x history " + digits(past.factor()) + " (" + why(tenant, past) + ") x credit " + digits(credit)
                + " (" + why(credits.standing(tenant)) + ") x forecast " + digits(forecast) + " ("
                + why(forecasts.forecasts().of(tenant)) + ") x slot " + digits(slot) + " (" + slots.why(tenant) + ")"
                + (capped < 0.999 ? " x " + digits(capped) + " (who yields gets no more for anything else)" : "");
    }

    private String why(Optional<TenantForecast> forecast) {
        if (!forecasts.settings().on()) {
            return "off";
        }
        return forecast.map(each -> each.ioClass() + (each.turn() ? ", its turn" : "") + "; influence "
                        + digits(each.ofStretch().influence()) + " and "
                        + digits(each.ofAhead().influence()))
                .orElse("nothing is forecast");
    }

    private String why(Tenant tenant, UsageHistory past) {
        if (!history.settings().appliesTo(tenant)) {
            return "off";
        }
        boolean known = history.history().pasts().containsKey(tenant);
        return known ? "used " + digits(past.used()) + " of its fair share" : "used nothing lately";
    }

    private String why(CreditBalance standing) {
        if (!credits.settings().on()) {
            return "off";
        }
        if (standing.boostSeconds() > 0) {
            return "high priority for " + standing.boostSeconds() + " s more";
        }
        return standing.level() == null
                ? "neither yields nor boosts"
                : "yields " + standing.level() + " for " + standing.yieldSeconds() + " s more";
    }

    private static String digits(double value) {
        BigDecimal rounded = BigDecimal.valueOf(value).round(THREE_DIGITS).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
