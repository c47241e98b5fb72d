package io.hdfsthrottle.bench.scenario.coordinator;

import io.hdfsthrottle.identity.AppTag;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Client names with tags that must not be accepted, made from tags that are or were valid: the victim's, of a live
 * application, that of a live application of a third user, and that of an application that has ended.
 */
record HostileNames(String victims, String thirds, String ended) {

    private static final int SIGNATURE = 32;

    /** The defect of a client's tag, and the figure of the hook that has to count it. */
    enum Hostility {
        FORGED("ForgedTags"),
        /** It is another user's, copied unchanged from a log. */
        COPIED("CrossUserTags"),
        /** It was valid once, and its application has ended. */
        REPLAYED("DeadTags"),
        /** It is valid, and was signed for an application of a third user. */
        CROSS_USER("CrossUserTags"),
        MALFORMED("MalformedTags"),
        OVERSIZE("OversizeTags");

        final String figure;

        Hostility(String figure) {
            this.figure = figure;
        }
    }

    String next(Hostility kind, SplittableRandom random) {
        String tag =
                switch (kind) {
                    case FORGED -> forged(random);
                    case COPIED -> victims;
                    case REPLAYED -> ended;
                    case CROSS_USER -> thirds;
                    case MALFORMED -> malformed(random);
                    case OVERSIZE -> "x".repeat(random.nextInt(AppTag.LONGEST_CLIENT_NAME, 3_000)) + victims;
                };
        return "DFSClient_" + tag + "_" + random.nextInt() + "_" + random.nextInt(1, 10_000);
    }

    /** With a signature at random, another key, another application, or one digit of the signature changed. */
    private String forged(SplittableRandom random) {
        byte[] noise = new byte[SIGNATURE / 2];
        random.nextBytes(noise);
        int place = random.nextInt(unsigned().length(), victims.length());
        int digit = (Character.digit(victims.charAt(place), 16) + random.nextInt(1, 16)) % 16;
        String application = AppTag.parse(victims).orElseThrow().application();
        List<String> forgeries = List.of(
                unsigned() + HexFormat.of().formatHex(noise),
                application + ".k" + random.nextInt(2, 10_000) + "." + signature(),
                thirds.substring(0, thirds.length() - SIGNATURE) + signature(),
                victims.substring(0, place) + Character.forDigit(digit, 16) + victims.substring(place + 1));
        return forgeries.get(random.nextInt(forgeries.size()));
    }

    private String unsigned() {
        return victims.substring(0, victims.length() - SIGNATURE);
    }

    private String signature() {
        return victims.substring(victims.length() - SIGNATURE);
    }

    private String malformed(SplittableRandom random) {
        List<String> flaws = List.of(
                victims + random.nextInt(10),
                victims.substring(0, victims.length() - random.nextInt(1, 8)),
                unsigned() + "A" + signature().substring(1).toUpperCase(Locale.ROOT),
                unsigned() + "g" + signature().substring(1),
                unsigned().substring(0, unsigned().length() - 1) + ".." + signature(),
                "a b " + victims,
                "\u00fc\u0000\n" + victims,
                "x at /127.0.0.1:1 [Sending block BP-1:blk_1_1]" + victims,
                "y".repeat(150) + victims,
                "." + signature());
        return flaws.get(random.nextInt(flaws.size()));
    }
}
