package io.hdfsthrottle.coordinator.feature.launch.deployment;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Product.Kind;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The programs to run on this host for a deployment, or to start it on YARN. Never a shell: each word is an argument.
 * Immutable, pure.
 *
 * @param programs in the order in which they are started
 */
public record Plan(List<Program> programs) {
    /** Where programs listen that talk to nobody on another host. */
    public static final String LOOPBACK = "127.0.0.1";

    private static final String NO_FILE_ELSEWHERE = "-XX:-UsePerfData";
    private static final String DRIVER_MEMORY = "1g";

    /** Copies what it is given. */
    public Plan {
        programs = List.copyOf(programs);
    }

    /**
     * One program.
     *
     * @param words the program and its arguments
     * @param environment in addition to that of every program
     */
    public record Program(List<String> words, Map<String, String> environment) implements Serializable {
        /** Copies what it is given. */
        public Program {
            words = List.copyOf(words);
            environment = Map.copyOf(environment);
        }
    }

    /**
     * The place where a deployment runs.
     *
     * @param id the deployment's name
     * @param sparkHome where Spark is
     * @param jar where the version's classes are; empty if it has none of its own
     * @param directories one on each leased disk, for this deployment alone
     * @param host where a driver listens: an address of this host, which its executors reach
     * @param port free, for a master
     * @param secret for clients of a master
     * @param registering Spark's settings by which its applications register as the leaseholder's; none if Spark has no
     *     plugin
     */
    public record Place(
            String id,
            String sparkHome,
            String jar,
            List<String> directories,
            String host,
            int port,
            String secret,
            Map<String, String> registering) {
        /** Copies what it is given. */
        public Place {
            directories = List.copyOf(directories);
            registering = Map.copyOf(registering);
        }

        /** Where a standalone master listens. */
        public String master() {
            return "spark://" + LOOPBACK + ":" + port;
        }
    }

    /** The programs of that order at that place. */
    public static Plan of(Order order, Place place) {
        return order.product().kind() == Kind.STANDALONE ? standalone(order, place) : application(order, place);
    }

    /**
     * The same with executors on YARN: the program of this host is the driver alone, and YARN ends what is left when
     * that is gone.
     *
     * @param volumes a storage id of each disk
     */
    public static Plan onYarn(Order order, Place place, Yarn yarn, List<String> volumes) {
        Form.Filled size = order.size();
        String label = yarn.label(volumes);
        Map<String, String> settings = new TreeMap<>();
        settings.put("spark.authenticate", "true");
        settings.put("spark.dynamicAllocation.enabled", "false");
        settings.put("spark.executor.cores", String.valueOf(size.cores()));
        settings.put("spark.executor.extraJavaOptions", NO_FILE_ELSEWHERE);
        settings.put("spark.executor.instances", String.valueOf(size.nodes()));
        settings.put("spark.executor.memory", size.memory() + "m");
        settings.put("spark.hadoop.yarn.resourcemanager.connect.max-wait.ms", "30000");
        settings.put("spark.shuffle.service.enabled", "false");
        settings.put("spark.yarn.am.extraJavaOptions", NO_FILE_ELSEWHERE);
        settings.put("spark.yarn.am.memory", "512m");
        settings.put("spark.yarn.am.nodeLabelExpression", label);
        settings.put("spark.yarn.executor.nodeLabelExpression", label);
        settings.put("spark.yarn.jars", "local:" + place.sparkHome() + "/jars/*");
        settings.put("spark.yarn.maxAppAttempts", "1");
        settings.put("spark.yarn.tags", "hdfs-throttle," + place.id());
        yarn.queue().ifPresent(queue -> settings.put("spark.yarn.queue", queue));
        Map<String, String> environment = environment(order, place, place.directories());
        environment.put("HADOOP_CONF_DIR", yarn.conf().toString());
        environment.put("YARN_CONF_DIR", yarn.conf().toString());
        List<String> master = List.of("--master", "yarn", "--deploy-mode", "client");
        return submitted(order, place, master, DRIVER_MEMORY, settings, environment);
    }

    /** In one process, with the resources of all its nodes together. */
    private static Plan application(Order order, Place place) {
        return submitted(
                order,
                place,
                List.of("--master", "local[" + order.cores() + "]"),
                order.memory() + "m",
                Map.of(),
                environment(order, place, place.directories()));
    }

    private static Plan submitted(
            Order order,
            Place place,
            List<String> master,
            String driverMemory,
            Map<String, String> more,
            Map<String, String> environment) {
        List<String> words = new ArrayList<>(List.of(place.sparkHome() + "/bin/spark-submit"));
        words.addAll(master);
        words.addAll(List.of(
                "--name",
                order.product().name() + "-" + place.id(),
                "--driver-memory",
                driverMemory,
                "--driver-java-options",
                java(place.directories().get(0))));
        Map<String, String> settings = new TreeMap<>(more);
        settings.put("spark.local.dir", String.join(",", place.directories()));
        settings.put("spark.driver.host", place.host());
        settings.put("spark.driver.bindAddress", place.host());
        settings.put("spark.ui.enabled", "false");
        settings.putAll(place.registering());
        settings.forEach((key, value) -> words.addAll(List.of("--conf", key + "=" + value)));
        String mainClass = filled(order.version().mainClass(), order);
        if (!mainClass.isEmpty()) {
            words.addAll(List.of("--class", mainClass));
        }
        words.add(place.jar());
        order.version().arguments().forEach(each -> words.addAll(words(each, order)));
        return new Plan(List.of(new Program(words, environment)));
    }

    private static Plan standalone(Order order, Place place) {
        Form.Filled size = order.size();
        String spark = place.sparkHome() + "/bin/spark-class";
        List<Program> programs = new ArrayList<>();
        List<String> master = List.of(
                spark,
                "org.apache.spark.deploy.master.Master",
                "--host",
                LOOPBACK,
                "--port",
                String.valueOf(place.port()),
                "--webui-port",
                "0");
        programs.add(new Program(master, daemon(order, place, place.directories())));
        for (int worker = 0; worker < size.nodes(); worker++) {
            List<String> own = place.directories().subList(worker * size.disks(), (worker + 1) * size.disks());
            List<String> words = List.of(
                    spark,
                    "org.apache.spark.deploy.worker.Worker",
                    "--host",
                    LOOPBACK,
                    "--webui-port",
                    "0",
                    "--cores",
                    String.valueOf(size.cores()),
                    "--memory",
                    size.memory() + "m",
                    "--work-dir",
                    own.get(0),
                    place.master());
            programs.add(new Program(words, daemon(order, place, own)));
        }
        return new Plan(programs);
    }

    /**
     * Spark's own programs read SparkConf from Java's properties, and the secret from the variable that its
     * SecurityManager reads.
     */
    private static Map<String, String> daemon(Order order, Place place, List<String> directories) {
        Map<String, String> environment = environment(order, place, directories);
        environment.put("SPARK_DAEMON_JAVA_OPTS", java(directories.get(0)) + " -Dspark.authenticate=true");
        environment.put("_SPARK_AUTH_SECRET", place.secret());
        return environment;
    }

    private static Map<String, String> environment(Order order, Place place, List<String> directories) {
        Map<String, String> environment = new TreeMap<>();
        environment.put("SPARK_HOME", place.sparkHome());
        environment.put("SPARK_LOCAL_DIRS", String.join(",", directories));
        environment.put("SPARK_LOCAL_IP", place.host());
        environment.put("SPARK_LAUNCHER_OPTS", NO_FILE_ELSEWHERE);
        environment.put("HADOOP_USER_NAME", order.user());
        return environment;
    }

    /** Makes a JVM that is killed leave its files on its own disks, not elsewhere. */
    private static String java(String directory) {
        return NO_FILE_ELSEWHERE + " -Djava.io.tmpdir=" + directory;
    }

    /** The jar of a version that is an argument; empty if it is none. */
    public static String givenJar(Order order) {
        String jar = order.version().jar();
        return jar.startsWith("{") ? filled(jar, order) : "";
    }

    private static List<String> words(String written, Order order) {
        if (!written.endsWith("*}") || !written.startsWith("{")) {
            return List.of(filled(written, order));
        }
        String value = order.size()
                .arguments()
                .getOrDefault(written.substring(1, written.length() - 2), "")
                .strip();
        return value.isEmpty() ? List.of() : List.of(value.split(" +", -1));
    }

    private static String filled(String written, Order order) {
        return written.startsWith("{") && written.endsWith("}")
                ? order.size().arguments().getOrDefault(written.substring(1, written.length() - 1), "")
                : written;
    }
}
