package io.hdfsthrottle.link;

import io.hdfsthrottle.identity.NodeKey;
import io.hdfsthrottle.identity.NodeSignature;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.secret.SecretFile;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The proof of the caller's identity in calls to coordinators. Thread-safe. */
@FunctionalInterface
public interface Credential {

    /** What a header may hold, and a little less. */
    Pattern SENDABLE = Pattern.compile("[ -~]*");

    /** Proves nothing: for coordinators that require no proof. */
    Credential NONE = (coordinator, method, target, body) -> Optional.empty();

    /**
     * The {@code Authorization} header of a call.
     *
     * @param coordinator the base address of the coordinator that is called
     * @param target the path and query that are sent
     * @param body what is sent, empty for nothing
     * @throws IOException if the proof cannot be read or made
     * @throws InterruptedException if interrupted while requesting the proof
     */
    Optional<String> authorization(URI coordinator, String method, String target, String body)
            throws IOException, InterruptedException;

    /**
     * Adds the proof to a request that is being built.
     *
     * @throws IOException if the proof cannot be read, made or sent; the message shows nothing of it
     */
    default void prove(HttpRequest.Builder request, URI coordinator, String method, String target, String body)
            throws IOException, InterruptedException {
        Optional<String> proof = authorization(coordinator, method, target, body);
        if (proof.isPresent() && !SENDABLE.matcher(proof.get()).matches()) {
            // The client's own exception would show it.
            throw new IOException("the proof of identity has characters that no header may have; it must be ASCII");
        }
        proof.ifPresent(header -> request.header("Authorization", header));
    }

    /** The bearer token (RFC 6750) that is the file's one line, read with every call so that it can be replaced. */
    static Credential bearer(Path file) {
        return (coordinator, method, target, body) -> Optional.of("Bearer " + SecretFile.token(file));
    }

    /** A token of a coordinator for one user. */
    static Credential ofUser(UserToken token) {
        return (coordinator, method, target, body) -> Optional.of(UserToken.SCHEME + " " + token.text());
    }

    /** A node of that cluster, which proves itself by its key; nothing is proved while there is none. */
    static Credential ofNode(Supplier<Optional<NodeKey>> key, String cluster) {
        return (coordinator, method, target, body) -> key.get().map(known -> {
            long nowSeconds = System.currentTimeMillis() / 1_000; // the one use of the wall clock: signatures age
            byte[] sent = body.getBytes(StandardCharsets.UTF_8);
            return NodeSignature.of(known, cluster, method, target, sent, nowSeconds)
                    .toString();
        });
    }
}
