package io.hdfsthrottle.containers;

/** A user of the host {@code spark} who has a Kerberos ticket, and no token of coordinators. */
final class Alice {

    private static final String COUNT_WORDS = """
            scp -q coordinator1:/etc/hdfs-throttle/coordinator.pem /etc/hdfs-throttle/
            cat >/home/alice/count <<'END'
            spark-submit --master local[2] --jars $(echo /opt/hdfs-throttle/lib/spark/*.jar) \\
              --conf spark.plugins=io.hdfsthrottle.spark.ThrottlePlugin \\
              --conf spark.hdfs.throttle.coordinator=https://coordinator1:9880,https://coordinator2:9880 \\
              --conf spark.hdfs.throttle.coordinator.tls.trust=/etc/hdfs-throttle/coordinator.pem \\
              --conf spark.hdfs.throttle.start.wait=20s \\
              /opt/spark/examples/src/main/python/wordcount.py hdfs://namenode:8020/words 2>&1
            END
            runuser -l alice -c 'bash -e ./count'
            """;

    private static final String ASK = "curl -sS --location-trusted --cacert /etc/hdfs-throttle/coordinator.pem"
            + " -H 'Content-Type: application/json' ";

    private static final String OBTAIN = "set -o pipefail; runuser -u alice -- " + ASK
            + "--fail --negotiate -u : -d '{}' https://coordinator1:9880/v1/tokens"
            + " | grep -o '\"token\" *: *\"[^\"]*' | cut -d '\"' -f 4";

    private static final String REGISTER = ASK
            + "-o /dev/null -w '%%{http_code}' -H 'Authorization: HdfsThrottle-Token %s'"
            + " -d '{\"application\":\"by-a-token\",\"user\":\"alice\"}' https://coordinator1:9880/v1/applications";

    private final Fleet fleet;

    Alice(Fleet fleet) {
        this.fleet = fleet;
    }

    /** Has Spark count the words of /words; returns what it prints, its log included. */
    String countsWords() {
        return fleet.host("spark").output(COUNT_WORDS);
    }

    /** Obtains a token of the coordinators. */
    String obtainsAToken() {
        return fleet.host("spark").output(OBTAIN).strip();
    }

    /** Registers an application by that token alone; returns the status of the answer. */
    String registersBy(String token) {
        return fleet.host("coordinator1").output(REGISTER.formatted(token));
    }
}
