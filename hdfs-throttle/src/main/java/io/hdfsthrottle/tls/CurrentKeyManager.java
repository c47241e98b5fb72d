package io.hdfsthrottle.tls;

import io.hdfsthrottle.secret.SecretFile;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A key manager with the own certificate and key as they are in their files now. The two files are never replaced at
 * one instant: while the key does not match the certificate, the previous pair stays in use. Thread-safe.
 */
final class CurrentKeyManager extends X509ExtendedKeyManager {

    private static final Logger LOG = LoggerFactory.getLogger(CurrentKeyManager.class);
    private static final byte[] PROBE = "hdfs-throttle".getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    private static final char[] IN_MEMORY = "in memory".toCharArray();

    private final Path certificateFile;
    private final SecretFile<List<X509Certificate>> certificates;
    private final SecretFile<PrivateKey> key;
    private volatile Pair pair;

    /** The content of the files when they were last read, and the key manager made of it. */
    private static final class Pair {
        private final List<X509Certificate> chain;
        private final PrivateKey key;
        private final X509ExtendedKeyManager manager;

        Pair(List<X509Certificate> chain, PrivateKey key, X509ExtendedKeyManager manager) {
            this.chain = chain;
            this.key = key;
            this.manager = manager;
        }
    }

    private CurrentKeyManager(
            Path certificateFile, SecretFile<List<X509Certificate>> certificates, SecretFile<PrivateKey> key)
            throws IOException {
        this.certificateFile = certificateFile;
        this.certificates = certificates;
        this.key = key;
        try {
            this.pair = pair(certificates.get(), key.get());
        } catch (GeneralSecurityException unusable) {
            throw new IOException(unusable(unusable), unusable);
        }
    }

    static CurrentKeyManager of(Path certificate, Path key, Ticker ticker) throws IOException {
        return new CurrentKeyManager(
                certificate,
                SecretFile.openPem(certificate, false, Pem::certificates, ticker),
                SecretFile.openPem(key, true, Pem::key, ticker));
    }

    private static Pair pair(List<X509Certificate> chain, PrivateKey key) throws GeneralSecurityException {
        if (!belongTogether(chain.get(0), key)) {
            throw new GeneralSecurityException("its key is the key of another certificate");
        }
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("own", key, IN_MEMORY, chain.toArray(new Certificate[0]));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, IN_MEMORY);
            return new Pair(chain, key, (X509ExtendedKeyManager) factory.getKeyManagers()[0]);
        } catch (IOException impossible) {
            throw new GeneralSecurityException("an empty key store cannot be made", impossible);
        }
    }

    private static boolean belongTogether(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        String algorithm = key.getAlgorithm();
        if (!algorithm.equals(certificate.getPublicKey().getAlgorithm())) {
            return false;
        }
        String scheme = algorithm.equals("RSA") || algorithm.equals("EC")
                ? "SHA256with" + (algorithm.equals("EC") ? "ECDSA" : algorithm)
                : algorithm;
        Signature signature = Signature.getInstance(scheme);
        signature.initSign(key);
        signature.update(PROBE);
        byte[] signed = signature.sign();
        signature.initVerify(certificate.getPublicKey());
        signature.update(PROBE);
        return signature.verify(signed);
    }

    @SuppressWarnings("ReferenceEquality") // files that were not read again are the same objects
    private X509ExtendedKeyManager current() {
        List<X509Certificate> chain = certificates.get();
        PrivateKey now = key.get();
        Pair before = pair;
        if (chain != before.chain || now != before.key) {
            try {
                pair = pair(chain, now);
                LOG.info("Shows the certificate of {} from now on", chain.get(0).getSubjectX500Principal());
            } catch (GeneralSecurityException notYet) {
                LOG.warn("The certificate before stays in use: {}", unusable(notYet));
                pair = new Pair(chain, now, before.manager); // logged once
            }
        }
        return pair.manager;
    }

    private String unusable(GeneralSecurityException why) {
        return certificateFile + ": " + why.getMessage();
    }

    @Override
    public String[] getClientAliases(String type, Principal[] issuers) {
        return current().getClientAliases(type, issuers);
    }

    @Override
    public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
        return current().chooseClientAlias(types, issuers, socket);
    }

    @Override
    public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
        return current().chooseEngineClientAlias(types, issuers, engine);
    }

    @Override
    public String[] getServerAliases(String type, Principal[] issuers) {
        return current().getServerAliases(type, issuers);
    }

    @Override
    public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
        return current().chooseServerAlias(type, issuers, socket);
    }

    @Override
    public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
        return current().chooseEngineServerAlias(type, issuers, engine);
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
        return pair.manager.getCertificateChain(alias);
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
        return pair.manager.getPrivateKey(alias);
    }
}
