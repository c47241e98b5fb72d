package io.hdfsthrottle.cli.remote;

import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.Negotiation;
import io.hdfsthrottle.tls.TlsFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options of all commands that ask a coordinator: its address, the credentials, and the output format. */
public final class RemoteOptions {
    @Option(
            names = "--coordinator",
            paramLabel = "URL",
            defaultValue = "${env:HDFS_THROTTLE_COORDINATOR:-http://127.0.0.1:9880}",
            description = "Addresses of coordinators, separated by commas; HDFS_THROTTLE_COORDINATOR"
                    + " (default: ${DEFAULT-VALUE}).")
    private String coordinator;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            defaultValue = "${env:HDFS_THROTTLE_TOKEN_FILE}",
            description =
                    "The file of a token, which a coordinator with credentials requires for everything but status;"
                            + " HDFS_THROTTLE_TOKEN_FILE.")
    private Path tokenFile;

    @Option(
            names = "--kerberos",
            description = "Authenticate by the Kerberos ticket of kinit instead; HDFS_THROTTLE_KERBEROS=true.")
    private boolean kerberos;

    @Option(
            names = "--tls-trust",
            paramLabel = "FILE",
            defaultValue = "${env:HDFS_THROTTLE_TLS_TRUST}",
            description = "Certificates (PEM) of the authorities trusted for https, Java's if not given;"
                    + " HDFS_THROTTLE_TLS_TRUST.")
    private Path trust;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            defaultValue = "${env:HDFS_THROTTLE_TLS_CERTIFICATE}",
            description =
                    "Your certificate (PEM) instead of a token; goes with --tls-key; HDFS_THROTTLE_TLS_CERTIFICATE.")
    private Path certificate;

    @Option(
            names = "--tls-key",
            paramLabel = "FILE",
            defaultValue = "${env:HDFS_THROTTLE_TLS_KEY}",
            description = "Its key (PEM, PKCS#8), which you alone may read; HDFS_THROTTLE_TLS_KEY.")
    private Path key;

    @Option(names = "--json", description = "Print the coordinator's answer as JSON.")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private RemoteCoordinator remote;

    /** Reads an answer for people. */
    @FunctionalInterface
    public interface Telling {
        /** Prints what the answer says. */
        void print(JsonObject answer, PrintWriter out) throws MalformedJsonException;
    }

    /** The coordinators that the options name. */
    public RemoteCoordinator remote() {
        if (remote == null) {
            PrintWriter err = command.commandLine().getErr();
            remote = new RemoteCoordinator(
                    coordinator,
                    credential(),
                    tls(),
                    left -> err.println("hdfs-throttle: " + PlainText.of(left)
                            + ". It is left out, and the other addresses are used"));
        }
        return remote;
    }

    private Credential credential() {
        if (kerberos || "true".equals(System.getenv("HDFS_THROTTLE_KERBEROS"))) {
            try {
                return Negotiation.ofTicketCache();
            } catch (IOException none) {
                throw new Failure("--kerberos: " + none.getMessage(), none);
            }
        }
        Path token = orNone(tokenFile);
        return token == null ? Credential.NONE : Credential.bearer(token);
    }

    /** An empty name, for example of an empty variable, is none, as in a coordinator's settings. */
    private static Path orNone(Path file) {
        return file == null || file.toString().isEmpty() ? null : file;
    }

    private Optional<SSLContext> tls() {
        try {
            TlsFiles files = TlsFiles.of(orNone(trust), orNone(certificate), orNone(key));
            return files.areGiven() ? Optional.of(files.context()) : Optional.empty();
        } catch (IllegalArgumentException half) {
            throw Failure.wronglyAsked("--tls-certificate, --tls-key: " + half.getMessage(), half);
        } catch (IOException unusable) {
            throw new Failure("--tls-trust, --tls-certificate, --tls-key: " + unusable.getMessage(), unusable);
        }
    }

    /** Whether answers are printed as JSON. */
    public boolean json() {
        return json;
    }

    /** Gets a resource and prints it; returns the exit code. */
    public int show(String path, Telling telling) throws InterruptedException {
        return print(remote().request("GET", path, null, Map.of()), telling);
    }

    /** Gets a list, all pages of it, and prints it; returns the exit code. */
    public int list(String path, Telling telling) throws InterruptedException {
        return print(remote().list(path), telling);
    }

    /** Prints an answer; returns the exit code. */
    public int print(Answer answer, Telling telling) {
        PrintWriter out = command.commandLine().getOut();
        if (json) {
            out.println(answer.body().isEmpty() ? "{}" : answer.body());
        } else {
            try {
                telling.print(answer.body().isEmpty() ? JsonObject.parse("{}") : answer.json(), out);
            } catch (MalformedJsonException strange) {
                throw new Failure("the coordinator's answer is not understood: " + strange.getMessage(), strange);
            }
        }
        out.flush();
        return 0;
    }
}
