package io.hdfsthrottle.identity;

import io.hdfsthrottle.part.Part;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The signed tag that an application carries in its HDFS client name: {@code <application>.<key id>.<signature>}.
 *
 * <p>At most 200 characters of {@code [A-Za-z0-9._-]}, because the client name is also the lease holder's name and is
 * written to logs and to the edit log. For the same reason a tag is public and proves nothing by itself: the signature
 * covers cluster, application, user and start ({@link SigningKeys#sign}), and the receiver supplies those from what the
 * coordinator granted. Immutable.
 */
public final class AppTag {

    /** The syntax of an application's id, for messages. */
    public static final String APPLICATION_RULE = "1 to 96 of A-Z a-z 0-9 . _ -";

    private static final String ID = "[A-Za-z0-9._-]{1,96}";
    private static final Pattern APPLICATION = Pattern.compile(ID);
    private static final Pattern WRITTEN = Pattern.compile("(" + ID + ")\\.([A-Za-z0-9]{1,16})\\.([A-Za-z0-9_-]{86})");
    private static final Pattern CLIENT_NAME = Pattern.compile("DFSClient_(.+)_-?[0-9]{1,20}_[0-9]{1,20}");

    /** Longer client names are not parsed. */
    public static final int LONGEST_CLIENT_NAME = 320;

    /** The text after the last dot counts as a signature, valid or not, from this length: half of a signature's. */
    private static final int SHORTEST_SIGNATURE = 43;

    /** The signed text names its purpose, so that no signature can be used for another. */
    private static final String PURPOSE = "1";

    private static final String CLIENT_NAME_BEGINS = "DFSClient_";

    private final String application;
    private final String keyId;
    private final String signature;

    private AppTag(String application, String keyId, String signature) {
        this.application = application;
        this.keyId = keyId;
        this.signature = signature;
    }

    /** The tag that the holder of that private key makes. */
    static AppTag signed(
            byte[] privateKey, String keyId, String cluster, String application, String user, long notBefore) {
        String signature =
                TagSignature.of(privateKey, PURPOSE, keyId, cluster, application, user, Long.toString(notBefore));
        return new AppTag(application, keyId, signature);
    }

    /** Whether the holder of that key's private half signed it for exactly these. */
    boolean isOf(byte[] publicKey, String cluster, String user, long notBefore) {
        return TagSignature.isOf(
                publicKey, signature, PURPOSE, keyId, cluster, application, user, Long.toString(notBefore));
    }

    /** Whether this can be an application's id. */
    public static boolean isApplication(String id) {
        return id != null && APPLICATION.matcher(id).matches();
    }

    /** Reads a tag; nothing when it is none. */
    public static Optional<AppTag> parse(String written) {
        Matcher matcher = WRITTEN.matcher(written);
        return matcher.matches()
                ? Optional.of(new AppTag(matcher.group(1), matcher.group(2), matcher.group(3)))
                : Optional.empty();
    }

    /**
     * Finds the tag in an HDFS client name, {@code DFSClient_<tag>_<random>_<thread>} (Hadoop's {@code DFSClient} puts
     * {@code mapreduce.task.attempt.id} there); nothing when there is none. The application's name for its part may
     * follow the tag, behind {@value Part#BEGINS}.
     */
    public static Optional<AppTag> inClientName(String clientName) {
        // A tag has dots, and most names have none: this is asked for every operation.
        if (clientName.length() > LONGEST_CLIENT_NAME || clientName.indexOf('.') < 0) {
            return Optional.empty();
        }
        Matcher matcher = CLIENT_NAME.matcher(clientName);
        return matcher.matches() ? parse(withoutPart(matcher.group(1))) : Optional.empty();
    }

    private static String withoutPart(String text) {
        int part = text.indexOf(Part.BEGINS);
        return part < 0 ? text : text.substring(0, part);
    }

    /**
     * The flaw of a client name that holds no tag but may be meant to: it is too long, or ends as those with a tag do,
     * in a dot and 43 or more letters, digits, - and _, digits among them. Empty for names that other software makes, in
     * which hosts have dots.
     */
    public static Optional<RefusedTags.Kind> flaw(String clientName) {
        if (clientName.length() > LONGEST_CLIENT_NAME) {
            return Optional.of(RefusedTags.Kind.OVERSIZE);
        }
        int part = clientName.indexOf(Part.BEGINS);
        int end = part >= 0 ? part : clientName.lastIndexOf('_', clientName.lastIndexOf('_') - 1);
        int dot = clientName.lastIndexOf('.', end);
        return clientName.startsWith(CLIENT_NAME_BEGINS)
                        && dot > 0
                        && end - dot > SHORTEST_SIGNATURE
                        && isLikeASignature(clientName, dot + 1, end)
                ? Optional.of(RefusedTags.Kind.MALFORMED)
                : Optional.empty();
    }

    private static boolean isLikeASignature(String text, int from, int to) {
        boolean digits = false;
        for (int i = from; i < to; i++) {
            char character = text.charAt(i);
            boolean digit = character >= '0' && character <= '9';
            boolean letter = (character | 0x20) >= 'a' && (character | 0x20) <= 'z';
            if (!digit && !letter && character != '-' && character != '_') {
                return false;
            }
            digits |= digit;
        }
        return digits;
    }

    /** The application's id, as claimed. */
    public String application() {
        return application;
    }

    /** Which of the living keys signed it. */
    public String keyId() {
        return keyId;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AppTag
                && ((AppTag) other).signature.equals(signature)
                && ((AppTag) other).application.equals(application)
                && ((AppTag) other).keyId.equals(keyId);
    }

    @Override
    public int hashCode() {
        return Objects.hash(application, keyId, signature);
    }

    /** As it is written into the client name. */
    @Override
    public String toString() {
        return application + "." + keyId + "." + signature;
    }
}
