package io.hdfsthrottle.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Reads certificates and keys from PEM (RFC 7468); text around them is ignored. */
final class Pem {

    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");

    private Pem() {}

    /**
     * All certificates, in their order.
     *
     * @throws IllegalArgumentException if there is none, or one is malformed
     */
    static List<X509Certificate> certificates(List<String> lines) {
        List<X509Certificate> certificates = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (byte[] each : blocks(lines, CERTIFICATE)) {
                certificates.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(each)));
            }
        } catch (CertificateException malformed) {
            throw new IllegalArgumentException(
                    "certificate " + (certificates.size() + 1)
                            + " is malformed; copy it again, from -----BEGIN to -----END",
                    malformed);
        }
        if (certificates.isEmpty()) {
            throw new IllegalArgumentException("there is no certificate; it begins with -----BEGIN CERTIFICATE-----");
        }
        return List.copyOf(certificates);
    }

    /**
     * The one key.
     *
     * @throws IllegalArgumentException if there is none, it wants a password, or it is of a kind that Java cannot read;
     *     shows no key
     */
    static PrivateKey key(List<String> lines) {
        List<byte[]> keys = blocks(lines, KEY);
        if (keys.size() != 1) {
            throw new IllegalArgumentException(
                    "there must be one key that begins with -----BEGIN PRIVATE KEY----- (PKCS#8"
                            + " without a password); openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW makes it of another");
        }
        PKCS8EncodedKeySpec written = new PKCS8EncodedKeySpec(keys.get(0));
        for (String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(written);
            } catch (GeneralSecurityException other) {
                // a key of another algorithm; refused below if of none
            }
        }
        throw new IllegalArgumentException("the key is of none of " + ALGORITHMS);
    }

    private static List<byte[]> blocks(List<String> lines, String label) {
        List<byte[]> blocks = new ArrayList<>();
        StringBuilder base64 = null;
        for (String line : lines) {
            if (line.strip().equals("-----BEGIN " + label + "-----")) {
                base64 = new StringBuilder();
            } else if (line.strip().equals("-----END " + label + "-----") && base64 != null) {
                blocks.add(Base64.getMimeDecoder().decode(base64.toString().getBytes(StandardCharsets.US_ASCII)));
                base64 = null;
            } else if (base64 != null) {
                base64.append(line).append('\n');
            }
        }
        return blocks;
    }
}
