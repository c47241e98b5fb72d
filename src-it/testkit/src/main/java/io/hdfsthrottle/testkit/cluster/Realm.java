package io.hdfsthrottle.testkit.cluster;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.commons.io.function.Uncheck;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.kerby.kerberos.kerb.client.KrbClient;

/** A real Kerberos realm inside this JVM. While it is open, HDFS clients of this JVM use Kerberos; one at a time. */
public record Realm(MiniKdc centre, Path folder, Path keytab) implements AutoCloseable {

    private static final String NAME_NODE = "nn/localhost";
    private static final String DATA_NODE = "dn/localhost";
    private static final String WEB = "HTTP/localhost";

    /** How clients and DataNodes protect their data transfers, from least to most. */
    public enum Protection {
        AUTHENTICATION,
        INTEGRITY,
        PRIVACY
    }

    /** Opens a realm with these users, besides those of the daemons; for HDFS clients of this JVM too. */
    public static Realm open(Path folder, String... users) throws Exception {
        Realm realm = start(folder, users);
        Configuration configuration = new Configuration();
        configuration.set("hadoop.security.authentication", "kerberos");
        UserGroupInformation.setConfiguration(configuration);
        return realm;
    }

    /** Starts a realm with these users for other processes alone. */
    public static Realm start(Path folder, String... users) throws Exception {
        Files.createDirectories(folder);
        MiniKdc centre = new MiniKdc(MiniKdc.createConf(), folder.toFile());
        centre.start();
        Path keytab = folder.resolve("everybody.keytab").toAbsolutePath();
        List<String> principals = new ArrayList<>(List.of(NAME_NODE, DATA_NODE, WEB));
        principals.addAll(List.of(users));
        centre.createPrincipal(keytab.toFile(), principals.toArray(String[]::new));
        return new Realm(centre, folder, keytab);
    }

    public String name() {
        return centre.getRealm();
    }

    /** Makes a principal and a keytab with its keys, mode 0600. */
    public Path keytab(String principal) throws Exception {
        Path own = folder.resolve(principal.replace('/', '_') + ".keytab").toAbsolutePath();
        centre.createPrincipal(own.toFile(), principal);
        return Files.setPosixFilePermissions(own, PosixFilePermissions.fromString("rw-------"));
    }

    /** The ticket cache that kinit would leave for that principal. */
    public Path ticketCache(String principal, Path itsKeytab) throws Exception {
        Path cache = folder.resolve(principal + ".ccache").toAbsolutePath();
        KrbClient client = new KrbClient(centre.getKrb5conf().getParentFile());
        client.init();
        client.storeTicket(client.requestTgt(in(principal), itsKeytab.toFile()), cache.toFile());
        return cache;
    }

    public List<String> flags() {
        return List.of("-Djava.security.krb5.conf=" + centre.getKrb5conf().getAbsolutePath());
    }

    public Map<String, String> settings(Protection protection) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("hadoop.security.authentication", "kerberos");
        settings.put("dfs.namenode.kerberos.principal", in(NAME_NODE));
        settings.put("dfs.namenode.keytab.file", keytab.toString());
        settings.put("dfs.datanode.kerberos.principal", in(DATA_NODE));
        settings.put("dfs.datanode.keytab.file", keytab.toString());
        settings.put("dfs.web.authentication.kerberos.principal", in(WEB));
        settings.put("dfs.web.authentication.kerberos.keytab", keytab.toString());
        settings.put("dfs.block.access.token.enable", "true");
        settings.put("dfs.data.transfer.protection", protection.name().toLowerCase(Locale.ROOT));
        settings.put("ignore.secure.ports.for.testing", "true"); // With SASL, Hadoop also requires HTTPS.
        return settings;
    }

    public UserGroupInformation user(String name) {
        return Uncheck.get(() -> UserGroupInformation.loginUserFromKeytabAndReturnUGI(in(name), keytab.toString()));
    }

    private String in(String principal) {
        return principal + "@" + centre.getRealm();
    }

    @Override
    public void close() {
        UserGroupInformation.reset();
        UserGroupInformation.setConfiguration(new Configuration());
        centre.stop();
    }
}
