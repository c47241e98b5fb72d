package io.hdfsthrottle.coordinator.kerberos;

import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Settings of Kerberos authentication: how tickets are accepted, and how long tokens last.
 *
 * @param keytab the keys of the coordinator's own principal; without it no tickets are accepted
 * @param principal the coordinator's own, {@code HTTP/<host>@<REALM>}; {@code _HOST} stands for the host by which it is
 *     reached; empty without a keytab
 * @param realms the trusted realms of users; never empty where tickets are accepted
 * @param tokenLifetime how long a token is valid without being renewed
 * @param tokenLongest how long a token is valid however often it is renewed
 */
public record KerberosSettings(
        Optional<Path> keytab, String principal, Set<String> realms, Duration tokenLifetime, Duration tokenLongest) {

    /** How a principal is written. */
    public static final Pattern PRINCIPAL = Pattern.compile("HTTP/([A-Za-z0-9._-]{1,255})@([A-Za-z0-9._-]{1,255})");

    /**
     * Plain names alone: a principal with an instance, of a service or an administrator, is not the user of its first
     * part.
     */
    private static final Pattern USER = Pattern.compile("([A-Za-z0-9_][A-Za-z0-9._-]{0,127})@([A-Za-z0-9._-]{1,255})");

    private static final Pattern REALMS = Pattern.compile("[A-Za-z0-9._-]{1,255}(,[A-Za-z0-9._-]{1,255})*");

    private static final String HOST = "_HOST";

    /** No tickets; the lifetimes of tokens have no effect. */
    public static final KerberosSettings OFF =
            new KerberosSettings(Optional.empty(), "", Set.of(), Duration.ofDays(1), Duration.ofDays(7));

    /** The realm of a principal as it is written in the setting. */
    public static String realmOf(String principal) {
        return principal.substring(principal.indexOf('@') + 1);
    }

    /** The coordinator's principal, reached by that host. */
    String principalAt(String host) {
        return principal.replace(HOST, host);
    }

    /** The user of a principal of a trusted realm; empty for any other. */
    public Optional<String> userOf(String somebody) {
        Matcher matcher = USER.matcher(somebody);
        return matcher.matches() && realms.contains(matcher.group(2))
                ? Optional.of(matcher.group(1))
                : Optional.empty();
    }

    /** Reads them; a refusal names the key. */
    public static KerberosSettings of(SettingsReader reader) {
        Optional<Path> keytab = reader.path("kerberos.keytab");
        String principal = reader.text("kerberos.principal");
        boolean wellFormed = PRINCIPAL.matcher(principal).matches();
        if (keytab.isPresent() ? !wellFormed : !principal.isEmpty()) {
            throw reader.refused("kerberos.principal", "HTTP/_HOST@EXAMPLE.COM, and kerberos.keytab goes with it");
        }
        String realms = reader.text("kerberos.realms").isEmpty()
                ? realmOf(principal)
                : reader.matching("kerberos.realms", REALMS, "EXAMPLE.COM,OTHER.EXAMPLE.COM");
        Duration lifetime =
                reader.duration("kerberos.token.lifetime", Duration.ofSeconds(1), Duration.ofDays(7), "24h");
        return new KerberosSettings(
                keytab,
                principal,
                keytab.isPresent() ? Set.of(realms.split(",", -1)) : Set.of(),
                lifetime,
                reader.duration("kerberos.token.longest", lifetime, Duration.ofDays(90), "168h"));
    }
}
