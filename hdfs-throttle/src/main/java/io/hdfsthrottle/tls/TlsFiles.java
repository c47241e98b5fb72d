package io.hdfsthrottle.tls;

import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/**
 * The PEM files of one end of a TLS connection: the certificates that it trusts, and its own certificate and key.
 * Immutable.
 *
 * <p>Files are read again when they change, at the next handshake, so that certificates are renewed without a restart.
 * Versions and ciphers are those of the Java that runs ({@code jdk.tls.disabledAlgorithms}).
 */
public final class TlsFiles {

    /** No files: the certificates that Java trusts are trusted, and none is shown. */
    public static final TlsFiles NONE = new TlsFiles(null, null, null);

    private final Path trust;
    private final Path certificate;
    private final Path key;

    private TlsFiles(Path trust, Path certificate, Path key) {
        this.trust = trust;
        this.certificate = certificate;
        this.key = key;
    }

    /**
     * Files that are read later.
     *
     * @param trust certificates of the authorities that are trusted; null for those that Java trusts
     * @param certificate the own certificate, followed by those of the authorities in between; null to show none
     * @param key its key, PKCS#8 without a password, which its owner alone may use; null together with the certificate
     * @throws IllegalArgumentException if there is a certificate without a key, or a key without a certificate
     */
    public static TlsFiles of(Path trust, Path certificate, Path key) {
        if ((certificate == null) != (key == null)) {
            throw new IllegalArgumentException("a certificate and its key go together, and there is only the "
                    + (key == null ? "certificate " + certificate : "key " + key));
        }
        return new TlsFiles(trust, certificate, key);
    }

    /** Whether any file is named. */
    public boolean areGiven() {
        return trust != null || certificate != null;
    }

    /** The certificates that are trusted, if they are not Java's. */
    public Optional<Path> trust() {
        return Optional.ofNullable(trust);
    }

    /** The own certificate, if there is one. */
    public Optional<Path> certificate() {
        return Optional.ofNullable(certificate);
    }

    /**
     * Reads the files.
     *
     * @throws IOException if one is missing, is invalid, may be used or changed by other users, or the key does not
     *     match the certificate; the message names the file
     */
    public SSLContext context() throws IOException {
        KeyManager[] own =
                certificate == null ? null : new KeyManager[] {CurrentKeyManager.of(certificate, key, Ticker.system())};
        TrustManager[] trusted =
                trust == null ? null : new TrustManager[] {CurrentTrustManager.of(trust, Ticker.system())};
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(own, trusted, null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IOException("this Java cannot do TLS: " + impossible.getMessage(), impossible);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TlsFiles
                && Objects.equals(trust, ((TlsFiles) other).trust)
                && Objects.equals(certificate, ((TlsFiles) other).certificate)
                && Objects.equals(key, ((TlsFiles) other).key);
    }

    @Override
    public int hashCode() {
        return Objects.hash(trust, certificate, key);
    }

    /** The names of the files. */
    @Override
    public String toString() {
        return "trust " + (trust == null ? "as Java does" : trust)
                + (certificate == null ? "" : ", own " + certificate);
    }
}
