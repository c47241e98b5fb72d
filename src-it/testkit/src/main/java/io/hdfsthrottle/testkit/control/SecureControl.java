package io.hdfsthrottle.testkit.control;

import io.hdfsthrottle.certificates.TestAuthority;
import io.hdfsthrottle.certificates.TestAuthority.Issued;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/**
 * A control plane with TLS alone, with certificates of one authority. The operator is authenticated by a certificate,
 * applications by a token, coordinators to ZooKeeper by both.
 */
public final class SecureControl {

    private final Rig rig;
    private final TestAuthority authority;
    private final Path trust;
    private final Issued zooKeepers;
    private final TlsFiles operator;
    private final Path token;
    private final Map<String, String> coordinators;

    /** Creates the authority and all certificates in folders of that rig. */
    public SecureControl(Rig rig) throws IOException {
        this.rig = rig;
        this.authority = new TestAuthority(rig.folder("certificates"), "authority");
        this.trust = authority.trust();
        this.zooKeepers = authority.issue("zookeeper", "zookeeper", "127.0.0.1", "localhost");
        Issued carol = authority.issue("carol", "carol");
        this.operator = TlsFiles.of(trust, carol.certificate(), carol.key());
        Path secrets = rig.folder("secrets");
        this.token = Coordinator.secret(secrets.resolve("register.token"), "0123456789abcdef-register");
        Path access = Coordinator.secret(secrets.resolve("access"), "carol admin certificate=carol");
        Path zooKeeper = Coordinator.secret(secrets.resolve("zookeeper.auth"), "coordinators:secret");
        Issued own = renewCertificate();
        this.coordinators = Map.of(
                "tls.certificate.file", own.certificate().toString(),
                "tls.key.file", own.key().toString(),
                "tls.client.trust.file", trust.toString(),
                "access.file", access.toString(),
                "register.token.file", token.toString(),
                "zookeeper.auth.file", zooKeeper.toString(),
                "zookeeper.tls.trust.file", trust.toString(),
                "zookeeper.tls.identity.file",
                        authority.issue("client", "coordinators").both().toString(),
                "claims.unverified", "accept"); // the token's holder states who the user is
    }

    /** Starts ZooKeeper on that port, on the data of an earlier one of the same rig. */
    public ZooKeeper zooKeeper(int port) {
        return ZooKeeper.startSecure(rig, port, trust, zooKeepers.both());
    }

    public Map<String, String> coordinators() {
        return coordinators;
    }

    /** Replaces the coordinators' certificate. */
    public Issued renewCertificate() throws IOException {
        return authority.issue("coordinator", "coordinator" + System.nanoTime(), "127.0.0.1");
    }

    public Map<String, String> dataNodes() {
        return Map.of("hdfs.throttle.coordinator.tls.trust", trust.toString());
    }

    public Map<String, String> applications() {
        return Map.of(
                "spark.hdfs.throttle.coordinator.tls.trust", trust.toString(),
                "spark.hdfs.throttle.token.file", token.toString());
    }

    public Credential registrant() {
        return Credential.bearer(token);
    }

    /** The authorities that applications trust; they show no certificate. */
    public TlsFiles trust() {
        return TlsFiles.of(trust, null, null);
    }

    /** The authorities that the operator trusts, and its own certificate. */
    public TlsFiles operator() {
        return operator;
    }
}
