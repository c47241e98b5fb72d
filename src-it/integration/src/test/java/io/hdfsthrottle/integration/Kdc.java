package io.hdfsthrottle.integration;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.kerby.kerberos.kerb.client.KrbClient;

/** A real KDC of the realm EXAMPLE.COM in this process, for processes of a rig. */
final class Kdc implements AutoCloseable {

    private final MiniKdc kdc;
    private final Path folder;

    private Kdc(MiniKdc kdc, Path folder) {
        this.kdc = kdc;
        this.folder = folder;
    }

    static Kdc start(Path folder) throws Exception {
        MiniKdc kdc = new MiniKdc(MiniKdc.createConf(), folder.toFile());
        kdc.start();
        return new Kdc(kdc, folder);
    }

    /** What a JVM needs to know of it. */
    List<String> flags() {
        return List.of("-Djava.security.krb5.conf=" + kdc.getKrb5conf());
    }

    String realm() {
        return kdc.getRealm();
    }

    /** Makes a principal and a keytab with its keys, mode 0600. */
    Path keytab(String principal) throws Exception {
        File keytab = folder.resolve(principal.replace('/', '_') + ".keytab").toFile();
        kdc.createPrincipal(keytab, principal);
        return Files.setPosixFilePermissions(keytab.toPath(), PosixFilePermissions.fromString("rw-------"));
    }

    /** The ticket cache that kinit would leave for that principal. */
    Path ticketCache(String principal, Path keytab) throws Exception {
        File cache = folder.resolve(principal + ".ccache").toFile();
        KrbClient client = new KrbClient(kdc.getKrb5conf().getParentFile());
        client.init();
        client.storeTicket(client.requestTgt(principal + "@" + realm(), keytab.toFile()), cache);
        return cache.toPath();
    }

    @Override
    public void close() {
        kdc.stop();
    }
}
