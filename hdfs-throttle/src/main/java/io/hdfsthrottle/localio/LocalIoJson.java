package io.hdfsthrottle.localio;

import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.unit.Rate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Writes and reads claims, executors and the use of disks as JSON, for all ends of the wire. What is wrong in part is
 * refused whole, by {@link MalformedJsonException} or {@link IllegalArgumentException}.
 */
public final class LocalIoJson {

    /** The most claims in one message. */
    public static final int MOST_CLAIMS = 100;

    private static final int LONGEST_REASON = 300;

    private LocalIoJson() {}

    /** A claim, as a member of something larger. */
    public static Map<String, Object> claim(ExecutorClaim claim) {
        List<Object> devices = new ArrayList<>();
        for (DeviceBytes each : claim.devices()) {
            Map<String, Object> device = new LinkedHashMap<>();
            device.put("device", each.device());
            device.put("directories", each.directories());
            device.put("readBytes", each.read());
            device.put("writtenBytes", each.written());
            devices.add(device);
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("executor", claim.executor());
        json.put("machine", claim.machine());
        json.put("pid", claim.pid());
        json.put("startTicks", claim.startTicks());
        json.put("devices", devices);
        json.put("hdfsReadBytes", claim.hdfsRead());
        json.put("hdfsWrittenBytes", claim.hdfsWritten());
        claim.load().ifPresent(load -> json.put("load", load(load)));
        return json;
    }

    private static Map<String, Object> load(ExecutorLoad load) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("tasks", load.tasks());
        json.put("stages", load.stages());
        json.put("processorPercent", load.processorPercent());
        json.put("heapBytes", load.heapBytes());
        return json;
    }

    /** Reads a claim. */
    public static ExecutorClaim claim(JsonObject json) throws MalformedJsonException {
        List<DeviceBytes> devices = json.objects(
                "devices",
                ExecutorClaim.MOST_DEVICES,
                each -> DeviceBytes.of(
                        each.text("device"),
                        (int) Math.min(each.count("directories"), Short.MAX_VALUE),
                        each.count("readBytes"),
                        each.count("writtenBytes")));
        ExecutorClaim claim = ExecutorClaim.of(
                        json.text("executor"),
                        json.text("machine"),
                        json.count("pid"),
                        json.count("startTicks"),
                        devices)
                .withHdfs(
                        json.optionalCount("hdfsReadBytes").orElse(0L),
                        json.optionalCount("hdfsWrittenBytes").orElse(0L));
        Optional<JsonObject> load = json.optionalObject("load");
        return load.isPresent() ? claim.withLoad(load(load.get())) : claim;
    }

    private static ExecutorLoad load(JsonObject json) throws MalformedJsonException {
        return ExecutorLoad.of(
                json.count("tasks"), json.count("stages"), json.count("processorPercent"), json.count("heapBytes"));
    }

    /** An application's claims with the secret that proves it, as one line. */
    public static String claims(String secret, List<ExecutorClaim> claims) {
        List<Object> executors = new ArrayList<>();
        claims.forEach(each -> executors.add(claim(each)));
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("secret", secret);
        json.put("executors", executors);
        return JsonObject.write(json);
    }

    /** Reads the claims of {@link #claims(String, List)}. */
    public static List<ExecutorClaim> claims(JsonObject json) throws MalformedJsonException {
        return json.objects("executors", MOST_CLAIMS, LocalIoJson::claim);
    }

    /** The executors that a coordinator reports to a node, as one line. */
    public static String executors(List<LocalExecutor> executors) {
        List<Object> all = new ArrayList<>();
        for (LocalExecutor each : executors) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("application", each.application());
            json.put("user", each.user());
            json.put("tenant", each.tenant().name());
            json.putAll(claim(each.claim()));
            all.add(json);
        }
        return JsonObject.write(Map.of("executors", all));
    }

    /** Reads the executors that a coordinator reported. */
    public static List<LocalExecutor> executors(String text) throws MalformedJsonException {
        return JsonObject.parse(text)
                .objects(
                        "executors",
                        LocalExecutor.MOST,
                        each -> LocalExecutor.of(
                                each.text("application"),
                                each.text("user"),
                                Tenant.named(each.text("tenant")),
                                claim(each)));
    }

    /** The use of a disk, as a member of a volume. */
    public static Map<String, Object> use(DiskUse use) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("device", use.device());
        json.put("totalBytesPerSecond", use.total().bytesPerSecond());
        json.put("hdfsBytesPerSecond", use.hdfs().bytesPerSecond());
        json.put("executorsBytesPerSecond", use.executors().bytesPerSecond());
        return json;
    }

    /** Reads the use of a disk from a volume's member {@code disk}; nothing from a node that does not report it. */
    public static Optional<DiskUse> use(JsonObject volume) throws MalformedJsonException {
        Optional<JsonObject> json = volume.optionalObject("disk");
        return json.isEmpty() ? Optional.empty() : Optional.of(readUse(json.get()));
    }

    private static DiskUse readUse(JsonObject json) throws MalformedJsonException {
        String device = DeviceBytes.of(json.text("device"), 1, 0, 0).device();
        return new DiskUse(
                device,
                rate(json, "totalBytesPerSecond"),
                rate(json, "hdfsBytesPerSecond"),
                rate(json, "executorsBytesPerSecond"));
    }

    /** The standings of executors, as a member of a report. */
    public static List<Object> standings(List<ExecutorStanding> standings) {
        List<Object> all = new ArrayList<>();
        for (ExecutorStanding each : standings) {
            Map<String, Object> json = new LinkedHashMap<>();
            json.put("application", each.application());
            json.put("executor", each.executor());
            json.put("tenant", each.tenant().name());
            json.put("state", each.state().label());
            json.put("bytesPerSecond", each.rate().bytesPerSecond());
            json.put("reason", each.reason());
            all.add(json);
        }
        return all;
    }

    /**
     * Reads the standings of executors from a report's member {@code executors}; none from a node that does not report
     * them.
     */
    public static List<ExecutorStanding> standings(JsonObject report) throws MalformedJsonException {
        List<ExecutorStanding> standings = new ArrayList<>();
        for (JsonObject each : report.objects("executors", LocalExecutor.MOST)) {
            String reason = PlainText.of(each.optionalText("reason").orElse(""));
            standings.add(new ExecutorStanding(
                    PlainText.of(each.text("application")),
                    PlainText.of(each.text("executor")),
                    Tenant.named(each.text("tenant")),
                    ExecutorStanding.State.labelled(each.text("state")),
                    rate(each, "bytesPerSecond"),
                    reason.substring(0, Math.min(reason.length(), LONGEST_REASON))));
        }
        return standings;
    }

    private static Rate rate(JsonObject json, String member) throws MalformedJsonException {
        return Rate.ofBytesPerSecond(json.count(member));
    }
}
