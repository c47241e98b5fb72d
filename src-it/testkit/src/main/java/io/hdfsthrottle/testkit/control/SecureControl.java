package io.hdfsthrottle.testkit.control;

import io.hdfsthrottle.certificates.TestAuthority;
import io.hdfsthrottle.certificates.TestAuthority.Issued;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;

/**
 * The set-up of a control plane without any unencrypted connection: ZooKeeper, coordinators, DataNodes, applications
 * and the operator use only TLS, with certificates of one authority. The operator is authenticated by a certificate,
 * applications by a token, coordinators to ZooKeeper by both.
 */
public final class SecureControl {

    private static final String TOKEN = "0123456789abcdef-register";

    private final Rig rig;
    private final TestAuthority authority;
    private final Issued zooKeepers;
    private final TlsFiles operator;
    private final Path token;
    private final Map<String, String> coordinators;

    private SecureControl(Rig rig, TestAuthority authority) throws IOException {
        this.rig = rig;
        this.authority = authority;
        this.zooKeepers = authority.issue("zookeeper", "zookeeper", "127.0.0.1", "localhost");
        Issued carol = authority.issue("carol", "carol");
        this.operator = TlsFiles.of(authority.trust(), carol.certificate(), carol.key());
        this.token = secret("register.token", TOKEN);
        Issued own = renewCertificate();
        this.coordinators = Map.of(
                "tls.certificate.file", own.certificate().toString(),
                "tls.key.file", own.key().toString(),
                "tls.client.trust.file", authority.trust().toString(),
                "access.file", secret("access", "carol admin certificate=carol").toString(),
                "register.token.file", token.toString(),
                "zookeeper.auth.file",
                        secret("zookeeper.auth", "coordinators:secret").toString(),
                "zookeeper.tls.trust.file", authority.trust().toString(),
                "zookeeper.tls.identity.file",
                        authority.issue("client", "coordinators").both().toString(),
                "claims.unverified", "accept"); // the token's holder states who the user is
    }

    /** Creates the authority and all certificates in folders of that rig. */
    public static SecureControl in(Rig rig) throws IOException {
        return new SecureControl(rig, new TestAuthority(rig.folder("certificates"), "authority"));
    }

    private Path secret(String name, String line) throws IOException {
        Path file = Files.writeString(rig.folder("secrets").resolve(name), line + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    /** Starts ZooKeeper on that port, on the data of an earlier one of the same rig. */
    public ZooKeeper zooKeeper(int port) {
        return ZooKeeper.startSecure(rig, port, authority.trust(), zooKeepers.both());
    }

    /** Settings of a coordinator. */
    public Map<String, String> coordinators() {
        return coordinators;
    }

    /** Starts a coordinator on that port, whose operator is authenticated by a certificate; does not wait for it. */
    public Coordinator coordinator(String name, ZooKeeper zooKeeper, int port, Map<String, String> settings) {
        return Coordinator.spawn(rig, name, zooKeeper, port, settings, List.of(), operator);
    }

    /** Replaces the coordinators' certificate. */
    public Issued renewCertificate() throws IOException {
        return authority.issue("coordinator", "coordinator" + System.nanoTime(), "127.0.0.1");
    }

    /** Settings of a DataNode. */
    public Map<String, String> dataNodes() {
        return Map.of(
                "hdfs.throttle.coordinator.tls.trust", authority.trust().toString(),
                "hdfs.throttle.signing.keys.file", Coordinator.signingKeys(rig).toString());
    }

    /** Settings of a Spark application. */
    public Map<String, String> applications() {
        return Map.of(
                "spark.hdfs.throttle.coordinator.tls.trust", authority.trust().toString(),
                "spark.hdfs.throttle.token.file", token.toString());
    }

    /** An application's credential for registering. */
    public Credential registrant() {
        return Credential.bearer(token);
    }

    /** The authorities that applications trust; they show no certificate. */
    public TlsFiles trust() {
        return TlsFiles.of(authority.trust(), null, null);
    }

    /** The authorities that the operator trusts, and its own certificate. */
    public TlsFiles operator() {
        return operator;
    }
}
