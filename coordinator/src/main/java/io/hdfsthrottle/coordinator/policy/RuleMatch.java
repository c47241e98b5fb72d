package io.hdfsthrottle.coordinator.policy;

import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.rule.TenantRule;

/**
 * The patterns of a rule as people write them; null for "does not matter".
 *
 * @param user pattern for the user, for example {@code etl-*}
 * @param application pattern for the application's id
 * @param address one address or a network, for example {@code 10.1.0.0/16}
 * @param claims pattern for the tenant that the caller asks to be
 */
public record RuleMatch(String user, String application, String address, String claims) {
    private static final int LONGEST_PATTERN = 128;

    /** @throws InvalidInput naming a pattern that is none */
    public RuleMatch {
        check("user", user);
        check("application", application);
        check("address", address);
        check("claims", claims);
    }

    /** The patterns of an existing rule. */
    public static RuleMatch of(TenantRule rule) {
        return new RuleMatch(
                rule.user().orElse(null),
                rule.application().orElse(null),
                rule.address().orElse(null),
                rule.claims().orElse(null));
    }

    private static void check(String pattern, String written) {
        if (written == null) {
            return;
        }
        if (written.isEmpty() || written.length() > LONGEST_PATTERN || !PlainText.is(written)) {
            throw refused(pattern, written, "1 to " + LONGEST_PATTERN + " printable characters");
        }
        try {
            TenantRule unused = TenantRule.of(
                    "probe",
                    pattern.equals("user") ? written : null,
                    pattern.equals("application") ? written : null,
                    pattern.equals("address") ? written : null,
                    pattern.equals("claims") ? written : null,
                    Tenant.DEFAULT);
        } catch (IllegalArgumentException malformed) {
            throw refused(pattern, written, malformed.getMessage());
        }
    }

    private static InvalidInput refused(String pattern, String written, String permitted) {
        return new InvalidInput("match." + pattern, written, permitted);
    }

    /** The rule that sends these callers to that tenant. */
    public TenantRule to(String name, Tenant tenant) {
        return TenantRule.of(name, user, application, address, claims, tenant);
    }
}
