package io.hdfsthrottle.datanode.figures;

import static io.hdfsthrottle.gaps.ReferencePage.code;
import static io.hdfsthrottle.gaps.ReferencePage.codes;
import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.datanode.TestAgents;
import io.hdfsthrottle.datanode.ThrottlePlugin;
import io.hdfsthrottle.datanode.transfer.Direction;
import io.hdfsthrottle.gaps.AskedMetrics;
import io.hdfsthrottle.gaps.ReferencePage;
import io.hdfsthrottle.grant.Terms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.localio.DiskUse;
import io.hdfsthrottle.observation.DiskState;
import io.hdfsthrottle.observation.TenantActivity;
import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.share.Entitlement;
import io.hdfsthrottle.unit.Rate;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.MetricsRecord;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;
import org.apache.hadoop.metrics2.sink.PrometheusMetricsSink;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** In Hadoop's own metrics system, and on its page for Prometheus. */
final class HookMetricsTest {

    private static final String NODE = "hdfs_throttle_datanode_";
    private static final Path ROOT = Path.of("..");
    private static final Path FIGURES = Path.of("src/main/java/io/hdfsthrottle/datanode/figures");

    /** What each metric says of itself, by its name on the page. */
    private final Map<String, String> described = new ConcurrentHashMap<>();

    private final List<Throwable> failures = new ArrayList<>();
    private long scrapes;
    private TestAgents agents;
    private HookFigures figures;
    private PrometheusMetricsSink page;

    @BeforeEach
    void open() throws Exception {
        agents = new TestAgents("100m");
        agents.named(TestAgents.READING);
        agents.pacing(name -> Volume.of("DS-1", null)).moved(10 << 20, Direction.READ);
        agents.letTimePass(1);
        agents.agent().tick();
        figures = new HookFigures(agents.agent()::state, () -> 3, () -> 7, agents.placement(), Map::of);
        startMetrics();
    }

    private void startMetrics() {
        DefaultMetricsSystem.initialize("DataNode");
        page = new PrometheusMetricsSink() {
            @Override
            public void putMetrics(MetricsRecord record) {
                record.metrics()
                        .forEach(metric ->
                                described.put(prometheusName(record.name(), metric.name()), metric.description()));
                super.putMetrics(record);
            }
        };
        DefaultMetricsSystem.instance().register("prometheus", "the page", page);
        MetricsSource number = (collector, all) ->
                collector.addRecord("Scrape").addGauge(Interns.info("Number", "How many there were"), scrapes);
        DefaultMetricsSystem.instance().register("Scrape", "the test", number);
    }

    @AfterEach
    void close() {
        DefaultMetricsSystem.shutdown();
        agents.close();
    }

    private HookMetrics metrics(ThrottleMXBean of) {
        return new HookMetrics("dn:9866", () -> of, failures::add);
    }

    /** Hadoop drops what comes while it still clears up after the page before. */
    private String scrape() throws Exception {
        scrapes++;
        StringWriter text;
        do {
            DefaultMetricsSystem.instance().publishMetricsNow();
            text = new StringWriter();
            page.writeMetrics(text);
        } while (!Pattern.compile("(?m)^scrape_number\\{.*} " + scrapes + "$")
                .matcher(text.toString())
                .find());
        return text.toString();
    }

    /** The line of that metric that has all these labels. */
    private static String value(String scraped, String metric, String... labels) {
        List<String> lines = scraped.lines()
                .filter(line -> line.startsWith(NODE + metric + "{")
                        && List.of(labels).stream().allMatch(line::contains))
                .collect(Collectors.toList());
        assertThat(lines).as("%s in %s", metric, scraped).hasSize(1);
        return lines.get(0).substring(lines.get(0).lastIndexOf(' ') + 1);
    }

    private static ThrottleMXBean but(ThrottleMXBean figures, Map<String, Object> answers) {
        return (ThrottleMXBean) Proxy.newProxyInstance(
                ThrottleMXBean.class.getClassLoader(),
                new Class<?>[] {ThrottleMXBean.class},
                (self, method, given) ->
                        answers.containsKey(method.getName()) ? answers.get(method.getName()) : method.invoke(figures));
    }

    private static DiskFigures disk(String volume) {
        Rate rate = Rate.parse("10m");
        return new DiskFigures(
                VolumeActivity.of(volume, DiskState.configured(Rate.parse("100m")), List.of()),
                Optional.of(new DiskUse("8:0", rate, rate, Rate.ZERO)),
                1);
    }

    private static TenantFigures tenant(String name, long rate) {
        return new TenantFigures(
                "DS-1",
                TenantActivity.of(Terms.ofWeight(Tenant.named(name), 1), new Entitlement(Rate.ZERO, Rate.ZERO))
                        .rate(Rate.ofBytesPerSecond(rate))
                        .build());
    }

    @Test
    void figures_areOnThePage_withNodeTenantAndVolume() throws Exception {
        metrics(figures).begin();
        String scraped = scrape();

        String[] line = {"node=\"dn:9866\"", "tenant=\"default\"", "volume=\"DS-1\""};
        assertThat(value(scraped, "tenant_bytes", line)).isEqualTo(Long.toString(10L << 20));
        assertThat(value(scraped, "tenant_entitlement", line)).isEqualTo(Long.toString(100L << 20));
        assertThat(value(scraped, "tenant_backlogged", line)).isEqualTo("1");
        assertThat(value(scraped, "tenant_slots", line)).isEqualTo("1");
        assertThat(Long.parseLong(value(scraped, "tenant_slept_millis", line))).isBetween(60L, 120L);
        assertThat(value(scraped, "volume_capacity", "volume=\"DS-1\"")).isEqualTo(Long.toString(100L << 20));
        assertThat(value(scraped, "path_layers", "path=\"reads\"")).isEqualTo("1");
        assertThat(value(scraped, "path_layers", "path=\"shortCircuit\"")).isEqualTo("0");
        assertThat(value(scraped, "pacing", "node=\"dn:9866\"")).isEqualTo("1");
        assertThat(value(scraped, "reinstalled")).isEqualTo("3");
        assertThat(value(scraped, "short_circuit_replicas")).isEqualTo("7");
        assertThat(scraped)
                .contains("# TYPE " + NODE + "tenant_bytes counter", "# TYPE " + NODE + "tenant_slots gauge")
                .doesNotContain(NODE + "volume_total{");
        assertThat(failures).isEmpty();
    }

    @Test
    void everyMetricAndLabelThatAlertsAndTheDashboardAskFor_isOnThePage() throws Exception {
        metrics(but(figures, Map.of("getDisks", List.of(disk("DS-1"))))).begin();
        Map<String, Set<String>> asked = AskedMetrics.of(AskedMetrics.expressions(ROOT.resolve("conf")));

        assertThat(AskedMetrics.missing(asked, NODE, scrape())).isEmpty();
        assertThat(asked.keySet()).anyMatch(metric -> metric.startsWith(NODE + "tenant_"));
    }

    @Test
    void pageOfAllFigures_isWhatTheySayOfThemselves() throws Exception {
        ReferencePage text = new ReferencePage(
                "datanode-metrics",
                "Figures of DataNodes",
                "Made from the comments of beans and the descriptions of metrics. Where they are, and what to watch:"
                        + " (docs/monitor.md).");
        text.heading("Attributes in JMX")
                .paragraph("Of the bean `Hadoop:service=DataNode,name=HdfsThrottle`.")
                .table("attribute", "meaning")
                .getters(FIGURES.resolve("ThrottleMXBean.java"), true);
        for (String list : List.of("Tenant", "Disk", "Executor", "Drain", "Coverage")) {
            String attribute = list.equals("Coverage") ? list : list + "s";
            text.paragraph("### " + attribute)
                    .table("member of `" + attribute + "`", "meaning")
                    .getters(FIGURES.resolve(list + "Figures.java"), false);
        }
        metrics(but(figures, Map.of("getDisks", List.of(disk("DS-1"))))).begin();
        text.heading("Metrics").table("metric", "labels", "meaning");
        new TreeMap<>(AskedMetrics.scraped(scrape())).forEach((metric, labels) -> {
            if (metric.startsWith(NODE)) {
                labels.removeAll(Set.of("context", "hostname"));
                text.row(code(metric), codes(List.copyOf(labels)), described.get(metric));
            }
        });
        text.check();
    }

    @Test
    void entitlementOnADiskOfUnknownCapacity_isLeftOut() throws Exception {
        DiskFigures unknown =
                new DiskFigures(VolumeActivity.of("DS-1", DiskState.UNKNOWN, List.of()), Optional.empty(), 0);
        metrics(but(figures, Map.of("getDisks", List.of(unknown)))).begin();
        assertThat(scrape())
                .contains(NODE + "tenant_bytes{")
                .doesNotContain(NODE + "tenant_entitlement{", NODE + "volume_capacity{");
    }

    @Test
    void tooManyTenants_areThoseThatMoveMost_andTheOthersAreCounted() throws Exception {
        List<TenantFigures> tenants = IntStream.rangeClosed(1, HookMetrics.MOST_TENANTS + 2)
                .mapToObj(i -> tenant("t" + i, i))
                .collect(Collectors.toList());
        metrics(but(figures, Map.of("getTenants", tenants))).begin();
        String scraped = scrape();

        assertThat(value(scraped, "tenants_dropped")).isEqualTo("2");
        assertThat(scraped)
                .doesNotContain("tenant=\"t2\"")
                .contains("tenant=\"t3\"", "tenant=\"t" + (HookMetrics.MOST_TENANTS + 2) + "\"");
    }

    @Test
    void nodeThatStartsAgainInTheProcess_hasItsMetricsOnce_alsoAfterAStartThatLeftThem() throws Exception {
        HookMetrics first = metrics(figures);
        first.begin();
        HookMetrics second = metrics(but(figures, Map.of("getReinstalled", 4L)));
        second.begin();
        assertThat(value(scrape(), "reinstalled")).isEqualTo("4");

        first.close();
        assertThat(value(scrape(), "reinstalled")).as("not its own any more").isEqualTo("4");
        second.close();
        assertThat(scrape()).doesNotContain(NODE);

        DefaultMetricsSystem.shutdown();
        startMetrics();
        first.begin();
        assertThat(value(scrape(), "reinstalled")).isEqualTo("3");
    }

    @Test
    void twoNodesOfOneProcess_haveTheirMetricsEach() throws Exception {
        metrics(figures).begin();
        new HookMetrics("dn:9867", () -> but(figures, Map.of("getNode", "dn:9867")), failures::add).begin();
        String scraped = scrape();
        assertThat(value(scraped, "pacing", "node=\"dn:9866\"")).isEqualTo("1");
        assertThat(value(scraped, "pacing", "node=\"dn:9867\"")).isEqualTo("1");
    }

    @Test
    void figuresThatFail_areNoTroubleOfHadoop() throws Exception {
        new HookMetrics(
                        "dn:9866",
                        () -> {
                            throw new StackOverflowError("a bug");
                        },
                        failures::add)
                .begin();
        assertThat(scrape()).doesNotContain(NODE);
        assertThat(failures).isNotEmpty().allMatch(StackOverflowError.class::isInstance);
    }

    @Test
    void names_cannotBreakThePage() throws Exception {
        metrics(but(figures, Map.of("getDisks", List.of(disk("a\"} 1\nup{b=\"\\")))))
                .begin();
        assertThat(scrape()).contains("volume=\"a_} 1_up{b=__\"").doesNotContain("\nup{");
    }

    @Test
    void jmx_hasThemAsABeanOfTheNode() throws Exception {
        metrics(figures).begin();
        assertThat(ManagementFactory.getPlatformMBeanServer()
                        .getAttribute(
                                new ObjectName("Hadoop:service=DataNode,name=HdfsThrottleMetrics-dn-9866"), "Errors"))
                .isEqualTo(0L);
    }

    @Test
    void hookThatIsOff_isNotPacing_untilThePluginStops() throws Exception {
        ThrottlePlugin plugin = new ThrottlePlugin();
        plugin.start("not a DataNode at all");
        assertThat(value(scrape(), "pacing")).isEqualTo("0");
        assertThat(value(scrape(), "passing_by_mode")).isEqualTo("0");
        plugin.stop();
        assertThat(scrape()).doesNotContain(NODE);
    }
}
