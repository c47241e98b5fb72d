package io.hdfsthrottle.bench.scenario.tier;

import io.hdfsthrottle.bench.load.Stage;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Rates;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Kills processes repeatedly while files move on, each at a random time after some were written.
 *
 * @param number of each victim
 * @param onTheWay how many kills came while files were moving
 */
record Killings(Map<Victim, Integer> number, int onTheWay) {

    static final long SEED = 20_261_125;

    private static final int FILES = 3;

    /** Makes as many as the stage specifies. */
    static Killings made(Stage stage, TieredCluster cluster, Hdfs hdfs, MigratingFiles journey) throws Exception {
        Map<Victim, Integer> number = new EnumMap<>(Victim.class);
        int onTheWay = 0;
        int made = 0;
        stage.say("%d kills, seed %d", stage.count(), SEED);
        for (Victim.Kill kill : Victim.kills(SEED, stage.count()).toList()) {
            journey.write(FILES);
            Rates.over(kill.after(), List.of());
            int files = journey.onTheWay().size();
            onTheWay += files > 0 ? 1 : 0;
            cluster.kill(kill.victim(), hdfs);
            number.merge(kill.victim(), 1, Integer::sum);
            made++;
            stage.say(
                    "kill %3d: %-12s %4d ms after files were written, %d on their way",
                    made, label(kill.victim()), kill.after().toMillis(), files);
        }
        return new Killings(number, onTheWay);
    }

    private static String label(Victim victim) {
        return victim.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The total number. */
    int all() {
        return number.values().stream().mapToInt(Integer::intValue).sum();
    }

    Map<String, Object> members() {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("seed", SEED);
        number.forEach((victim, count) -> members.put(label(victim), count));
        members.put("whileFilesWereOnTheirWay", onTheWay);
        return members;
    }
}
