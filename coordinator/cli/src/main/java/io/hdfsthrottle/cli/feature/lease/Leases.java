package io.hdfsthrottle.cli.feature.lease;

import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Optional;

/** The REST paths of leases, and the text of the answers. */
final class Leases {
    private Leases() {}

    static String path(String id) {
        return "/v1/leases/" + Subcommands.encoded(id);
    }

    /** @param seconds since 1970 */
    static String time(long seconds) {
        return Instant.ofEpochSecond(seconds).toString();
    }

    /** Prints a lease that is held or waits, and its disks, one a line. */
    static void print(JsonObject lease, PrintWriter out, String remark) throws MalformedJsonException {
        out.println(PlainText.of(sentence(lease) + remark));
        for (JsonObject disk : lease.objects("holds", Integer.MAX_VALUE)) {
            out.println(PlainText.of(
                    "  " + disk.text("node") + " " + String.join(", ", disk.texts("volumes", Integer.MAX_VALUE))));
        }
    }

    static String sentence(JsonObject lease) throws MalformedJsonException {
        String what = lease.text("lease") + ": " + lease.count("disks") + " disks on each of " + lease.count("nodes")
                + " nodes, for " + lease.text("user");
        return switch (lease.text("state")) {
            case "waiting" ->
                what + ", waits until " + time(lease.count("until")) + expects(lease.optionalObject("outlook"));
            case "draining" -> what + ", begins when drained, at " + time(lease.count("since")) + " at the latest";
            default ->
                what + ", until " + time(lease.count("until")) + left(lease.optionalCount("leftBytes"))
                        + othersIo(lease.optionalCount("othersBytes"), lease.optionalCount("othersSince"));
        };
    }

    private static String left(Optional<Long> bytes) {
        return bytes.filter(count -> count > 0)
                .map(count -> "; began with " + count + " bytes of others on its disks")
                .orElse("");
    }

    private static String othersIo(Optional<Long> bytes, Optional<Long> since) {
        return bytes.filter(count -> count > 0)
                .map(count -> "; others moved " + count + " bytes there since "
                        + since.map(Leases::time).orElse("it began"))
                .orElse("");
    }

    private static String expects(Optional<JsonObject> outlook) throws MalformedJsonException {
        if (outlook.isEmpty()) {
            return "";
        }
        JsonObject expected = outlook.get();
        Optional<Long> notBefore = expected.optionalCount("notBefore");
        return "; " + expected.count("ahead") + " requests come first, " + expected.count("nodesWithEnough")
                + " nodes have enough free"
                + notBefore.map(time -> ", not before " + time(time)).orElse("");
    }
}
