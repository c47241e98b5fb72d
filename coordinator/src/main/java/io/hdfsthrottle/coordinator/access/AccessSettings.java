package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.coordinator.kerberos.KerberosSettings;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * Where credentials are, and what those without one may.
 *
 * @param adminTokenFile the file with the token of administrators, if any
 * @param registerTokenFile the file with the token that registers applications, if any
 * @param accessFile the file with further credentials, if any
 * @param anonymous what somebody without a credential may, if it was said
 * @param kerberos how tickets are taken
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

    /** What somebody without a credential may: all where there are no credentials at all, else nothing that was not said. */
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
     * Reads roles as they are written in a setting: separated by commas, nothing for none.
     *
     * @throws IllegalArgumentException if one is none
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
