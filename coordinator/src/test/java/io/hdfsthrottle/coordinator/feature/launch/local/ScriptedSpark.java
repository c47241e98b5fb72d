package io.hdfsthrottle.coordinator.feature.launch.local;

import io.hdfsthrottle.coordinator.feature.launch.deployment.Identity;
import io.hdfsthrottle.coordinator.feature.launch.deployment.Order;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/**
 * A Spark home whose programs are scripts: they print their spill directories, spill there, start other processes, and
 * wait or end as their input says; on YARN they submit.
 */
public final class ScriptedSpark {
    private static final String PROGRAM = """
            #!/bin/sh
            echo "INFO Finished task 1.0 in stage 0.0 (TID 1) in 5 ms on here (executor driver) (1/2)"
            echo "as $HADOOP_USER_NAME on $SPARK_LOCAL_DIRS"
            for word in "$@"; do
              case "$word" in spark.plugins=*|spark.hdfs.throttle.*) echo "$word" ;; esac
            done
            for word in "$@"; do
              case "$word" in spark.yarn.tags=*)
                echo "application_1_0001 ${word##*,}" >> "$YARN_CONF_DIR/applications"
                echo "INFO Client: Submitting application application_1_0001 to ResourceManager" ;;
              esac
            done
            case "$*" in
              */end*) exit 0 ;;
              */fail*) exit 3 ;;
              */stubborn*) trap '' TERM ;;
            esac
            IFS=,
            for directory in $SPARK_LOCAL_DIRS; do
              mkdir -p "$directory/blockmgr" && echo spilt > "$directory/blockmgr/spill"
            done
            setsid sleep 1000 &
            sleep 1000 &
            echo "waits"
            while [ ! -e "$0.end" ]; do sleep 0.1; done
            """;

    /** Identities of a coordinator that nobody asks. */
    static final Identity.Issuer IDENTITIES = new Identity.Issuer() {
        @Override
        public Identity issue(String deployment, Order order) {
            return new Identity(
                    List.of(URI.create("http://127.0.0.1:9")), Optional.empty(), "token of " + deployment, "hash");
        }

        @Override
        public void resume(String deployment, Order order, String hash) {}

        @Override
        public void withdraw(String deployment) {}
    };

    private ScriptedSpark() {}

    /** Lets every program that waits complete its work. */
    public static void complete(Path home) throws IOException {
        Files.createFile(home.resolve("bin/spark-submit.end"));
    }

    /** Writes it there. */
    public static Path in(Path home) throws IOException {
        Files.createDirectories(home.resolve("bin"));
        for (String name : new String[] {"spark-submit", "spark-class"}) {
            Path program = Files.writeString(home.resolve("bin").resolve(name), PROGRAM);
            Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
        Files.createDirectories(home.resolve("jars"));
        Files.createFile(home.resolve("jars/count_1.jar"));
        Files.createFile(home.resolve("jars/spark-yarn_1.jar"));
        Files.createFile(home.resolve("jars/hdfs-throttle-spark-1.jar"));
        Files.createDirectories(home.resolve("examples/jars"));
        Files.createFile(home.resolve("examples/jars/spark-examples_1.jar"));
        return home;
    }
}
