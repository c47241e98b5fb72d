package io.hdfsthrottle.bench.scenario.coordinator;

import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.NodeKey;
import io.hdfsthrottle.identity.SigningKeys;
import java.util.Base64;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Client names with tags that must not be accepted, made from tags that are or were valid: the victim's, of a live
 * application, that of a live application of a third user, and that of an application that has ended.
 */
record HostileNames(String victims, String thirds, String ended, NodeKey nodeKey) {

    private static final int SIGNATURE = 86;
    private static final String CHARACTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

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

    /**
     * With a signature at random, another key, another application, one character of the signature changed, or signed
     * with what a DataNode has.
     */
    private String forged(SplittableRandom random) {
        byte[] noise = new byte[64];
        random.nextBytes(noise);
        int place = random.nextInt(unsigned().length(), victims.length());
        int former = CHARACTERS.indexOf(victims.charAt(place));
        char other = CHARACTERS.charAt((former + random.nextInt(1, 64)) % 64);
        SigningKeys ofNode = SigningKeys.parse(List.of(nodeKey.lines().get(1).replaceFirst(" .* ", " ")));
        String application = AppTag.parse(victims).orElseThrow().application();
        List<String> forgeries = List.of(
                unsigned() + Base64.getUrlEncoder().withoutPadding().encodeToString(noise),
                application + ".k" + random.nextInt(2, 10_000) + "." + signature(),
                thirds.substring(0, thirds.length() - SIGNATURE) + signature(),
                victims.substring(0, place) + other + victims.substring(place + 1),
                ofNode.sign("default", application, "alice", 1).toString());
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
                unsigned().substring(0, unsigned().length() - 1) + ".." + signature(),
                "a b " + victims,
                "\u00fc\u0000\n" + victims,
                "x at /127.0.0.1:1 [Sending block BP-1:blk_1_1]" + victims,
                "y".repeat(150) + victims,
                "." + signature());
        return flaws.get(random.nextInt(flaws.size()));
    }
}
