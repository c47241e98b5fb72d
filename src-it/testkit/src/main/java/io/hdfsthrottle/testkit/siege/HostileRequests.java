package io.hdfsthrottle.testkit.siege;

import io.hdfsthrottle.identity.SigningKeys;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Generates requests from a seed and a number; bodies are nearly valid JSON, invalid in many ways, or none at all. */
final class HostileRequests {
    private static final List<Credential> CREDENTIALS = List.of(
            Credential.NONE,
            Credential.WRONG,
            Credential.VIEW,
            Credential.ANOTHER_APPLICATIONS,
            Credential.HOSTILE_NODE,
            Credential.POSING_NODE);

    private static final List<String> METHODS = words("GET|PUT|POST|DELETE|HEAD|OPTIONS|PATCH|TRACE|FOO|get|CONNECT");

    private static final List<String> NAMES =
            words("gold|default|victim|dn1:9866|dn9:9866|mine|stranger|hdfs.replication|-gold|"
                    + "a".repeat(300)
                    + "|%00|%|%2e%2e%2f%2e%2e|..|go%20ld|%E2%80%AEg|%ed%a0%80|;x=y|*|%3Cscript%3E|");

    private static final List<String> QUERIES =
            words("|||?dryrun=true|?dryrun=false&dryrun=true|?dryrun=perhaps|?epoch=-1"
                    + "|?epoch=99999999999999999999999&sequence=x|?waitSeconds=1|?waitSeconds=61|?_method=DELETE|?"
                    + "a=b&".repeat(500)
                    + "|?%zz|?\u00e9");

    private static final List<String> HEADERS = words("X-HTTP-Method-Override: PUT|X-Forwarded-For: 127.0.0.1"
            + "|Forwarded: for=127.0.0.1;host=localhost|Transfer-Encoding: chunked|Content-Encoding: gzip"
            + "|Accept-Encoding: gzip, br|Expect: 100-continue|Expect: nothing|If-Match: *|If-Match: "
            + "\"a\",".repeat(1_000)
            + "|If-None-Match: *|Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA"
            + "|Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=="
            + "|Range: bytes=0-,0-,0-|Content-Length: 5|Content-Length: -1|Content-Length: 99999999999999999999"
            + "|Authorization: Basic YWRtaW46YWRtaW4=|Authorization: HdfsThrottle-Node dn1,1,k1,1,00,00"
            + "|Authorization: Negotiate AAAA|No colon| Folded: yes|X-Bytes: \u0001\u00ff|Cookie: "
            + "a=b; ".repeat(300)
            + "|X-Long: "
            + "x".repeat(9_000));

    private static final List<String> TYPES =
            words("application/json|application/json|application/json; charset=utf-16|text/plain"
                    + "|application/x-www-form-urlencoded|multipart/form-data; boundary=x|");

    private static final List<String> NEARLY_RIGHT = List.of(
            "{\"priority\":100}",
            "{\"priority\":1,\"reservationBytesPerSecond\":989560464998400,\"limitBytesPerSecond\":0}",
            "{\"position\":1,\"match\":{},\"tenant\":\"stranger\"}",
            "{\"match\":{\"user\":\"*\",\"address\":\"0.0.0.0/0\"},\"tenant\":\"stranger\"}",
            "{\"application\":\"victim\",\"user\":\"alice\",\"tenant\":\"gold\"}",
            "{\"application\":\"victim\",\"user\":\"alice\",\"tenant\":\"stranger\",\"notBefore\":1,\"secret\":\"k1.AAAA\"}",
            "{\"application\":\"mine-%d\",\"user\":\"mallory\",\"tenant\":\"stranger\"}",
            "{\"secret\":\"k1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}",
            "{\"secret\":\"%s\"}",
            "{\"secret\":\"%s\",\"tenant\":\"gold\"}",
            "{\"node\":\"dn9:9866\",\"epoch\":1,\"sequence\":1,\"state\":\"pacing\",\"volumes\":[]}",
            "{\"node\":\"%d\",\"epoch\":1,\"sequence\":1,\"state\":\"pacing\",\"volumes\":[]}",
            "{\"node\":\"dn1:9866\",\"epoch\":9223372036854775807,\"sequence\":0,\"state\":\"pacing\",\"volumes\":[{\"volume\":\"v\","
                    + "\"tenants\":[{\"tenant\":\"gold\",\"weight\":1e308,\"bytes\":9223372036854775807,\"bytesPerSecond\":1,"
                    + "\"entitlementBytesPerSecond\":1,\"backlogged\":true,\"waitedMillis\":9223372036854775807}]}]}");

    private static final List<String> VALUES =
            words("null|true|-1|0|1e999999999|-0.0|\"\"|\"\\u0000\"|\"\\ud800\"|\"\\u202e\\ufeff\"|\"../../etc/passwd\""
                    + "|\"${jndi:ldap://127.0.0.1/a}\"|[]|[[[[[[[[[[]]]]]]]]]]|{}|{\"@class\":\"java.net.URL\"}|"
                    + "9".repeat(5_000) + "|1" + "0".repeat(38) + "|\""
                    + "a".repeat(5_000)
                    + "\"");

    /** A route of an OpenAPI description, or the method of the route before it. */
    private static final Pattern LINE =
            Pattern.compile("^  (/[^:]*):$|^    (get|put|post|delete):$", Pattern.MULTILINE);

    /**
     * How a request is sent: all of it, and the answer is read; a part, and the connection is closed, stays open, or
     * gets single bytes at long intervals; all of it, and the answer is not read.
     */
    enum Manner {
        WHOLE,
        CUT,
        STALLED,
        TRICKLED,
        UNREAD
    }

    record Request(Manner manner, String latin1, String description) {}

    /** The path has variables in braces. */
    private record Route(String method, String path) {}

    private final long seed;
    private final SigningKeys keys;
    private final String secret;
    private final List<Route> routes = new ArrayList<>();

    /**
     * To the routes of that description of the coordinator's HTTP interface.
     *
     * @param keys what the keys of nodes are made from
     * @param secret of the registration of an application that turned hostile
     */
    HostileRequests(long seed, String openApi, SigningKeys keys, String secret) {
        this.seed = seed;
        this.keys = keys;
        this.secret = secret;
        String path = "";
        for (Matcher line = LINE.matcher(openApi); line.find(); ) {
            if (line.group(1) != null) {
                path = line.group(1);
            } else {
                routes.add(new Route(line.group(2).toUpperCase(Locale.ROOT), path));
            }
        }
    }

    Request request(int number) {
        Random random = new Random(seed * 1_000_003 + number);
        Manner manner = random.nextInt(100) < 88 ? Manner.WHOLE : pick(random, List.of(Manner.values()));
        if (random.nextInt(50) == 0) {
            return new Request(manner, latin1(noHttp(random)), "no HTTP");
        }
        Credential credential = pick(random, CREDENTIALS);
        Route route = pick(random, routes);
        String method = random.nextInt(4) > 0 ? route.method : pick(random, METHODS);
        String target = path(random, route) + pick(random, QUERIES);
        byte[] body = method.equals("GET") && random.nextInt(10) > 0 ? new byte[0] : body(random);
        String head = head(random, credential.authorization(keys, method, target, body), method, target, body.length);
        int times = random.nextInt(100) == 0 ? 50 : 1;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times && all.size() < 1 << 20; i++) {
            all.writeBytes(latin1(head));
            all.writeBytes(body);
        }
        byte[] bytes = all.toByteArray();
        if (manner != Manner.WHOLE && manner != Manner.UNREAD) {
            bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        return new Request(manner, latin1(bytes), method + " " + target + " as " + credential);
    }

    private static String path(Random random, Route route) {
        String path = route.path;
        while (path.contains("{")) {
            path = path.substring(0, path.indexOf('{')) + pick(random, NAMES) + path.substring(path.indexOf('}') + 1);
        }
        return random.nextInt(50) == 0 ? path + "/" + pick(random, NAMES) : path;
    }

    private static String head(Random random, String authorization, String method, String target, int length) {
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.");
        head.append(random.nextInt(50) == 0 ? random.nextInt(10) : 1);
        head.append("\r\nHost: ").append(random.nextInt(50) == 0 ? "evil.example\r\n" : "localhost\r\n");
        head.append(random.nextInt(3) > 0 ? "Connection: close\r\n" : "");
        head.append(line("Authorization: ", authorization));
        head.append(line("Content-Type: ", pick(random, TYPES)));
        head.append(line("Content-Length: ", length > 0 ? "" + length : ""));
        for (int more = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0; more > 0; more--) {
            head.append(pick(random, HEADERS)).append("\r\n");
        }
        return head.append("X-Many: 1\r\n".repeat(random.nextInt(200) == 0 ? 400 : 0)) + "\r\n";
    }

    private static String line(String name, String value) {
        return value.isEmpty() ? "" : name + value + "\r\n";
    }

    private static byte[] noHttp(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3}; // TLS
            case 1 -> latin1("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
            default -> noise(random, 9_000);
        };
    }

    private static byte[] noise(Random random, int most) {
        byte[] noise = new byte[1 + random.nextInt(most)];
        random.nextBytes(noise);
        return noise;
    }

    private static <T> T pick(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private byte[] body(Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> new byte[0];
            case 1 -> utf8("[".repeat(1 + random.nextInt(20_000)));
            case 2 -> utf8("{\"a\":".repeat(1 + random.nextInt(5_000)) + "1" + "}".repeat(random.nextInt(5_000)));
            case 3 -> utf8("{\"volumes\":[" + "{},".repeat(random.nextInt(30_000)) + "{}]}");
            case 4 -> noise(random, 3_000);
            case 5 ->
                utf8("{\"priority\":8" + " ".repeat(random.nextInt(random.nextInt(20) == 0 ? 1_200_000 : 80_000))
                        + "}");
            case 6, 7 -> mutated(random, utf8(nearlyRight(random)));
            case 8, 9 ->
                utf8(nearlyRight(random).replaceFirst(":[^,}]+", Matcher.quoteReplacement(":" + pick(random, VALUES))));
            default -> utf8(nearlyRight(random));
        };
    }

    private String nearlyRight(Random random) {
        return pick(random, NEARLY_RIGHT)
                .replace("%d", "" + random.nextInt(100))
                .replace("%s", secret);
    }

    private static byte[] mutated(Random random, byte[] bytes) {
        for (int edits = 1 + random.nextInt(5); edits > 0; edits--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static List<String> words(String text) {
        return List.of(text.split("\\|", -1));
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
