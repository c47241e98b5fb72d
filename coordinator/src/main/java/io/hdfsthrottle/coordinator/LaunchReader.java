package io.hdfsthrottle.coordinator;

import io.hdfsthrottle.coordinator.launch.Form;
import io.hdfsthrottle.coordinator.launch.LaunchSettings;
import io.hdfsthrottle.coordinator.launch.Quota;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the settings of what is launched. */
final class LaunchReader {
    /** Spark separates directories by commas, and options of a JVM by blanks. */
    private static final Pattern DISK = Pattern.compile("([A-Za-z0-9._-]{1,128})=(/[^\\s,=\"']{0,1000})");

    private static final int MOST_CLUSTERS = 64;

    private LaunchReader() {}

    static LaunchSettings read(SettingsReader reader) {
        boolean on = reader.oneOf("launch", List.of("off", "on"), "off").equals("on");
        Map<String, Path> disks = disks(reader);
        if (on) {
            if (!reader.lease().on()) {
                throw reader.refused("launch", "off, or on together with lease = on: clusters run on leased disks");
            }
            if (reader.path("launch.spark.home").isEmpty()) {
                throw reader.refused("launch.spark.home", "/opt/spark, where Spark was unpacked");
            }
            if (disks.isEmpty()) {
                throw reader.refused("launch.disks", "DS-5f0c=/data/1/spark,DS-77aa=/data/2/spark");
            }
        }
        return new LaunchSettings(
                on,
                reader.path("launch.spark.home"),
                disks,
                reader.path("launch.folder").orElseThrow(() -> reader.refused("launch.folder", "launch")),
                reader.path("launch.products.file"),
                new Quota(
                        reader.count("launch.clusters.per.user", "2"),
                        reader.count("launch.disks.per.user", "4"),
                        reader.count("launch.cores.per.user", "8"),
                        memory(reader)),
                reader.upTo("launch.clusters", MOST_CLUSTERS),
                reader.duration("launch.longest", Duration.ofSeconds(1), Duration.ofDays(30), "24h"));
    }

    private static Map<String, Path> disks(SettingsReader reader) {
        Map<String, Path> disks = new TreeMap<>();
        String written = reader.text("launch.disks");
        for (String each : written.isEmpty() ? List.<String>of() : List.of(written.split(",", -1))) {
            Matcher matcher = DISK.matcher(each.strip());
            boolean known = matcher.matches() && disks.put(matcher.group(1), Path.of(matcher.group(2))) != null;
            if (!matcher.matches() || known || disks.size() > LaunchSettings.MOST_DISKS) {
                throw reader.refused(
                        "launch.disks",
                        "DS-5f0c=/data/1/spark,DS-77aa=/data/2/spark: storage ids of this host, as hdfs-throttle disks"
                                + " shows them, each once, and a directory on the same disk; at most "
                                + LaunchSettings.MOST_DISKS);
            }
        }
        return disks;
    }

    private static int memory(SettingsReader reader) {
        try {
            return Form.mebibytes(reader.text("launch.memory.per.user"));
        } catch (InvalidInput malformed) {
            throw reader.refused("launch.memory.per.user", "16g, a whole number with m or g");
        }
    }
}
