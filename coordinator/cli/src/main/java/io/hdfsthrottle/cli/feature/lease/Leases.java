package io.hdfsthrottle.cli.feature.lease;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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
        Set<String> draining = disks(lease, "draining");
        for (String disk : disks(lease, "holds")) {
            out.println(PlainText.of("  " + disk + (draining.contains(disk) ? " (draining)" : "")));
        }
    }

    /** Prints the disks that a lease had before it was resized, and has no more. */
    static void printGivenBack(JsonObject before, JsonObject after, PrintWriter out) throws MalformedJsonException {
        Set<String> gone = disks(before, "holds");
        gone.removeAll(disks(after, "holds"));
        for (String disk : gone) {
            out.println(PlainText.of("  given back: " + disk));
        }
    }

    private static Set<String> disks(JsonObject lease, String member) throws MalformedJsonException {
        Set<String> disks = new LinkedHashSet<>();
        for (JsonObject disk : lease.objects(member, Integer.MAX_VALUE)) {
            disks.add(disk.text("node") + " " + String.join(", ", disk.texts("volumes", Integer.MAX_VALUE)));
        }
        return disks;
    }

    /** A disk as requests name it, from {@code NODE=VOLUME}. */
    static Map<String, Object> named(String written) {
        int end = written.indexOf('=');
        if (end < 1 || end == written.length() - 1) {
            throw Failure.wronglyAsked(
                    "--disk: " + written + " names no disk; a good value is dn1.example.com:9866=DS-5f0c", null);
        }
        Map<String, Object> disk = new LinkedHashMap<>();
        disk.put("node", written.substring(0, end));
        disk.put("volumes", List.of(written.substring(end + 1)));
        return disk;
    }

    static String sentence(JsonObject lease) throws MalformedJsonException {
        String what = lease.text("lease") + ": " + lease.count("disks") + " disks on each of " + lease.count("nodes")
                + " nodes, for " + lease.text("user");
        return switch (lease.text("state")) {
            case "waiting" ->
                what + ", waits until " + time(lease.count("until")) + expects(lease.optionalObject("outlook"));
            case "draining" -> what + ", begins when drained, at " + time(lease.count("since")) + " at the latest";
            default ->
                what + ", until " + time(lease.count("until")) + floor(lease) + left(lease.optionalCount("leftBytes"))
                        + othersIo(lease.optionalCount("othersBytes"), lease.optionalCount("othersSince"));
        };
    }

    /** What others have of disks that are not drained. */
    private static String floor(JsonObject lease) throws MalformedJsonException {
        return lease.flag("drain")
                ? ""
                : "; what others stored there stays, and they get up to "
                        + Math.round(100 * lease.number("othersFloor")) + " % while its tenant wants all";
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

    private static String unavailable(JsonObject outlook) throws MalformedJsonException {
        JsonObject volumes = outlook.object("unavailable");
        StringBuilder text = new StringBuilder();
        for (String volume : volumes.names()) {
            text.append("; ").append(volume).append(": ").append(volumes.text(volume));
        }
        return text.toString();
    }

    private static String expects(Optional<JsonObject> outlook) throws MalformedJsonException {
        if (outlook.isEmpty()) {
            return "";
        }
        JsonObject expected = outlook.get();
        Optional<Long> notBefore = expected.optionalCount("notBefore");
        return "; " + expected.count("ahead") + " requests come first, " + expected.count("nodesWithEnough")
                + " nodes have enough free"
                + notBefore.map(time -> ", not before " + time(time)).orElse("") + unavailable(expected);
    }
}
