package io.hdfsthrottle.coordinator.feature.launch;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Form;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings;
import io.hdfsthrottle.coordinator.feature.launch.deployment.LaunchSettings.As;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Quota;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Yarn;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.setting.SettingsReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the {@code launch} settings. */
final class LaunchReader {
    /** Spark separates directories by commas, and options of a JVM by blanks. */
    private static final Pattern DISK = Pattern.compile("([A-Za-z0-9._-]{1,128})=(/[^\\s,=\"']{0,1000})");

    /** Labels as YARN permits them. */
    private static final Pattern LABEL = Pattern.compile("([A-Za-z0-9._-]{1,128})=([A-Za-z0-9][A-Za-z0-9_-]{0,254})");

    private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9._-]{0,255}");
    /** Words, of which the last ends its options: what follows is the program. */
    private static final Pattern COMMAND = Pattern.compile("(?=.*\\{user})[!-~]+( +[!-~]+)* +--");

    private static final int MOST_DEPLOYMENTS = 64;

    private LaunchReader() {}

    static LaunchSettings read(SettingsReader reader) {
        boolean on = reader.isOn("launch");
        Map<String, Path> disks = new TreeMap<>();
        pairs(
                        reader,
                        "launch.disks",
                        DISK,
                        "DS-5f0c=/data/1/spark,DS-77aa=/data/2/spark: storage ids of this host, as hdfs-throttle disks"
                                + " shows them, and a directory on the same disk")
                .forEach((id, directory) -> disks.put(id, Path.of(directory)));
        Optional<Yarn> yarn = yarn(reader, disks.keySet());
        if (on) {
            if (!reader.text("lease").equals("on")) {
                throw reader.refused("launch", "off, or on together with lease = on: deployments run on leased disks");
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
                yarn,
                new As(
                        reader.oneOf("launch.as", List.of("caller", "coordinator"), "caller")
                                .equals("coordinator"),
                        reader.matching("launch.as.command", COMMAND, As.BY_SETPRIV + ", or " + As.BY_SUDO)),
                disks,
                reader.path("launch.folder").orElseThrow(() -> reader.refused("launch.folder", "launch")),
                reader.path("launch.products.file"),
                new Quota(
                        reader.count("launch.deployments.per.user", "2"),
                        reader.count("launch.disks.per.user", "4"),
                        reader.count("launch.cores.per.user", "8"),
                        memory(reader)),
                reader.upTo("launch.deployments", MOST_DEPLOYMENTS),
                reader.duration("launch.longest", Duration.ofSeconds(1), Duration.ofDays(30), "24h"));
    }

    private static Optional<Yarn> yarn(SettingsReader reader, Set<String> disks) {
        boolean used =
                reader.oneOf("launch.where", List.of("host", "yarn"), "host").equals("yarn");
        Map<String, String> labels = pairs(
                reader,
                "launch.yarn.labels",
                LABEL,
                "DS-5f0c=disk1,DS-77aa=disk2: storage ids, and the label of the NodeManager with its local directories on"
                        + " that disk");
        String queue = reader.matching("launch.yarn.queue", QUEUE, "root.etl, a queue of YARN");
        if (!used) {
            return Optional.empty();
        }
        if (!labels.keySet().equals(disks)) {
            throw reader.refused(
                    "launch.yarn.labels", "DS-5f0c=disk1,DS-77aa=disk2, with each disk of launch.disks and no other");
        }
        Path conf = reader.path("launch.yarn.conf")
                .map(Path::toAbsolutePath)
                .orElseThrow(() -> reader.refused(
                        "launch.yarn.conf", "/etc/hadoop/conf, the folder of YARN's yarn-site.xml and core-site.xml"));
        return Optional.of(new Yarn(conf, Optional.of(queue).filter(each -> !each.isEmpty()), labels));
    }

    private static Map<String, String> pairs(SettingsReader reader, String key, Pattern pair, String good) {
        Map<String, String> pairs = new TreeMap<>();
        String written = reader.text(key);
        for (String each : written.isEmpty() ? new String[0] : written.split(",", -1)) {
            Matcher matcher = pair.matcher(each.strip());
            if (!matcher.matches()
                    || pairs.put(matcher.group(1), matcher.group(2)) != null
                    || pairs.size() > LaunchSettings.MOST_DISKS) {
                throw reader.refused(key, good + "; each storage id once, at most " + LaunchSettings.MOST_DISKS);
            }
        }
        return pairs;
    }

    private static int memory(SettingsReader reader) {
        try {
            return Form.mebibytes(reader.text("launch.memory.per.user"));
        } catch (InvalidInput malformed) {
            throw reader.refused("launch.memory.per.user", "16g, a number with m or g");
        }
    }
}
