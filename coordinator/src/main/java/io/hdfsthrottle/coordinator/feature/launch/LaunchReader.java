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
        Map<String, Path> disks = disks(reader);
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

    private static Map<String, Path> disks(SettingsReader reader) {
        Map<String, Path> disks = new TreeMap<>();
        for (String each : parts(reader, "launch.disks")) {
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

    private static Optional<Yarn> yarn(SettingsReader reader, Set<String> disks) {
        boolean used =
                reader.oneOf("launch.where", List.of("host", "yarn"), "host").equals("yarn");
        Map<String, String> labels = labels(reader);
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

    private static Map<String, String> labels(SettingsReader reader) {
        Map<String, String> labels = new TreeMap<>();
        for (String each : parts(reader, "launch.yarn.labels")) {
            Matcher matcher = LABEL.matcher(each.strip());
            if (!matcher.matches() || labels.put(matcher.group(1), matcher.group(2)) != null) {
                throw reader.refused(
                        "launch.yarn.labels",
                        "DS-5f0c=disk1,DS-77aa=disk2: storage ids, each once, and the label of the NodeManager with its"
                                + " local directories on that disk");
            }
        }
        return labels;
    }

    private static List<String> parts(SettingsReader reader, String key) {
        String written = reader.text(key);
        return written.isEmpty() ? List.of() : List.of(written.split(",", -1));
    }

    private static int memory(SettingsReader reader) {
        try {
            return Form.mebibytes(reader.text("launch.memory.per.user"));
        } catch (InvalidInput malformed) {
            throw reader.refused("launch.memory.per.user", "16g, a number with m or g");
        }
    }
}
