package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.disk.Device;
import io.hdfsthrottle.cli.disk.Finding;
import io.hdfsthrottle.cli.disk.Measured;
import io.hdfsthrottle.cli.disk.Verdict;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.unit.Rate;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What a calibration found, for people and for programs. */
final class CalibrationAnswer {
    private static final double MIB = 1 << 20;
    private static final String CAPACITY = "hdfs.throttle.volume.capacity";

    private CalibrationAnswer() {}

    static void print(List<Finding> findings, PrintWriter out) {
        for (Finding finding : findings) {
            out.println(PlainText.of(finding.folder() + ": " + below(finding) + ", measured with " + finding.with()));
            Table table = new Table("ACCESS", "MiB/s", "REQUESTS/s", "SPREAD", "OTHER LOAD");
            for (Measured measured : finding.measured()) {
                table.row(
                        measured.access().label(),
                        number(measured.median() / MIB),
                        number(measured.requestsPerSecond()),
                        percent(measured.spread()),
                        finding.device().isPresent() ? percent(measured.foreign()) : "not known");
            }
            table.print(out);
            Verdict verdict = finding.verdict();
            out.println("How sure: " + word(verdict.sure()));
            verdict.reasons().forEach(reason -> out.println("  " + reason));
            out.println(verdict.fixedCapacity()
                    .map(rate -> CAPACITY + "=auto, the default, needs none of these figures; for a fixed one: " + rate)
                    .orElse("These figures say nothing about a disk: no fixed " + CAPACITY + " follows."));
            out.println();
        }
    }

    private static String below(Finding finding) {
        return finding.device()
                        .map(device -> "device " + device.id() + " (" + device.name() + "), "
                                + device.kind().label())
                        .orElse("no block device")
                + ", " + finding.fileSystem();
    }

    private static String word(Verdict.Sure sure) {
        return switch (sure) {
            case YES -> "sure";
            case FAIRLY -> "fairly sure";
            case NO -> "not sure";
        };
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.0f", value);
    }

    private static String percent(double part) {
        return String.format(Locale.ROOT, "%.0f %%", part * 100);
    }

    static String json(List<Finding> findings) {
        return JsonObject.write(Map.of(
                "paths", findings.stream().map(CalibrationAnswer::members).toList()));
    }

    private static Map<String, Object> members(Finding finding) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("path", finding.folder().toString());
        members.put("fileSystem", finding.fileSystem());
        members.put("device", finding.device().map(CalibrationAnswer::members).orElse(null));
        members.put("measuredWith", finding.with());
        List<Object> all = new ArrayList<>();
        finding.measured()
                .forEach(measured -> all.add(members(measured, finding.device().isPresent())));
        members.put("measured", all);
        members.put("sure", word(finding.verdict().sure()));
        members.put("reasons", finding.verdict().reasons());
        members.put(
                "fixedCapacity",
                finding.verdict().fixedCapacity().map(Rate::toString).orElse(null));
        return members;
    }

    private static Map<String, Object> members(Device device) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("id", device.id());
        members.put("name", device.name());
        members.put("kind", device.kind().label());
        return members;
    }

    private static Map<String, Object> members(Measured measured, boolean hasDevice) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("access", measured.access().label());
        members.put("requestBytes", measured.access().requestBytes());
        members.put("atATime", measured.access().atATime());
        members.put("bytesPerSecond", Math.round(measured.median()));
        members.put(
                "repeats", measured.bytesPerSecond().stream().map(Math::round).toList());
        members.put("spread", measured.spread());
        members.put("otherLoad", hasDevice ? measured.foreign() : null);
        return members;
    }
}
