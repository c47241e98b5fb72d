package io.hdfsthrottle.testkit.siege;

import io.hdfsthrottle.testkit.siege.HostileRequest.Manner;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Generates hostile requests from a seed: the same seed and number give the same request. */
final class HostileRequests {
    private static final List<Credential> CREDENTIALS = List.of(
            Credential.NONE, Credential.WRONG, Credential.VIEW, Credential.ANOTHER_APPLICATIONS, Credential.NODE);

    private static final List<String> METHODS = words("GET PUT POST DELETE HEAD OPTIONS PATCH TRACE FOO get CONNECT");

    /** The last one is empty. */
    private static final List<String> NAMES = words("gold default victim dn1:9866 stranger hdfs.replication -gold "
            + "a".repeat(300)
            + " %00 % %2e%2e%2f%2e%2e .. go%20ld %E2%80%AEg %ed%a0%80 ;x=y * %3Cscript%3E ");

    /** The first ones are empty. */
    private static final List<String> QUERIES =
            words("   ?dryrun=true ?dryrun=false&dryrun=true ?dryrun=perhaps ?epoch=-1"
                    + " ?epoch=99999999999999999999999&sequence=x ?waitSeconds=1 ?waitSeconds=61 ?_method=DELETE ?"
                    + "a=b&".repeat(500)
                    + " ?%zz ?\u00e9");

    private static final List<String> HEADERS = List.of(
            "X-HTTP-Method-Override: PUT",
            "X-Forwarded-For: 127.0.0.1",
            "Forwarded: for=127.0.0.1;host=localhost",
            "Transfer-Encoding: chunked",
            "Content-Encoding: gzip",
            "Accept-Encoding: gzip, br",
            "Expect: 100-continue",
            "Expect: nothing",
            "If-Match: *",
            "If-Match: " + "\"a\",".repeat(1_000),
            "If-None-Match: *",
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA",
            "Range: bytes=0-,0-,0-",
            "Content-Length: 5",
            "Content-Length: -1",
            "Content-Length: 99999999999999999999",
            "Authorization: Basic YWRtaW46YWRtaW4=",
            "Authorization: HdfsThrottle-Node k1:1:00:00",
            "Authorization: Negotiate AAAA",
            "Cookie: " + "a=b; ".repeat(300),
            "X-Long: " + "x".repeat(9_000),
            "No colon",
            " Folded: yes",
            "X-Bytes: \u0001\u00ff");

    private static final List<String> TYPES = List.of(
            "application/json",
            "application/json",
            "application/json; charset=utf-16",
            "text/plain",
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "");

    private static List<String> words(String separatedBySpaces) {
        return List.of(separatedBySpaces.split(" ", -1));
    }

    private final long seed;
    private final List<Route> routes;

    HostileRequests(long seed, List<Route> routes) {
        this.seed = seed;
        this.routes = routes;
    }

    HostileRequest request(int number) {
        Random random = new Random(seed * 1_000_003 + number);
        Manner manner = manner(random);
        if (random.nextInt(50) == 0) {
            return new HostileRequest(manner, noHttp(random), "no HTTP");
        }
        Credential credential = pick(random, CREDENTIALS);
        Route route = pick(random, routes);
        String method = random.nextInt(4) > 0 ? route.method() : pick(random, METHODS);
        String target = path(random, route) + pick(random, QUERIES);
        byte[] body = method.equals("GET") && random.nextInt(10) > 0 ? new byte[0] : new HostileBodies(random).next();
        String head = head(random, credential, method, target, body.length);
        int times = random.nextInt(100) == 0 ? 50 : 1;
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < times && all.size() < 1 << 20; i++) {
            all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
            all.writeBytes(body);
        }
        byte[] bytes = all.toByteArray();
        if (manner != Manner.WHOLE && manner != Manner.UNREAD) {
            bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
        }
        return new HostileRequest(manner, bytes, method + " " + target + " as " + credential);
    }

    private static Manner manner(Random random) {
        int one = random.nextInt(100);
        return one < 88 ? Manner.WHOLE : pick(random, List.of(Manner.values()));
    }

    private static String path(Random random, Route route) {
        String path = route.path();
        while (path.contains("{")) {
            path = path.substring(0, path.indexOf('{')) + pick(random, NAMES) + path.substring(path.indexOf('}') + 1);
        }
        return random.nextInt(50) == 0 ? path + "/" + pick(random, NAMES) : path;
    }

    private static String head(Random random, Credential credential, String method, String target, int length) {
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.");
        head.append(random.nextInt(50) == 0 ? random.nextInt(10) : 1);
        head.append("\r\nHost: ").append(random.nextInt(50) == 0 ? "evil.example\r\n" : "localhost\r\n");
        head.append(random.nextInt(3) > 0 ? "Connection: close\r\n" : "");
        credential.authorization().ifPresent(proof -> head.append("Authorization: " + proof + "\r\n"));
        String type = pick(random, TYPES);
        head.append(type.isEmpty() ? "" : "Content-Type: " + type + "\r\n");
        head.append(length > 0 ? "Content-Length: " + length + "\r\n" : "");
        for (int more = random.nextInt(3) == 0 ? 1 + random.nextInt(3) : 0; more > 0; more--) {
            head.append(pick(random, HEADERS)).append("\r\n");
        }
        return head.append("X-Many: 1\r\n".repeat(random.nextInt(200) == 0 ? 400 : 0))
                .append("\r\n")
                .toString();
    }

    private static byte[] noHttp(Random random) {
        return switch (random.nextInt(3)) {
            case 0 -> new byte[] {0x16, 3, 1, 2, 0, 1, 0, 1, (byte) 0xfc, 3, 3}; // TLS
            case 1 -> "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
            default -> noise(random, 9_000);
        };
    }

    /** At least one byte. */
    static byte[] noise(Random random, int most) {
        byte[] noise = new byte[1 + random.nextInt(most)];
        random.nextBytes(noise);
        return noise;
    }

    static <T> T pick(Random random, List<T> list) {
        return list.get(random.nextInt(list.size()));
    }
}
