package io.hdfsthrottle.cli.feature.timeline;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.List;

/**
 * What a coordinator said of tenants and what is below them. Immutable.
 *
 * @param summary how many there are
 * @param tenants the greatest first
 * @param rest applications, or tenants on disks, the greatest first
 * @param isPast whether the rest are tenants on disks
 */
record Usage(String summary, List<Row> tenants, List<Row> rest, boolean isPast) {
    static final Usage NOTHING = new Usage("asking the coordinator", List.of(), List.of(), false);

    private static final long MINUTE = 60;
    private static final String OTHERS = "(others)";

    /** The answer of {@code /v1/history/now}. */
    static Usage now(JsonObject answer) throws MalformedJsonException {
        List<Row> tenants = new ArrayList<>();
        for (JsonObject each : answer.objects("tenants", Integer.MAX_VALUE)) {
            tenants.add(new Row(
                    each.optionalText("tenant").orElse(OTHERS),
                    "",
                    "",
                    each.count("givenBytesPerSecond"),
                    each.count("entitlementBytesPerSecond"),
                    each.count("demandBytesPerSecond"),
                    each.count("waitedMillis")));
        }
        List<Row> applications = new ArrayList<>();
        for (JsonObject each : answer.objects("applications", Integer.MAX_VALUE)) {
            applications.add(new Row(
                    each.text("application"),
                    each.text("tenant"),
                    each.text("name"),
                    each.count("givenBytesPerSecond"),
                    0,
                    0,
                    each.count("waitedMillis")));
        }
        String summary =
                answer.count("tenantsInAll") + " tenants, " + answer.count("applicationsInAll") + " applications";
        return new Usage(summary, tenants, applications, false);
    }

    /** Answers of {@code /v1/history} of one minute: of all disks, and of each. */
    static Usage past(JsonObject all, JsonObject each, Sort sort, String filter) throws MalformedJsonException {
        List<Row> tenants = minute(all);
        List<Row> places = minute(each);
        String summary = tenants.isEmpty()
                ? "nothing is known of that minute"
                : tenants.size() + " tenants, " + places.size() + " times a tenant on a disk";
        return new Usage(summary, Row.sorted(tenants, sort, filter), Row.sorted(places, sort, filter), true);
    }

    private static List<Row> minute(JsonObject answer) throws MalformedJsonException {
        List<Row> rows = new ArrayList<>();
        for (JsonObject each : answer.objects("series", Integer.MAX_VALUE)) {
            if (isKnown(each)) {
                String disk = each.text("disk");
                rows.add(new Row(
                        each.optionalText("tenant").orElse(OTHERS),
                        disk.equals("all") ? "" : disk,
                        "",
                        first(each, "givenBytesPerSecond"),
                        first(each, "entitlementBytesPerSecond"),
                        first(each, "demandBytesPerSecond"),
                        first(each, "waitedMillis") / MINUTE));
            }
        }
        return rows;
    }

    private static boolean isKnown(JsonObject series) {
        return series.members().get("givenBytesPerSecond") instanceof List<?> steps
                && !steps.isEmpty()
                && steps.get(0) != null;
    }

    private static long first(JsonObject series, String member) {
        if (series.members().get(member) instanceof List<?> steps
                && !steps.isEmpty()
                && steps.get(0) instanceof Number number) {
            return number.longValue();
        }
        throw new Failure("the coordinator's answer is not understood: there is no number in " + member);
    }
}
