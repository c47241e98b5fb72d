package io.hdfsthrottle.spark;

import io.hdfsthrottle.identity.UserToken;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.security.token.TokenIdentifier;

/**
 * The contents of a coordinator's token in Hadoop's format: all but its signature, which is Hadoop's password of the
 * token. Hadoop finds this class by {@code ServiceLoader}, to show a token's owner.
 */
public final class ThrottleTokenIdentifier extends TokenIdentifier {

    static final Text KIND = new Text("HDFS_THROTTLE_DELEGATION_TOKEN");

    private static final String UNSIGNED = ":" + "0".repeat(32);

    private String statement = "";

    /** Called by Hadoop, which then reads its fields. */
    public ThrottleTokenIdentifier() {}

    /** The service name of a token for these coordinators. */
    static Text service(List<URI> coordinators) {
        return new Text(coordinators.stream().map(URI::toString).collect(Collectors.joining(",")));
    }

    /** Converts a coordinator's token to Hadoop's format. */
    static Token<ThrottleTokenIdentifier> asHadoops(UserToken token, Text service) {
        String text = token.text();
        int end = text.lastIndexOf(':');
        ThrottleTokenIdentifier identifier = new ThrottleTokenIdentifier();
        identifier.statement = text.substring(0, end);
        byte[] password = text.substring(end + 1).getBytes(StandardCharsets.US_ASCII);
        return new Token<>(identifier.getBytes(), password, KIND, service);
    }

    /** The token for these coordinators among the credentials; of several, the one that lasts longest. */
    static Optional<UserToken> in(Credentials credentials, Text service) {
        return credentials.getAllTokens().stream()
                .filter(token -> KIND.equals(token.getKind()) && service.equals(token.getService()))
                .flatMap(token -> read(token).stream())
                .max((one, other) -> Long.compare(one.expires(), other.expires()));
    }

    private static Optional<UserToken> read(Token<?> token) {
        ThrottleTokenIdentifier identifier = new ThrottleTokenIdentifier();
        try {
            identifier.readFields(new DataInputStream(new ByteArrayInputStream(token.getIdentifier())));
        } catch (IOException malformed) {
            return Optional.empty();
        }
        return UserToken.parse(identifier.statement + ":" + new String(token.getPassword(), StandardCharsets.US_ASCII));
    }

    @Override
    public Text getKind() {
        return KIND;
    }

    @Override
    public UserGroupInformation getUser() {
        return UserToken.parse(statement + UNSIGNED)
                .map(token -> UserGroupInformation.createRemoteUser(token.user()))
                .orElse(null);
    }

    @Override
    public void write(DataOutput out) throws IOException {
        out.writeUTF(statement);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
        statement = in.readUTF();
    }

    @Override
    public String toString() {
        return KIND + " " + statement;
    }
}
