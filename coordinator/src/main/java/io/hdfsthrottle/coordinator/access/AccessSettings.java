package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.coordinator.kerberos.KerberosSettings;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Settings of access control: the credential files, and the roles of callers without a credential.
 *
 * @param adminTokenFile the file with the token of administrators, if any
 * @param registerTokenFile the file with the token that registers applications, if any
 * @param accessFile the file with further credentials, if any
 * @param anonymous the roles of a caller without a credential, if set
 * @param kerberos how Kerberos tickets are accepted
 */
public record AccessSettings(
        Optional<Path> adminTokenFile,
        Optional<Path> registerTokenFile,
        Optional<Path> accessFile,
        Optional<Set<Role>> anonymous,
        KerberosSettings kerberos) {

    /** Whether there is any credential besides the nodes'. */
    public boolean isClosed() {
        return adminTokenFile.isPresent()
                || registerTokenFile.isPresent()
                || accessFile.isPresent()
                || kerberos.keytab().isPresent();
    }

    /**
     * The roles of callers without a credential: as set; by default all if there are no credentials at all, else none.
     */
    public Set<Role> everybody() {
        return anonymous.orElseGet(() -> isClosed() ? EnumSet.noneOf(Role.class) : EnumSet.allOf(Role.class));
    }

    /** Reads them; a refusal names the key. */
    public static AccessSettings of(SettingsReader reader) {
        return new AccessSettings(
                reader.path("admin.token.file"),
                reader.path("register.token.file"),
                reader.path("access.file"),
                roles(reader),
                KerberosSettings.of(reader));
    }

    /** Roles separated by commas, or {@code none}. */
    private static Optional<Set<Role>> roles(SettingsReader reader) {
        String key = "access.anonymous";
        String written = reader.text(key);
        if (written.isEmpty()) {
            return Optional.empty();
        }
        Set<Role> roles = EnumSet.noneOf(Role.class);
        if (!written.equals("none")) {
            for (String each : written.split(",", -1)) {
                roles.add(Role.named(each.strip())
                        .orElseThrow(() ->
                                reader.refused(key, "none, or view,register: any of view, register, node and admin")));
            }
        }
        return Optional.of(roles);
    }
}
