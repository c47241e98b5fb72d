package io.hdfsthrottle.certificates;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** A certificate authority, by the JDK's keytool, for the duration of a test; issues certificates into a folder. */
public final class TestAuthority {

    private static final String PASSWORD = "changeit";
    private static final String ROOT = "root";
    private static final String CERTIFICATE = "CERTIFICATE";
    private static final String KEY = "PRIVATE KEY";

    private final Path folder;
    private final Path store;
    private final Path trust;

    /** A new authority of that name; its own certificate is in {@link #trust()}. */
    public TestAuthority(Path folder, String name) throws IOException {
        this.folder = folder;
        this.store = folder.resolve(name + "-ca.p12");
        keytool("-genkeypair", "-alias", ROOT, "-dname", "CN=" + name, "-ext", "bc=ca:true");
        this.trust = write(folder.resolve(name + "-ca.pem"), pem(CERTIFICATE, ROOT), "rw-r--r--");
    }

    /** The file with its own certificate. */
    public Path trust() {
        return trust;
    }

    /** The files of a certificate. */
    public static final class Issued {
        private final Path base;

        private Issued(Path base) {
            this.base = base;
        }

        /** The certificate. */
        public Path certificate() {
            return base.resolveSibling(base.getFileName() + ".pem");
        }

        /** Its key, PKCS#8, mode 0600. */
        public Path key() {
            return base.resolveSibling(base.getFileName() + ".key");
        }

        /** Key and certificate in one file, mode 0600. */
        public Path both() {
            return base.resolveSibling(base.getFileName() + "-both.pem");
        }
    }

    /**
     * Issues a certificate; its files replace those of the same name.
     *
     * @param file the base name of its files
     * @param commonName the subject's name
     * @param hosts the IP addresses and names that it is valid for
     */
    public Issued issue(String file, String commonName, String... hosts) throws IOException {
        List<String> arguments = new ArrayList<>(
                List.of("-genkeypair", "-alias", commonName, "-dname", "CN=" + commonName, "-signer", ROOT));
        if (hosts.length > 0) {
            arguments.add("-ext");
            arguments.add(Arrays.stream(hosts)
                    .map(host -> (host.matches("[0-9.]+") ? "ip:" : "dns:") + host)
                    .collect(Collectors.joining(",", "san=", "")));
        }
        keytool(arguments.toArray(new String[0]));
        String certificate = pem(CERTIFICATE, commonName);
        String key = pem(KEY, commonName);
        Issued issued = new Issued(folder.resolve(file));
        write(issued.certificate(), certificate, "rw-r--r--");
        write(issued.key(), key, "rw-------");
        write(issued.both(), key + certificate, "rw-------");
        return issued;
    }

    private void keytool(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(Arrays.asList(arguments));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", PASSWORD, "-storetype", "PKCS12"));
        command.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "2"));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.onExit().join().exitValue() != 0) {
            throw new IOException(command + ": " + said);
        }
    }

    private String pem(String label, String alias) throws IOException {
        byte[] content;
        try {
            char[] password = PASSWORD.toCharArray();
            KeyStore keys = KeyStore.getInstance(store.toFile(), password);
            content = label.equals(KEY)
                    ? keys.getKey(alias, password).getEncoded()
                    : keys.getCertificate(alias).getEncoded();
        } catch (GeneralSecurityException impossible) {
            throw new IOException(impossible);
        }
        Base64.Encoder lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
        return "-----BEGIN " + label + "-----\n" + lines.encodeToString(content) + "\n-----END " + label + "-----\n";
    }

    private static Path write(Path file, String pem, String permissions) throws IOException {
        Files.writeString(file, pem);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }
}
