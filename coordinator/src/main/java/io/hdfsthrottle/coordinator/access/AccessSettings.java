package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.coordinator.kerberos.KerberosSettings;
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

    /** The same settings, relative paths resolved against this folder. */
    public AccessSettings relativeTo(Path folder) {
        return new AccessSettings(
                adminTokenFile.map(folder::resolve),
                registerTokenFile.map(folder::resolve),
                accessFile.map(folder::resolve),
                anonymous,
                kerberos.relativeTo(folder));
    }

    /**
     * Reads roles as they are written in a setting: separated by commas, or {@code none}.
     *
     * @throws IllegalArgumentException if one is no role
     */
    public static Set<Role> roles(String written) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        if (written.equals("none")) {
            return roles;
        }
        for (String each : written.split(",", -1)) {
            roles.add(Role.named(each.strip()).orElseThrow(() -> new IllegalArgumentException("no role")));
        }
        return roles;
    }
}
