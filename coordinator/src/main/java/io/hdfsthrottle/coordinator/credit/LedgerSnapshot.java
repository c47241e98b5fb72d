package io.hdfsthrottle.coordinator.credit;

import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** Format in which a credit ledger is kept in ZooKeeper: at most 256 accounts of 26 hours each, less than 200 KiB. */
final class LedgerSnapshot {
    static final String CONCERN = "credits";
    private static final int FORMAT = 1;

    private LedgerSnapshot() {}

    static byte[] write(Ledger ledger) {
        List<Object> accounts = new ArrayList<>();
        ledger.accounts().forEach((tenant, account) -> {
            Map<String, Object> lots = new LinkedHashMap<>();
            account.lots().forEach((hour, lot) -> lots.put(Long.toString(hour), lot.thousandths()));
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("tenant", tenant.name());
            entry.put("lots", lots);
            if (account.level() != null) {
                entry.put("level", account.level().label());
                entry.put("yieldUntil", account.yieldUntil());
            }
            entry.put("boostUntil", account.boostUntil());
            accounts.add(entry);
        });
        Map<String, Object> snapshot = new LinkedHashMap<>();
        snapshot.put("format", FORMAT);
        snapshot.put("counted", ledger.counted());
        snapshot.put("accounts", accounts);
        return JsonObject.write(snapshot).getBytes(StandardCharsets.UTF_8);
    }

    /** @throws IllegalStateException if this coordinator does not understand it: it must not lead then */
    static Ledger read(byte[] written) {
        try {
            JsonObject snapshot = JsonObject.parse(new String(written, StandardCharsets.UTF_8));
            if (snapshot.count("format") != FORMAT) {
                throw new IllegalStateException("the credits in ZooKeeper have format " + snapshot.count("format")
                        + "; this coordinator reads format " + FORMAT);
            }
            Map<Tenant, Account> accounts = new TreeMap<>();
            for (JsonObject entry : snapshot.objects("accounts", Ledger.MOST_ACCOUNTS)) {
                accounts.put(Tenant.named(entry.text("tenant")), account(entry));
            }
            return new Ledger(accounts, snapshot.count("counted"));
        } catch (MalformedJsonException | IllegalArgumentException broken) {
            throw new IllegalStateException("the credits in ZooKeeper cannot be read: " + broken.getMessage(), broken);
        }
    }

    private static Account account(JsonObject entry) throws MalformedJsonException {
        JsonObject written = entry.object("lots");
        NavigableMap<Long, Credits> lots = new TreeMap<>();
        for (String hour : written.names()) {
            lots.put(Long.valueOf(hour), new Credits(written.count(hour)));
        }
        String level = entry.optionalText("level").orElse(null);
        if (level == null) {
            return new Account(lots, null, 0, entry.count("boostUntil"));
        }
        Level named = Level.named(level).orElseThrow(() -> new IllegalArgumentException("the level " + level));
        return new Account(lots, named, entry.count("yieldUntil"), entry.count("boostUntil"));
    }
}
