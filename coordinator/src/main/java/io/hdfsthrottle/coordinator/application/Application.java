package io.hdfsthrottle.coordinator.application;

import io.hdfsthrottle.coordinator.offer.ReservationRequest;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.unit.Rate;
import java.util.Optional;

/**
 * An application as it registered. Parts that no credential verified are only claimed.
 *
 * @param id what the application is known by
 * @param name its display name
 * @param user the user it says it runs as
 * @param claims the tenant it asks to be, if it asks
 * @param notBefore when it registered first, seconds since 1970; part of what its tag signs
 * @param userVerified whether the registrant's credential said that it is this user
 * @param claimVerified whether the registrant's credential was for the tenant that it asks to be
 * @param registrant the user or credential that it is counted for; empty where that was not kept
 * @param terms on which it and its parts are served within its tenant
 * @param tells the smallest part that its clients name: no rate can be set for each of smaller ones
 * @param ask how it asks for its reservation, and what it waits for
 */
public record Application(
        String id,
        String name,
        String user,
        Optional<Tenant> claims,
        long notBefore,
        boolean userVerified,
        boolean claimVerified,
        String registrant,
        PartTerms terms,
        Level tells,
        ReservationRequest ask) {
    private static final int LONGEST_TEXT = 128;

    /** @throws InvalidInput naming the invalid value */
    public Application {
        if (!AppTag.isApplication(id)) {
            throw new InvalidInput("application", id, AppTag.APPLICATION_RULE);
        }
        if (user.isBlank()
                || user.length() > LONGEST_TEXT
                || !PlainText.is(user)
                || user.chars().anyMatch(Character::isWhitespace)) {
            throw new InvalidInput("user", user, "1 to " + LONGEST_TEXT + " printable characters without blanks");
        }
        if (terms.per() == Level.APPLICATION && ask.parts() > 1) { // it had parts before its terms were changed
            ask = new ReservationRequest(ask.mode(), ask.nodes(), 1, ask.waitsFor(), ask.since());
        }
        name = plain(name);
        registrant = plain(registrant);
        if (terms.per().compareTo(tells) > 0) {
            throw new InvalidInput(
                    "per",
                    terms.per().label(),
                    Level.unitsUpTo(tells) + ", because this application does not name its "
                            + terms.per().label()
                            + "s; one that shall is started with spark.hdfs.throttle.limit.per="
                            + terms.per().label());
        }
    }

    private static String plain(String text) {
        return PlainText.of(text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT));
    }

    /**
     * An application that registers now.
     *
     * @param name null for the id
     * @param claims the tenant it asks to be; null for none
     */
    public static Application registering(String id, String name, String user, String claims, long nowSeconds) {
        return new Application(
                id,
                name == null ? id : name,
                user,
                Optional.ofNullable(claims).map(tenant -> TenantTerms.tenantNamed("tenant", tenant)),
                nowSeconds,
                false,
                false,
                "",
                PartTerms.NONE,
                Level.APPLICATION,
                ReservationRequest.NONE);
    }

    /** The same application, registered at that time. */
    Application since(long earlier) {
        return new Application(
                id, name, user, claims, earlier, userVerified, claimVerified, registrant, terms, tells, ask);
    }

    /** The same application, asking to be that tenant. */
    Application claiming(Tenant tenant) {
        Optional<Tenant> claim = Optional.of(tenant);
        return new Application(
                id, name, user, claim, notBefore, userVerified, claimVerified, registrant, terms, tells, ask);
    }

    /** The same application, with what a credential verified of its user and claim. */
    Application verified(boolean user, boolean claim) {
        return new Application(id, name, this.user, claims, notBefore, user, claim, registrant, terms, tells, ask);
    }

    /** The same application, counted with those of that registrant. */
    Application registeredBy(String counted) {
        return new Application(
                id, name, user, claims, notBefore, userVerified, claimVerified, counted, terms, tells, ask);
    }

    /** The same application, served on these terms; it names the parts that these are for. */
    Application telling(PartTerms asked) {
        return new Application(
                id, name, user, claims, notBefore, userVerified, claimVerified, registrant, asked, asked.per(), ask);
    }

    /** The same application, served on these terms, which are for parts that it names. */
    public Application on(PartTerms newTerms) {
        return new Application(
                id, name, user, claims, notBefore, userVerified, claimVerified, registrant, newTerms, tells, ask);
    }

    /** The same application, asking for its reservation in that way. */
    Application asking(ReservationRequest how) {
        return new Application(
                id, name, user, claims, notBefore, userVerified, claimVerified, registrant, terms, tells, how);
    }

    /** The same application, asking for what it wants for each part, for so many parts. */
    Application askingFor(int parts) {
        return on(terms.reserving(ask.waitsFor().orElse(terms.reservation()))).asking(ask.of(parts));
    }

    /** Whether it has a reservation or waits for one. */
    boolean reserves() {
        return ask.waitsFor().isPresent() || !terms.reservation().equals(Rate.ZERO);
    }

    /** Whether it differs from that one only in its terms and in how they are asked for. */
    public boolean differsInTermsAlone(Application other) {
        return !equals(other) && on(other.terms).asking(other.ask).equals(other);
    }
}
