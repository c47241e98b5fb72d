package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.secret.SecretFile;
import io.hdfsthrottle.tls.TlsFiles;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.state.StandardConnectionStateErrorPolicy;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ClientX509Util;

/**
 * Makes connections to ZooKeeper as the settings say: identity, access control and TLS (ZooKeeper Administrator's
 * Guide, "Encryption, Authentication").
 */
final class ZooKeeperClient {
    private static final int CONNECTION_TIMEOUT_MILLIS = 5_000;
    private static final String DIGEST = "digest";
    private static final Pattern IDENTITY = Pattern.compile("[^:\\s]+:\\S+");

    private ZooKeeperClient() {}

    /**
     * A client that is not started.
     *
     * @param access to the znodes that it creates
     * @throws IOException if a file of the settings cannot be used; the message names the setting and the file, never a
     *     secret
     */
    static CuratorFramework of(ZooKeeperSettings settings, ZnodeAccess access) throws IOException {
        CuratorFrameworkFactory.Builder client = CuratorFrameworkFactory.builder()
                .connectString(settings.connect())
                .sessionTimeoutMs(Math.toIntExact(settings.sessionTimeout().toMillis()))
                .connectionTimeoutMs(CONNECTION_TIMEOUT_MILLIS)
                .retryPolicy(new ExponentialBackoffRetry(100, 3))
                .connectionStateErrorPolicy(new StandardConnectionStateErrorPolicy())
                .aclProvider(access);
        if (settings.authFile().isPresent()) {
            client.authorization(DIGEST, identity(settings.authFile().get()));
        }
        if (settings.tlsTrust().isPresent() || settings.tlsIdentity().isPresent()) {
            client.zkClientConfig(secured(settings));
        }
        return client.build();
    }

    private static byte[] identity(Path file) throws IOException {
        try {
            return SecretFile.open(file, ZooKeeperClient::identity, Ticker.system())
                    .get()
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException unusable) {
            throw new IOException("zookeeper.auth.file = " + file + ": " + unusable.getMessage(), unusable);
        }
    }

    private static String identity(List<String> lines) {
        return SecretFile.onlyLine(lines, IDENTITY, "USER:PASSWORD");
    }

    private static ZKClientConfig secured(ZooKeeperSettings settings) throws IOException {
        ZKClientConfig config = new ZKClientConfig();
        config.setProperty(ZKClientConfig.SECURE_CLIENT, "true");
        config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, "org.apache.zookeeper.ClientCnxnSocketNetty");
        try (ClientX509Util names = new ClientX509Util()) {
            if (settings.tlsTrust().isPresent()) {
                Path trust =
                        checked("zookeeper.tls.trust.file", settings.tlsTrust().get(), false);
                config.setProperty(names.getSslTruststoreLocationProperty(), trust.toString());
                config.setProperty(names.getSslTruststoreTypeProperty(), "PEM");
            }
            if (settings.tlsIdentity().isPresent()) {
                Path identity = checked(
                        "zookeeper.tls.identity.file", settings.tlsIdentity().get(), true);
                config.setProperty(names.getSslKeystoreLocationProperty(), identity.toString());
                config.setProperty(names.getSslKeystoreTypeProperty(), "PEM");
            }
        }
        return config;
    }

    /**
     * Returns the file after checking that it can be used: ZooKeeper's own message names neither the setting nor the
     * reason.
     */
    private static Path checked(String key, Path file, boolean identity) throws IOException {
        try {
            Object unused = (identity ? TlsFiles.of(null, file, file) : TlsFiles.of(file, null, null)).context();
            return file;
        } catch (IOException unusable) {
            throw new IOException(key + " = " + file + ": " + unusable.getMessage(), unusable);
        }
    }
}
