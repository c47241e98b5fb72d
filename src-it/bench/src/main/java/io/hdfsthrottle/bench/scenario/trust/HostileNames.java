package io.hdfsthrottle.bench.scenario.trust;

import io.hdfsthrottle.identity.AppTag;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * Client names with tags that must not be accepted, made from tags that are or were valid.
 *
 * @param victims a valid tag of a live application
 * @param thirds a valid tag of a live application of a third user
 * @param ended a formerly valid tag of an application that has ended
 */
record HostileNames(String victims, String thirds, String ended) {

    private static final int HEX = 16;
    private static final int SIGNATURE = 32;
    private static final int LONGEST = 3_000;

    /** The defect of a client's tag. */
    enum Hostility {
        /** Its signature is invalid. */
        FORGED("ForgedTags"),
        /** It is another user's, copied unchanged from a log. */
        COPIED("CrossUserTags"),
        /** It was valid once, and its application has ended. */
        REPLAYED("DeadTags"),
        /** It is valid, and was signed for an application of a third user. */
        CROSS_USER("CrossUserTags"),
        /** It is not in the format of a tag. */
        MALFORMED("MalformedTags"),
        /** It is in a name that is far too long. */
        OVERSIZE("OversizeTags");

        /** The figure of the hook that has to count it. */
        final String figure;

        Hostility(String figure) {
            this.figure = figure;
        }
    }

    /** The next name of that kind. */
    String next(Hostility kind, SplittableRandom random) {
        return "DFSClient_" + tag(kind, random) + "_" + random.nextInt() + "_" + random.nextInt(1, 10_000);
    }

    private String tag(Hostility kind, SplittableRandom random) {
        return switch (kind) {
            case FORGED -> forged(random);
            case COPIED -> victims;
            case REPLAYED -> ended;
            case CROSS_USER -> thirds;
            case MALFORMED -> malformed(random);
            case OVERSIZE -> "x".repeat(random.nextInt(AppTag.LONGEST_CLIENT_NAME, LONGEST)) + victims;
        };
    }

    private String forged(SplittableRandom random) {
        AppTag right = AppTag.parse(victims).orElseThrow();
        String signature = victims.substring(beforeSignature());
        List<String> forgeries = List.of(
                right.application() + "." + right.keyId() + "." + randomSignature(random),
                right.application() + ".k" + random.nextInt(2, 10_000) + "." + signature,
                thirds.substring(0, thirds.length() - SIGNATURE) + signature,
                withOneDigitChanged(random));
        return forgeries.get(random.nextInt(forgeries.size()));
    }

    private int beforeSignature() {
        return victims.length() - SIGNATURE;
    }

    private String withOneDigitChanged(SplittableRandom random) {
        int place = random.nextInt(beforeSignature(), victims.length());
        int digit = Character.digit(victims.charAt(place), HEX);
        char another = Character.forDigit((digit + random.nextInt(1, HEX)) % HEX, HEX);
        return victims.substring(0, place) + another + victims.substring(place + 1);
    }

    private static String randomSignature(SplittableRandom random) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < SIGNATURE; i++) {
            digits.append(Character.forDigit(random.nextInt(HEX), HEX));
        }
        return digits.toString();
    }

    private String malformed(SplittableRandom random) {
        String begin = victims.substring(0, beforeSignature());
        String signature = victims.substring(beforeSignature());
        List<String> flaws = List.of(
                victims + random.nextInt(10),
                victims.substring(0, victims.length() - random.nextInt(1, 8)),
                begin + "A" + signature.substring(1).toUpperCase(Locale.ROOT),
                begin + "g" + signature.substring(1),
                begin.substring(0, begin.length() - 1) + ".." + signature,
                "a b " + victims,
                "\u00fc\u0000\n" + victims,
                "x at /127.0.0.1:1 [Sending block BP-1:blk_1_1]" + victims,
                "y".repeat(150) + victims,
                "." + signature);
        return flaws.get(random.nextInt(flaws.size()));
    }
}
