package io.hdfsthrottle.testkit.siege;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;

/** Generates hostile request bodies: nearly valid JSON, invalid in many ways, or no JSON at all. */
final class HostileBodies {
    private static final List<String> NEARLY_RIGHT = List.of(
            "{\"priority\":100}",
            "{\"priority\":1,\"reservation\":\"900t\",\"limit\":0}",
            "{\"position\":1,\"match\":{},\"tenant\":\"stranger\"}",
            "{\"match\":{\"user\":\"*\",\"address\":\"0.0.0.0/0\"},\"tenant\":\"stranger\"}",
            "{\"application\":\"victim\",\"user\":\"alice\",\"tenant\":\"gold\"}",
            "{\"application\":\"victim\",\"user\":\"alice\",\"tenant\":\"stranger\",\"notBefore\":1,\"secret\":\"k1.AAAA\"}",
            "{\"application\":\"mine-%d\",\"user\":\"mallory\",\"tenant\":\"stranger\"}",
            "{\"secret\":\"k1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}",
            "{\"node\":\"%d\",\"epoch\":1,\"sequence\":1,\"state\":\"pacing\",\"volumes\":[]}",
            "{\"node\":\"dn1:9866\",\"epoch\":9223372036854775807,\"sequence\":0,\"state\":\"pacing\",\"volumes\":[{\"volume\":\"v\","
                    + "\"tenants\":[{\"tenant\":\"gold\",\"weight\":1e308,\"bytes\":9223372036854775807,\"bytesPerSecond\":1,"
                    + "\"entitlement\":1,\"backlogged\":true,\"waitedMillis\":9223372036854775807}]}]}");

    private static final List<String> VALUES = List.of(("null true -1 0 1e999999999 -0.0 \"\" \"\\u0000\" \"\\ud800\""
                    + " \"\\u202e\\ufeff\" \"../../etc/passwd\" \"${jndi:ldap://127.0.0.1/a}\" [] [[[[[[[[[[]]]]]]]]]] {}"
                    + " {\"@class\":\"java.net.URL\"} " + "9".repeat(5_000) + " 1" + "0".repeat(38) + " \""
                    + "a".repeat(5_000)
                    + "\"")
            .split(" ", -1));

    private final Random random;

    HostileBodies(Random random) {
        this.random = random;
    }

    byte[] next() {
        return switch (random.nextInt(12)) {
            case 0 -> new byte[0];
            case 1 -> utf8("[".repeat(1 + random.nextInt(20_000)));
            case 2 -> utf8("{\"a\":".repeat(1 + random.nextInt(5_000)) + "1" + "}".repeat(random.nextInt(5_000)));
            case 3 -> utf8("{\"volumes\":[" + "{},".repeat(random.nextInt(30_000)) + "{}]}");
            case 4 -> HostileRequests.noise(random, 3_000);
            case 5 ->
                utf8("{\"priority\":8" + " ".repeat(random.nextInt(random.nextInt(20) == 0 ? 1_200_000 : 80_000))
                        + "}");
            case 6, 7 -> mutated(utf8(nearlyRight()));
            case 8, 9 ->
                utf8(nearlyRight()
                        .replaceFirst(":[^,}]+", Matcher.quoteReplacement(":" + HostileRequests.pick(random, VALUES))));
            default -> utf8(nearlyRight());
        };
    }

    private String nearlyRight() {
        return HostileRequests.pick(random, NEARLY_RIGHT).replace("%d", "" + random.nextInt(100));
    }

    private byte[] mutated(byte[] bytes) {
        for (int edits = 1 + random.nextInt(5); edits > 0; edits--) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
