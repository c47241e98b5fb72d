package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.link.Negotiation;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import javax.security.auth.Subject;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.AppConfigurationEntry.LoginModuleControlFlag;
import javax.security.auth.login.Configuration;
import javax.security.auth.login.LoginContext;
import javax.security.auth.login.LoginException;
import org.apache.hadoop.minikdc.MiniKdc;

/** A real KDC in this process, and people with tickets of it. */
public final class Realm implements AutoCloseable {
    private final MiniKdc kdc;
    private final Path folder;

    /** The realm EXAMPLE.COM, its files below that folder. */
    public Realm(Path folder) {
        this.folder = folder;
        Properties settings = MiniKdc.createConf();
        try {
            kdc = new MiniKdc(
                    settings, Files.createDirectories(folder.resolve("kdc")).toFile());
            kdc.start();
        } catch (Exception unable) {
            throw new IllegalStateException("no KDC", unable);
        }
    }

    /** Makes principals and a keytab with their keys, mode 0600. */
    public Path keytab(String... principals) throws Exception {
        File keytab =
                folder.resolve(principals[0].replace('/', '_') + ".keytab").toFile();
        kdc.createPrincipal(keytab, principals);
        return Files.setPosixFilePermissions(keytab.toPath(), PosixFilePermissions.fromString("rw-------"));
    }

    /** The realm's name. */
    public String name() {
        return kdc.getRealm();
    }

    /** Creates that principal; returns a client that authenticates with its ticket. */
    public Negotiation person(String principal) throws Exception {
        Path keytab = keytab(principal);
        Subject subject = new Subject();
        login(subject, principal, keytab);
        return Negotiation.ofSubject(subject);
    }

    private static void login(Subject subject, String principal, Path keytab) throws LoginException {
        Map<String, String> options = Map.of(
                "useKeyTab", "true",
                "keyTab", keytab.toString(),
                "principal", principal,
                "doNotPrompt", "true",
                "refreshKrb5Config", "true");
        Configuration configuration = new Configuration() {
            @Override
            public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
                return new AppConfigurationEntry[] {
                    new AppConfigurationEntry(
                            "com.sun.security.auth.module.Krb5LoginModule", LoginModuleControlFlag.REQUIRED, options)
                };
            }
        };
        new LoginContext("test", subject, null, configuration).login();
    }

    @Override
    public void close() {
        kdc.stop();
    }
}
