package io.hdfsthrottle.coordinator.slot;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Persisted form of a calendar in ZooKeeper: at most 256 appointments, less than 200 KiB. */
final class CalendarSnapshot {
    static final String CONCERN = "slots";
    private static final int FORMAT = 1;

    /** More tenants than a policy holds. */
    private static final int MOST_DEBTS = 4_096;

    private CalendarSnapshot() {}

    static byte[] write(Calendar calendar) {
        List<Object> appointments = new ArrayList<>();
        calendar.appointments().forEach(each -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("id", each.id());
            entry.put("application", each.application());
            entry.put("tenant", each.tenant().name());
            entry.put("bytes", each.bytes());
            entry.put("asked", each.asked());
            entry.put("start", each.start());
            entry.put("latest", each.latest());
            entry.put("length", each.length());
            entry.put("rate", Math.round(each.rate()));
            entry.put("callback", each.callback());
            entry.put("begun", each.begun());
            entry.put("served", Math.round(each.served()));
            appointments.add(entry);
        });
        List<Object> debts = new ArrayList<>();
        calendar.debts().forEach((tenant, debt) -> {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("tenant", tenant.name());
            entry.put("bytes", Math.round(debt.bytes()));
            entry.put("until", debt.until());
            debts.add(entry);
        });
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", FORMAT);
        snapshot.put("next", calendar.next());
        snapshot.put("counted", calendar.counted());
        snapshot.put("appointments", appointments);
        snapshot.put("debts", debts);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IllegalStateException if it is not understood */
    static Calendar read(byte[] written) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            if (snapshot.count("format") != FORMAT) {
                throw new IllegalStateException("the appointments in ZooKeeper have format " + snapshot.count("format")
                        + "; this coordinator reads format " + FORMAT);
            }
            List<Appointment> appointments = new ArrayList<>();
            for (JsonObject entry : snapshot.objects("appointments", SlotSettings.LARGEST_QUEUE)) {
                appointments.add(appointment(entry));
            }
            Map<Tenant, Debt> debts = new TreeMap<>();
            for (JsonObject entry : snapshot.objects("debts", MOST_DEBTS)) {
                debts.put(
                        Tenant.named(entry.text("tenant")),
                        new Debt((double) entry.count("bytes"), entry.count("until")));
            }
            return new Calendar(appointments, debts, snapshot.count("next"), snapshot.count("counted"));
        } catch (MalformedJsonException | IllegalArgumentException broken) {
            throw new IllegalStateException(
                    "the appointments in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }

    private static Appointment appointment(JsonObject entry) throws MalformedJsonException {
        return new Appointment(
                entry.count("id"),
                entry.text("application"),
                Tenant.named(entry.text("tenant")),
                entry.count("bytes"),
                entry.count("asked"),
                entry.count("start"),
                entry.count("latest"),
                entry.count("length"),
                (double) entry.count("rate"),
                entry.flag("callback"),
                entry.flag("begun"),
                (double) entry.count("served"));
    }
}
