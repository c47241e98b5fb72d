package io.hdfsthrottle.spark;

import com.codahale.metrics.MetricRegistry;
import io.hdfsthrottle.client.ApplicationLease;
import io.hdfsthrottle.client.ThrottleClient;
import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.link.Credential;
import io.hdfsthrottle.link.HttpLink;
import io.hdfsthrottle.link.Lease;
import io.hdfsthrottle.link.Registration;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.spark.appointment.DriverAppointments;
import io.hdfsthrottle.spark.localio.DriverIo;
import io.hdfsthrottle.spark.replica.DriverEntitlement;
import io.hdfsthrottle.spark.waiting.DriverWaits;
import io.hdfsthrottle.spark.waiting.PatientSpeculation;
import io.hdfsthrottle.unit.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;

/**
 * The driver half of the Spark plugin: reads the settings when Spark starts, registers the application and stamps its
 * tag as soon as Spark knows its id, withdraws it when it ends.
 *
 * <p>Spark calls it from the thread that creates the SparkContext, except {@link #shutdown}, which may come from
 * another.
 */
final class DriverHalf implements DriverPlugin {

    /** Sent to executors when the driver intends to tag: their half then has something to report on. */
    static final String TAGGING = "tagging";

    /** Sent to executors when readers shall choose replicas by entitlement. */
    static final String REPLICAS = "replicas";

    /** Sent to executors when they shall report their I/O on local disks. */
    static final String LOCAL_IO = "localio";

    /** Sent to executors where scans wait for appointments: the longest wait, in milliseconds. */
    static final String APPOINTMENTS = "appointments";

    private static final Logger LOG = LoggerFactory.getLogger(DriverHalf.class);
    private static final String HIVE_JARS = "spark.sql.hive.metastore.jars";
    private static final String HIVE_SHARED = "spark.sql.hive.metastore.sharedPrefixes";
    private static final String HIVE_BUILT_IN = "builtin";
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    /** Of the SparkContext that was created last in this JVM. */
    private static volatile ThrottleClient client = ThrottleClient.NONE;

    private final HostGuard guard = new HostGuard(LOG);

    private ThrottleSettings settings;
    private SparkContext spark;
    private HdfsStamp stamp;
    private RunningParts parts;
    private volatile UntaggedReports reports;
    private volatile ApplicationLease lease;
    private volatile DriverEntitlement entitlement;
    private volatile DriverWaits waits;
    private volatile DriverIo localIo;
    private volatile DriverAppointments appointments;

    static ThrottleClient client() {
        return client;
    }

    @Override
    public Map<String, String> init(SparkContext sc, PluginContext ctx) {
        return guard.call("read its settings", () -> prepare(sc, ctx), Map.of());
    }

    @Override
    public void registerMetrics(String appId, PluginContext ctx) {
        guard.call("tag the HDFS I/O of application " + appId, () -> tag(appId, ctx.metricRegistry()), false);
    }

    /**
     * Handles an executor's message: a question for the unused entitlement or whether a stage may begin to read, or a
     * report of its I/O on local disks, or of I/O without a tag. Called by Spark's message threads.
     */
    @Override
    public Object receive(Object message) {
        DriverIo told = localIo;
        if (DriverIo.isFor(message)) {
            if (told != null) {
                guard.call("hear what an executor moves on local disks", () -> told.accept(message), false);
            }
            return null; // Spark logs any other answer to an unknown message
        }
        if (UntaggedIo.isFrom(message)) {
            UntaggedReports heard = reports; // without a tag, the log says so already
            return heard == null ? "" : guard.call("hear what is untagged", () -> heard.answer((String) message), "");
        }
        if (DriverAppointments.isQuestion(message)) {
            DriverAppointments asked = appointments;
            return asked == null ? "" : guard.call("answer for a stage", () -> asked.answer(message), "");
        }
        DriverEntitlement current = entitlement;
        return current == null
                ? ""
                : guard.call("tell an executor what is left of the entitlement", () -> current.answer(message), "");
    }

    @Override
    public void shutdown() {
        guard.call("withdraw the application", this::withdraw, false);
    }

    private Map<String, String> prepare(SparkContext sc, PluginContext ctx) {
        Optional<ThrottleSettings> read = ThrottleSettings.read(
                given(ctx.conf()), refused -> LOG.warn("hdfs-throttle: the application runs untagged: {}", refused));
        if (read.isEmpty()) {
            return Map.of();
        }
        if (!read.get().enabled()) {
            LOG.info("hdfs-throttle: switched off by {}enabled=false", ThrottleSettings.PREFIX);
            return Map.of();
        }
        HdfsStamp possible = new HdfsStamp(sc.hadoopConfiguration());
        if (hivesOwnClassesHide(ctx.conf()) || isRefused(possible)) {
            return Map.of();
        }
        settings = read.get();
        spark = sc;
        stamp = possible;
        parts = new RunningParts(ctx.conf());
        if (settings.rates().terms().per() != Level.APPLICATION) {
            sc.addSparkListener(parts);
        }
        List<String> patient = PatientSpeculation.arrange(ctx.conf());
        if (!patient.isEmpty()) {
            LOG.info(
                    "hdfs-throttle: spark.speculation is on, and tasks that wait for bandwidth look slow: set, where the"
                            + " application did not, {}",
                    String.join(", ", patient));
        }
        Map<String, String> told = new HashMap<>(Map.of(TAGGING, "true"));
        if (settings.choosesReplicas()) {
            told.put(REPLICAS, ThrottleSettings.BY_ENTITLEMENT);
        }
        if (settings.reportsLocalIo()) {
            told.put(LOCAL_IO, "true");
        }
        settings.appointments().ifPresent(longest -> told.put(APPOINTMENTS, Long.toString(longest.toMillis())));
        return told;
    }

    private boolean tag(String appId, MetricRegistry registry) throws IOException, InterruptedException {
        if (settings == null || isRefused(stamp)) {
            return false;
        }
        Registration registration = Registration.of(
                        appId,
                        spark.appName(),
                        spark.sparkUser(),
                        settings.tenant().map(Tenant::name).orElse(null))
                .on(settings.rates().terms())
                .admitted(settings.rates().admission());
        HttpLink link = new HttpLink(settings.coordinators(), settings.timeoutEach(), credential(), settings.tls());
        lease = new ApplicationLease(link, registration, parts::count, this::renew);
        client = lease.client();
        Optional<Lease> granted = lease.begin(settings.startWait(), late -> tagLate(late, appId, registry));
        granted.ifPresent(now -> tag(now, appId, registry));
        return granted.isPresent();
    }

    /** Called on the lease's own thread. */
    private void tagLate(Lease granted, String appId, MetricRegistry registry) {
        guard.run("tag the HDFS I/O of application " + appId, () -> {
            tag(granted, appId, registry);
            LOG.info("hdfs-throttle: registered late: HDFS clients that are opened from now on are tagged, in executors"
                    + " that have opened HDFS before within seconds; those that somebody holds go on untagged");
        });
    }

    private synchronized void tag(Lease granted, String appId, MetricRegistry registry) {
        if (lease == null) { // the application ended meanwhile
            return;
        }
        stamp(granted);
        if (settings.choosesReplicas()) {
            entitlement = new DriverEntitlement(lease::entitlementLeft, Ticker.system());
            entitlement.begin();
        }
        if (settings.reportsLocalIo()) {
            localIo = DriverIo.begun(lease::claim);
        }
        if (settings.appointments().isPresent()) {
            appointments = new DriverAppointments(
                    lease.client(), settings.appointments().get(), Ticker.system());
            appointments.listenTo(spark);
        }
        waits = guard.call(
                "show what the application waits for bandwidth",
                () -> DriverWaits.begun(appId, granted.tenant(), lease::waiting, spark, registry),
                null);
    }

    private Credential credential() throws IOException {
        if (settings.tokenFile().isPresent()) {
            return Credential.bearer(settings.tokenFile().get());
        }
        return settings.kerberos(UserGroupInformation.isSecurityEnabled())
                ? new KerberosCredential(UserGroupInformation.getCurrentUser(), settings)
                : Credential.NONE;
    }

    /** Called on the lease's own thread. */
    private void renew(Lease renewed) {
        stamp.shortCircuit(shortCircuit(renewed));
        stamp.put(renewed.tag());
    }

    /** The stricter of what the tenant is permitted and what the application requests. */
    private ShortCircuit shortCircuit(Lease granted) {
        return settings.shortCircuit().map(granted.shortCircuit()::stricter).orElse(granted.shortCircuit());
    }

    private void stamp(Lease granted) {
        if (settings.choosesReplicas()) {
            stamp.chooseReplicas();
        }
        stamp.shortCircuit(shortCircuit(granted));
        if (settings.shortCircuit()
                .filter(asked -> asked != shortCircuit(granted))
                .isPresent()) {
            LOG.warn(
                    "hdfs-throttle: {}shortcircuit=free is not granted to tenant {}, reads go through the DataNode"
                            + " (hdfs-throttle tenants set {} --short-circuit free grants it)",
                    ThrottleSettings.PREFIX,
                    granted.tenant(),
                    granted.tenant());
        }
        if (settings.hedgesReads()) {
            stamp.hedgeReads();
        }
        stamp.distinguish(settings.rates().toldApart());
        stamp.put(granted.tag());
        LOG.info(
                "hdfs-throttle: HDFS I/O of this application is for tenant {}, tagged {}",
                granted.tenant(),
                granted.tag());
        if (!granted.remark().isEmpty()) {
            LOG.info("hdfs-throttle: {}", granted.remark());
        }
        stamp.obstacleOfContexts()
                .ifPresent(why -> LOG.warn("hdfs-throttle: what goes through FileContext stays untagged: {}", why));
        reports = new UntaggedReports(stamp);
        int opened = CachedFiles.letGo(files -> !isTagged(files, granted.tag()));
        if (opened > 0) {
            LOG.info("hdfs-throttle: the driver opened HDFS before the application had a tag (event log, staging,"
                    + " --jars or an earlier SparkContext): whoever holds that goes on untagged, what is opened from now on is"
                    + " tagged");
        }
    }

    private static boolean isTagged(DistributedFileSystem files, AppTag tag) {
        return AppTag.inClientName(files.getClient().getClientName())
                .filter(tag::equals)
                .isPresent();
    }

    private synchronized boolean withdraw() throws InterruptedException {
        DriverWaits waited = waits;
        waits = null;
        if (waited != null) {
            guard.call(
                    "say what the application waited for bandwidth",
                    () -> {
                        waited.end();
                        return true;
                    },
                    false);
        }
        DriverIo moving = localIo;
        localIo = null;
        if (moving != null) {
            moving.close();
        }
        DriverEntitlement asking = entitlement;
        entitlement = null;
        if (asking != null) {
            asking.close();
        }
        DriverAppointments waiting = appointments;
        appointments = null;
        if (waiting != null) {
            waiting.close();
        }
        ApplicationLease current = lease;
        lease = null;
        if (current != null) {
            client = ThrottleClient.NONE;
            current.end(FAREWELL);
        }
        return current != null;
    }

    private static boolean isRefused(HdfsStamp stamp) {
        Optional<String> obstacle = stamp.obstacle();
        obstacle.ifPresent(why -> LOG.warn("hdfs-throttle: the application runs untagged: {}", why));
        return obstacle.isPresent();
    }

    /** Hive clients with class paths of their own get our setting, but would not find the class that it names. */
    private static boolean hivesOwnClassesHide(SparkConf conf) {
        boolean ownClasses = !conf.get(HIVE_JARS, HIVE_BUILT_IN).equals(HIVE_BUILT_IN);
        boolean hidden = ownClasses && !conf.get(HIVE_SHARED, "").contains(ThrottlePlugin.class.getPackageName());
        if (hidden) {
            LOG.warn(
                    "hdfs-throttle: the application runs untagged: with {}={} Hive's own class loader would not find the"
                            + " tagging HDFS client (add {} to {} to have HDFS I/O tagged)",
                    HIVE_JARS,
                    conf.get(HIVE_JARS),
                    ThrottlePlugin.class.getPackageName(),
                    HIVE_SHARED);
        }
        return hidden;
    }

    static Map<String, String> given(SparkConf conf) {
        Map<String, String> given = new HashMap<>();
        for (Tuple2<String, String> setting : conf.getAllWithPrefix(ThrottleSettings.PREFIX)) {
            given.put(setting._1(), setting._2());
        }
        return given;
    }
}
