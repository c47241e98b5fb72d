package io.hdfsthrottle.coordinator.access;

import io.hdfsthrottle.coordinator.kerberos.KerberosSettings;
import io.hdfsthrottle.coordinator.kerberos.Tickets;
import io.hdfsthrottle.coordinator.kerberos.TokenBook;
import io.hdfsthrottle.identity.NodeSignature;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.SigningKeys;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.identity.UserToken;
import io.hdfsthrottle.secret.SecretFile;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Authenticates callers: bearer tokens from files and issued here, certificates of mutual TLS, nodes by their
 * keys, users by Kerberos tickets and the tokens that stand for them (RFC 9110, section 11). A caller without a
 * credential has the anonymous roles. Thread-safe.
 */
public final class Access {
    private static final String BEARER = "Bearer ";
    private static final String NEGOTIATE = "Negotiate ";
    private static final String USER = UserToken.SCHEME + " ";
    private static final int LONGEST_HEADER = 1_024;
    private static final int TOKEN_BYTES = 24;

    private final Set<Role> anonymous;
    private final List<Supplier<List<Credential>>> files;
    private final Supplier<SigningKeys> keys;
    private final String cluster;
    private final Clock shared;
    private final Clock own;
    private final KerberosSettings kerberos;
    private final Optional<Tickets> tickets;
    private final TokenBook userTokens;
    private final Revocations revocations;
    private final Map<String, Credential> issued = new ConcurrentHashMap<>();

    private Access(
            Set<Role> anonymous,
            List<Supplier<List<Credential>>> files,
            Supplier<SigningKeys> keys,
            String cluster,
            Clock shared,
            Clock own,
            KerberosSettings kerberos,
            Optional<Tickets> tickets) {
        this.anonymous = Set.copyOf(anonymous);
        this.files = List.copyOf(files);
        this.keys = keys;
        this.cluster = cluster;
        this.shared = shared;
        this.own = own;
        this.kerberos = kerberos;
        this.tickets = tickets;
        this.userTokens = new TokenBook(kerberos, keys, cluster, shared);
        this.revocations = new Revocations(own);
    }

    /**
     * Reads the files of credentials.
     *
     * @param anonymous the roles of a caller without a credential
     * @param shared the cluster's time of day
     * @param own this host's
     * @param host the name by which the coordinator is reached, for its Kerberos principal
     * @throws IOException if a file cannot be read or is malformed; the message names it
     */
    public static Access open(
            AccessSettings settings,
            Set<Role> anonymous,
            Supplier<SigningKeys> keys,
            String cluster,
            Clock shared,
            Clock own,
            String host)
            throws IOException {
        List<Supplier<List<Credential>>> files = new ArrayList<>();
        tokens(files, "admin.token.file", settings.adminTokenFile(), lines -> TokenFile.parse(lines, Role.ADMIN));
        tokens(
                files,
                "register.token.file",
                settings.registerTokenFile(),
                lines -> TokenFile.parse(lines, Role.REGISTER));
        tokens(files, "access.file", settings.accessFile(), AccessFile::parse);
        KerberosSettings kerberos = settings.kerberos();
        Optional<Tickets> tickets =
                kerberos.keytab().isPresent() ? Optional.of(Tickets.open(kerberos, host)) : Optional.empty();
        return new Access(anonymous, files, keys, cluster, shared, own, kerberos, tickets);
    }

    private static void tokens(
            List<Supplier<List<Credential>>> files,
            String key,
            Optional<Path> file,
            SecretFile.Parser<List<Credential>> parser)
            throws IOException {
        if (file.isPresent()) {
            try {
                files.add(SecretFile.open(file.get(), parser, Ticker.system()));
            } catch (IOException unusable) {
                String remedy = Files.exists(file.get())
                        ? ""
                        : "; hdfs-throttle init makes one on one coordinator, to be copied to the others";
                throw new IOException(key + " = " + file.get() + ": " + unusable.getMessage() + remedy, unusable);
            }
        }
    }

    /** The caller of a request, if its credential is valid. A header takes precedence over a certificate. */
    public Authority of(Proof proof) {
        if (proof.authorization().isPresent()) {
            return named(proof.authorization().get(), proof.method(), proof.target());
        }
        return proof.certificate().map(this::owner).orElseGet(() -> Authority.anonymous(anonymous));
    }

    private Authority named(String authorization, String method, String target) {
        if (authorization.startsWith(NEGOTIATE) && tickets.isPresent()) {
            return ticket(
                    tickets.get(), authorization.substring(NEGOTIATE.length()).strip());
        }
        if (authorization.length() > LONGEST_HEADER) {
            throw new Unauthenticated("The Authorization header has more than " + LONGEST_HEADER + " characters");
        }
        if (authorization.startsWith(NodeSignature.SCHEME + " ")) {
            return node(authorization, method, target);
        }
        if (authorization.startsWith(BEARER)) {
            return holder(authorization.substring(BEARER.length()).strip());
        }
        if (authorization.startsWith(USER) && tickets.isPresent()) {
            return userTokens
                    .recognise(authorization.substring(USER.length()).strip())
                    .map(token -> Authority.ofToken(token.user()))
                    .orElseThrow(() -> new Unauthenticated("This token has ended, was cancelled, or is not signed with"
                            + " a signing key of cluster " + cluster));
        }
        throw new Unauthenticated("There are Authorization: Bearer TOKEN, the signature of nodes"
                + (tickets.isPresent() ? ", Negotiate and " + UserToken.SCHEME : ""));
    }

    /**
     * What a caller without a credential is asked for: authentication schemes as {@code WWW-Authenticate} names them.
     */
    public String challenge() {
        return tickets.isPresent() ? "Negotiate, Bearer" : "Bearer";
    }

    /** The tokens that stand for tickets. */
    public TokenBook userTokens() {
        return userTokens;
    }

    /** The keys of nodes that are refused. */
    public Revocations revocations() {
        return revocations;
    }

    private Authority ticket(Tickets taken, String message) {
        if (message.length() > Tickets.LONGEST) {
            throw new Unauthenticated("The Kerberos ticket has more than " + Tickets.LONGEST + " characters");
        }
        try {
            return holderOfTicket(taken.holder(message));
        } catch (Tickets.Refused refused) {
            throw new Unauthenticated(refused.getMessage());
        }
    }

    private Authority holderOfTicket(String principal) {
        Optional<String> user = kerberos.userOf(principal);
        Optional<Authority> said = first(credential -> credential.isOfPrincipal(principal));
        if (said.isPresent()) {
            Authority line = said.get();
            return line.user().or(() -> user).map(line::withTicketOf).orElse(line);
        }
        return user.map(verified -> Authority.ofTicket(principal, verified))
                .orElseThrow(() -> new Unauthenticated("The principal " + PlainText.of(principal)
                        + " is no user of a realm that is believed here (" + String.join(", ", kerberos.realms())
                        + "), and access.file does not name it"));
    }

    private Authority owner(X509Certificate certificate) {
        String commonName = CommonName.of(certificate)
                .orElseThrow(() -> new Unauthenticated("This certificate's subject has no common name"));
        return first(credential -> credential.isOfCertificate(commonName))
                .orElseThrow(() -> new Unauthenticated(
                        "The certificate of " + commonName + " is valid, but access.file does not name it"));
    }

    /**
     * A bearer token by which applications of a deployment register for that tenant alone, until it is
     * withdrawn.
     *
     * @param cluster the deployment
     * @param user the user who then counts as verified, and the only one; empty for users that are merely claimed
     */
    public String issue(String cluster, Tenant tenant, Optional<String> user) {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        String token = HexFormat.of().formatHex(random);
        accept(cluster, tenant, user, Credential.hash(token));
        return token;
    }

    /** Accepts a token by its hash, which {@link #issued} gave on another coordinator, until it is withdrawn. */
    public void accept(String cluster, Tenant tenant, Optional<String> user, String hash) {
        issued.put(cluster, Credential.token(Authority.ofLaunched(cluster, tenant, user), hash));
    }

    /** A hash of the token of that cluster, if it has one: not enough to use it. */
    public Optional<String> issued(String cluster) {
        return Optional.ofNullable(issued.get(cluster)).flatMap(Credential::hash);
    }

    /** Ends the token of that cluster, if it has one. */
    public void withdraw(String cluster) {
        issued.remove(cluster);
    }

    /** The credentials that the files name now. */
    public Holders holders() {
        return Holders.of(files.stream().flatMap(file -> file.get().stream()).toList());
    }

    private Optional<Authority> first(Predicate<Credential> asked) {
        return Stream.concat(files.stream().flatMap(file -> file.get().stream()), issued.values().stream())
                .filter(asked)
                .map(Credential::authority)
                .findFirst();
    }

    private Authority holder(String token) {
        return first(credential -> credential.isOf(token))
                .orElseThrow(() -> new Unauthenticated("This token is not known here"));
    }

    private Authority node(String authorization, String method, String target) {
        NodeSignature signature = NodeSignature.parse(authorization)
                .filter(given -> given.isOf(keys.get(), cluster, method, target))
                .orElseThrow(() -> new Unauthenticated("This is not signed with a node key of cluster " + cluster
                        + "; make one on a coordinator: hdfs-throttle node-key HOST"));
        long sharedSeconds = shared.millis() / 1_000;
        long ownSeconds = own.millis() / 1_000;
        // One wrong clock, of this host or of ZooKeeper's, must not keep all nodes out.
        long byShared = signature.ahead(sharedSeconds).toSeconds();
        long byOwn = signature.ahead(ownSeconds).toSeconds();
        long ahead = Math.abs(byShared) <= Math.abs(byOwn) ? byShared : byOwn;
        if (Math.abs(ahead) > NodeSignature.FRESH.toSeconds()) {
            throw new Unauthenticated(
                    "The node's clock is " + Math.abs(ahead) + " s " + (ahead > 0 ? "ahead" : "behind") + "; at most "
                            + NodeSignature.FRESH.toSeconds() + " s are accepted");
        }
        if (signature.issuedSeconds() - Math.max(sharedSeconds, ownSeconds) > NodeSignature.FRESH.toSeconds()) {
            throw new Unauthenticated("The key of node " + signature.host()
                    + " is from the future; make another on a coordinator whose clock is right: hdfs-throttle node-key "
                    + signature.host());
        }
        if (revocations.include(signature.host(), signature.issuedSeconds())) {
            throw new Unauthenticated("The key of node " + signature.host()
                    + " was revoked; make another on a coordinator: hdfs-throttle node-key " + signature.host());
        }
        return Authority.ofNode(signature);
    }
}
