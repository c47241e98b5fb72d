package io.hdfsthrottle.coordinator.feature.launch.deployment;

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

/**
 * Settings of launching applications on leased disks: whether, where, and how many.
 *
 * @param on whether anything is launched
 * @param sparkHome where Spark is
 * @param yarn where executors run if not in processes of this host
 * @param as as which user of the operating system programs run
 * @param disks by the storage id of a volume of this host, the directory on the same disk where applications may write
 * @param folder where the running deployments are recorded, in case the coordinator is killed
 * @param products the file of the catalogue; the built-in one if there is none
 * @param perUser what one user may have running
 * @param deployments how many run in all
 * @param longest for how long a deployment may run
 */
public record LaunchSettings(
        boolean on,
        Optional<Path> sparkHome,
        Optional<Yarn> yarn,
        As as,
        Map<String, Path> disks,
        Path folder,
        Optional<Path> products,
        Quota perUser,
        int deployments,
        Duration longest) {
    /**
     * As which user of the operating system programs run.
     *
     * @param isCoordinator whether all as the coordinator's own, instead of as the user who launches them
     * @param command the words before a program that make it run as another user, with {@code {user}} and {@code
     *     {group}}
     */
    public record As(boolean isCoordinator, String command) {
        /** For a coordinator that is root, or has CAP_SETUID and CAP_SETGID (util-linux). */
        public static final String BY_SETPRIV = "setpriv --reuid={user} --regid={group} --init-groups --no-new-privs"
                + " --inh-caps=-all --ambient-caps=-all --";

        /** For another one. */
        public static final String BY_SUDO = "sudo -n -u {user} --";

        /** The default. */
        public static final As CALLER = new As(false, BY_SETPRIV);
    }

    private static final int MOST_DISKS = 64;
    private static final int MOST_DEPLOYMENTS = 64;

    /** Spark separates directories by commas, and options of a JVM by blanks. */
    private static final Pattern DISK = Pattern.compile("([A-Za-z0-9._-]{1,128})=(/[^\\s,=\"']{0,1000})");

    /** Labels as YARN permits them. */
    private static final Pattern LABEL = Pattern.compile("([A-Za-z0-9._-]{1,128})=([A-Za-z0-9][A-Za-z0-9_-]{0,254})");

    private static final Pattern QUEUE = Pattern.compile("[A-Za-z0-9._-]{0,255}");

    /** Words, of which the last ends its options: what follows is the program. */
    private static final Pattern COMMAND = Pattern.compile("(?=.*\\{user})[!-~]+( +[!-~]+)* +--");

    /** Copies what it is given. */
    public LaunchSettings {
        disks = Map.copyOf(disks);
    }

    /** Reads them; a refusal names the key. */
    public static LaunchSettings of(SettingsReader reader) {
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
                    || pairs.size() > MOST_DISKS) {
                throw reader.refused(key, good + "; each storage id once, at most " + MOST_DISKS);
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
