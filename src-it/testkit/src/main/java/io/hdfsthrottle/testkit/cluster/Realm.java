package io.hdfsthrottle.testkit.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * A Kerberos realm for a test: a real key distribution centre inside this JVM, a keytab with all principals' keys, and
 * the settings of daemons and clients. While it is open, HDFS clients of this JVM use Kerberos; one at a time.
 */
public final class Realm implements AutoCloseable {

    private static final String NAME_NODE = "nn/localhost";
    private static final String DATA_NODE = "dn/localhost";
    private static final String WEB = "HTTP/localhost";

    /** How clients and DataNodes protect their data transfers, from least to most. */
    public enum Protection {
        AUTHENTICATION,
        INTEGRITY,
        PRIVACY;

        String setting() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final MiniKdc centre;
    private final Path keytab;

    private Realm(MiniKdc centre, Path keytab) {
        this.centre = centre;
        this.keytab = keytab;
    }

    /** Opens a realm with these users, besides those of the daemons. */
    public static Realm open(Path folder, String... users) throws Exception {
        Files.createDirectories(folder);
        Properties properties = MiniKdc.createConf();
        MiniKdc centre = new MiniKdc(properties, folder.toFile());
        centre.start();
        Path keytab = folder.resolve("everybody.keytab").toAbsolutePath();
        String[] principals = new String[users.length + 3];
        System.arraycopy(users, 0, principals, 3, users.length);
        principals[0] = NAME_NODE;
        principals[1] = DATA_NODE;
        principals[2] = WEB;
        centre.createPrincipal(keytab.toFile(), principals);
        Realm realm = new Realm(centre, keytab);
        realm.enter();
        return realm;
    }

    private void enter() {
        Configuration configuration = new Configuration();
        configuration.set("hadoop.security.authentication", "kerberos");
        UserGroupInformation.setConfiguration(configuration);
    }

    /** JVM flags by which a daemon finds the realm. */
    public List<String> flags() {
        return List.of("-Djava.security.krb5.conf=" + centre.getKrb5conf().getAbsolutePath());
    }

    /** The settings of NameNode, DataNodes and clients. */
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
        settings.put("dfs.data.transfer.protection", protection.setting());
        settings.put("ignore.secure.ports.for.testing", "true"); // With SASL, Hadoop also requires HTTPS.
        return settings;
    }

    /** That user, with a ticket. */
    public UserGroupInformation user(String name) {
        try {
            return UserGroupInformation.loginUserFromKeytabAndReturnUGI(in(name), keytab.toString());
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
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
