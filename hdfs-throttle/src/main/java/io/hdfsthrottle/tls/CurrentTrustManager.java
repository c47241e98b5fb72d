package io.hdfsthrottle.tls;

import io.hdfsthrottle.secret.SecretFile;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Trusts the certificates that their file names now. Thread-safe. */
final class CurrentTrustManager extends X509ExtendedTrustManager {

    private final SecretFile<X509ExtendedTrustManager> current;

    private CurrentTrustManager(SecretFile<X509ExtendedTrustManager> current) {
        this.current = current;
    }

    static CurrentTrustManager of(Path file, Ticker ticker) throws IOException {
        return new CurrentTrustManager(SecretFile.openPem(file, false, CurrentTrustManager::trusting, ticker));
    }

    private static X509ExtendedTrustManager trusting(List<String> lines) {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (X509Certificate each : Pem.certificates(lines)) {
                store.setCertificateEntry("trusted" + store.size(), each);
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            for (TrustManager each : factory.getTrustManagers()) {
                if (each instanceof X509ExtendedTrustManager) {
                    return (X509ExtendedTrustManager) each;
                }
            }
        } catch (GeneralSecurityException | IOException unusable) {
            throw new IllegalArgumentException(
                    "these certificates cannot be trusted: " + unusable.getMessage(), unusable);
        }
        throw new IllegalArgumentException("this Java checks no certificates of X.509");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
        current.get().checkClientTrusted(chain, type);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        current.get().checkClientTrusted(chain, type, socket);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        current.get().checkClientTrusted(chain, type, engine);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
        current.get().checkServerTrusted(chain, type);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) throws CertificateException {
        current.get().checkServerTrusted(chain, type, socket);
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) throws CertificateException {
        current.get().checkServerTrusted(chain, type, engine);
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return current.get().getAcceptedIssuers();
    }
}
