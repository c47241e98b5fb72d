package io.hdfsthrottle.integration;

import static io.hdfsthrottle.integration.SharedCluster.DEFAULT;
import static io.hdfsthrottle.integration.SharedCluster.GOLD;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.testkit.process.Repository;
import io.hdfsthrottle.testkit.process.Rig;
import io.hdfsthrottle.testkit.spark.SparkHost;
import io.hdfsthrottle.testkit.spark.SqlServer;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Sessions of Spark's Thrift server: one application for months, in which each session's statements belong to the
 * tenant of its pool.
 */
@Tag("all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SqlServerIT {

    private static final String ADHOC = "adhoc";
    private static final String IN_POOL = "SET spark.sql.thriftserver.scheduler.pool=adhoc";
    private static final int ROWS = 400_000;
    private static final String SUM = "SELECT count(*), sum(id) FROM numbers WHERE length(word) = 36";
    private static final String ANSWER = ROWS + "," + (long) ROWS * (ROWS - 1) / 2;
    private static final String TABLE =
            "CREATE TABLE numbers USING parquet AS " + "SELECT id, uuid() AS word FROM range(0, " + ROWS + ", 1, 4)";

    @RegisterExtension
    static final SharedCluster HDFS = new SharedCluster();

    private Rig rig;

    private SqlServer server;
    private long stored;

    @BeforeAll
    void start() throws IOException {
        HDFS.tenant(ADHOC, Map.of("priority", 1));
        HDFS.rule(ADHOC, Map.of("pool", ADHOC));
        rig = Rig.in(Repository.find(), RigFolders.folder("sql-server"), Rig.Lifetime.OURS);
        server = new SqlServer(
                rig,
                SparkHost.version(rig, "3.5-thriftserver"),
                HDFS.nameNode(),
                Map.of(
                        "spark.plugins",
                        "io.hdfsthrottle.spark.ThrottlePlugin",
                        "spark.hdfs.throttle.tenant",
                        GOLD,
                        "spark.hdfs.throttle.pools",
                        "true",
                        "spark.hdfs.throttle.coordinator",
                        HDFS.url().toString()),
                rig.repository().sparkPlugin());
        server.run("ann", TABLE);
        stored = HDFS.stored("/warehouse/numbers");
        assertThat(stored).isGreaterThan(ROWS * 36L);
    }

    /** Before the cluster is looked at: the server's application ends with it. */
    @AfterAll
    void stop() {
        if (rig != null) {
            rig.close();
        }
    }

    @Test
    void statementsOfASession_areOfTheTenantThatARuleGivesItsPool_andOthersOfTheApplications() throws IOException {
        long gold = HDFS.seen(GOLD);
        long adhoc = HDFS.seen(ADHOC);

        List<String> bobs = server.run("bob", IN_POOL, SUM);

        assertThat(bobs).contains(ANSWER);
        assertThat(HDFS.seen(ADHOC) - adhoc).isBetween(stored / 2, 2 * stored);
        assertThat(HDFS.seen(GOLD) - gold).isLessThan(stored / 10); // What the driver itself looks up.

        gold = HDFS.seen(GOLD);
        adhoc = HDFS.seen(ADHOC);
        List<String> anns = server.run("ann", SUM);

        assertThat(anns).contains(ANSWER);
        assertThat(HDFS.seen(GOLD) - gold).isBetween(stored / 2, 2 * stored);
        assertThat(HDFS.seen(ADHOC) - adhoc).isZero();
    }

    @Test
    void nothingThatTheServerMoves_isUntagged() throws IOException {
        long others = HDFS.seen(DEFAULT);
        server.run("carol", "CREATE TABLE words USING csv AS SELECT word FROM numbers WHERE id < 1000");
        assertThat(server.run("carol", IN_POOL, "SELECT count(*) FROM words")).contains("1000");
        assertThat(HDFS.seen(DEFAULT)).isEqualTo(others);
        assertThat(Files.readString(server.log())).doesNotContain("untagged");
    }
}
