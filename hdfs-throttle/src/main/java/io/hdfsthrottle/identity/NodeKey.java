package io.hdfsthrottle.identity;

import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The key of one node, which coordinators derive from theirs ({@link SigningKeys#nodeKey}): with its public part the
 * node verifies tags, with its secret part it proves to be that node and no other. It signs no tag and is of no use for
 * another node's name.
 *
 * <p>Written {@code node <host> <issued, seconds since 1970>}, then a line {@code <key id> <public key> <secret>} for
 * each living key of the coordinators, at most two, the first signs; empty lines and lines beginning with # do not
 * count. Immutable and thread-safe.
 */
public final class NodeKey {

    /** What names a host or node, for messages. */
    public static final String HOST_RULE = "1 to 255 of A-Z a-z 0-9 . _ : -";

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._:-]{1,255}");
    private static final Pattern PORT = Pattern.compile("[1-9][0-9]{0,4}");
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final String FIRST = "node <host> <seconds since 1970>";
    private static final String OTHERS = "<key id> <public key> <secret>";

    private final String host;
    private final long issuedSeconds;
    private final Map<String, byte[]> publicKeys;
    private final Map<String, byte[]> secrets;

    NodeKey(String host, long issuedSeconds, Map<String, byte[]> publicKeys, Map<String, byte[]> secrets) {
        if (!isHost(host)) {
            throw new IllegalArgumentException("a node's key is for a host: " + HOST_RULE);
        }
        this.host = host;
        this.issuedSeconds = issuedSeconds;
        this.publicKeys = Collections.unmodifiableMap(publicKeys);
        this.secrets = Collections.unmodifiableMap(secrets);
    }

    /** Whether keys can be issued for that name. */
    public static boolean isHost(String name) {
        return HOST.matcher(name).matches();
    }

    /**
     * Reads a key as {@link #lines} wrote it.
     *
     * @throws IllegalArgumentException if it is malformed; never shows the key
     */
    public static NodeKey parse(List<String> lines) {
        List<String[]> written = lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                .map(line -> line.split("\\s+", -1))
                .collect(Collectors.toList());
        String[] first = written.isEmpty() ? new String[0] : written.get(0);
        if (first.length != 3
                || !first[0].equals("node")
                || !isHost(first[1])
                || !SECONDS.matcher(first[2]).matches()) {
            throw new IllegalArgumentException("the first line of a node's key is not '" + FIRST
                    + "'; hdfs-throttle node-key makes the file on a coordinator");
        }
        Map<String, byte[]> publicKeys = new LinkedHashMap<>();
        Map<String, byte[]> secrets = new LinkedHashMap<>();
        for (String[] parts : written.subList(1, written.size())) {
            boolean whole =
                    parts.length == 3 && SigningKeys.KEY_ID.matcher(parts[0]).matches();
            byte[] publicKey = whole ? SigningKeys.decode(parts[1]) : new byte[0];
            byte[] secret = whole ? SigningKeys.decode(parts[2]) : new byte[0];
            if (publicKey.length != TagSignature.KEY_BYTES
                    || secret.length != TagSignature.KEY_BYTES
                    || publicKeys.put(parts[0], publicKey) != null) {
                throw new IllegalArgumentException(
                        "a line of the node's key is not '" + OTHERS + "', each id once; make the file again");
            }
            secrets.put(parts[0], secret);
        }
        if (secrets.isEmpty() || secrets.size() > SigningKeys.MOST_KEYS) {
            throw new IllegalArgumentException(
                    "a node's key has one or two lines '" + OTHERS + "', not " + secrets.size());
        }
        return new NodeKey(first[1], Long.parseLong(first[2]), publicKeys, secrets);
    }

    /** As its file is written: a secret. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("node " + host + " " + issuedSeconds));
        Base64.Encoder base64 = Base64.getEncoder();
        publicKeys.forEach((id, key) ->
                lines.add(id + " " + base64.encodeToString(key) + " " + base64.encodeToString(secrets.get(id))));
        return lines;
    }

    /** Whether one of the living keys signed this tag for exactly these. */
    public boolean verifies(AppTag tag, String cluster, String user, long notBefore) {
        byte[] key = publicKeys.get(tag.keyId());
        return key != null && tag.isOf(key, cluster, user, notBefore);
    }

    /** Whether a node of that name may use it: it is its own, or that of its host, {@code <host>:<port>}. */
    public boolean isOf(String node) {
        return covers(host, node);
    }

    /** Whether what is for that host is for that node, too: it has its name, or is a {@code <host>:<port>} of it. */
    public static boolean covers(String host, String node) {
        return node.equals(host)
                || (node.startsWith(host + ":")
                        && PORT.matcher(node.substring(host.length() + 1)).matches());
    }

    /** The host of a node's name: what is before its port, if it has one. */
    public static String hostOf(String node) {
        int port = node.lastIndexOf(':') + 1;
        return port > 1 && PORT.matcher(node.substring(port)).matches() ? node.substring(0, port - 1) : node;
    }

    /** The fingerprints of the public keys. */
    public KeyFingerprints fingerprints() {
        return KeyFingerprints.of(publicKeys);
    }

    /** For whom it is. */
    public String host() {
        return host;
    }

    long issuedSeconds() {
        return issuedSeconds;
    }

    String signingKeyId() {
        return secrets.keySet().iterator().next();
    }

    byte[] secret() {
        return secrets.get(signingKeyId());
    }

    /** Without a secret. */
    @Override
    public String toString() {
        return "key of node " + host + " " + publicKeys.keySet();
    }
}
