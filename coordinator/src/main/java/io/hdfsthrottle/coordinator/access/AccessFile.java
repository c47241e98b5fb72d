package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.secret.SecretFile;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The file that names credentials, one a line: {@code NAME ROLE[,ROLE] [tenant=TENANT] [user=USER] token=TOKEN}, or
 * {@code certificate=COMMON_NAME} or {@code kerberos=PRINCIPAL} at its end. Empty lines and lines that begin with # are
 * ignored. Several tokens may be valid at once, so that they can be replaced one after the other.
 */
final class AccessFile {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@/-]{0,63}");
    private static final int MOST = 1_000;
    private static final Pattern PRINCIPAL = Pattern.compile("[A-Za-z0-9_.$/-]{1,255}@[A-Za-z0-9._-]{1,255}");
    private static final String FORM = "NAME ROLE[,ROLE] [tenant=TENANT] [user=USER] token=TOKEN, or"
            + " certificate=COMMON_NAME or kerberos=PRINCIPAL instead of the token, where a role is view, register, node"
            + " or admin";

    private AccessFile() {}

    /** @throws IllegalArgumentException naming the first line that is malformed; shows no token */
    static List<Credential> parse(List<String> lines) {
        List<Credential> credentials = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (!line.isEmpty() && !line.startsWith("#")) {
                Credential credential = credential(line, i + 1);
                if (!names.add(credential.authority().name())) {
                    throw refused(i + 1, "has the name of a line before it");
                }
                credentials.add(credential);
            }
        }
        if (credentials.size() > MOST) {
            throw new IllegalArgumentException(
                    "at most " + MOST + " credentials can be alive, not " + credentials.size());
        }
        return List.copyOf(credentials);
    }

    private static Credential credential(String line, int number) {
        String[] words = line.split("\\s+", -1);
        if (words.length < 3 || !NAME.matcher(words[0]).matches()) {
            throw refused(number, "is not " + FORM);
        }
        if (words[0].equals(Authority.ANONYMOUS)) {
            throw refused(number, "has the name of callers without a credential; give it another name");
        }
        Optional<Tenant> tenant = Optional.empty();
        Optional<String> user = Optional.empty();
        Optional<String> hash = Optional.empty();
        Optional<String> certificate = Optional.empty();
        Optional<String> principal = Optional.empty();
        for (int i = 2; i < words.length; i++) {
            int end = words[i].indexOf('=');
            String key = end < 0 ? "" : words[i].substring(0, end);
            String value = words[i].substring(end + 1);
            switch (key) {
                case "tenant" ->
                    tenant = Optional.of(Tenant.parse(value)
                            .orElseThrow(
                                    () -> refused(number, "names no tenant; a tenant is " + Tenant.ruleFor(value))));
                case "user" -> {
                    if (value.isEmpty() || !PlainText.is(value)) {
                        throw refused(number, "names no user");
                    }
                    user = Optional.of(value);
                }
                case "token" -> {
                    if (!SecretFile.isToken(value)) {
                        throw refused(number, "has what is no token; a token is " + SecretFile.TOKEN_RULE);
                    }
                    hash = Optional.of(Credential.hash(value));
                }
                case "certificate" -> {
                    if (value.isEmpty() || !PlainText.is(value)) {
                        throw refused(number, "names no certificate");
                    }
                    certificate = Optional.of(value);
                }
                case "kerberos" -> {
                    if (!PRINCIPAL.matcher(value).matches()) {
                        throw refused(number, "names no principal; one is alice@EXAMPLE.COM");
                    }
                    principal = Optional.of(value);
                }
                default -> throw refused(number, "is not " + FORM);
            }
        }
        Authority authority = new Authority(words[0], roles(words[1], number), tenant, user, Optional.empty());
        if (Stream.of(hash, certificate, principal).filter(Optional::isPresent).count() != 1) {
            throw refused(number, "has no token, certificate or principal, or several; it is " + FORM);
        }
        return new Credential(authority, hash, certificate, principal);
    }

    /** Roles as they are written, separated by commas. */
    static Set<Role> roles(String written, int number) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (String each : written.split(",", -1)) {
            roles.add(
                    Role.named(each).orElseThrow(() -> refused(number, "has a role that there is not; it is " + FORM)));
        }
        return roles;
    }

    private static IllegalArgumentException refused(int number, String why) {
        return new IllegalArgumentException("line " + number + " " + why);
    }
}
