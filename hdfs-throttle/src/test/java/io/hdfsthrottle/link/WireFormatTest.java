package io.hdfsthrottle.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hdfsthrottle.grant.GrantVersion;
import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.json.MalformedJsonException;
import io.hdfsthrottle.observation.ReadTimes;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.usage.DiskFacts;
import io.hdfsthrottle.usage.DrainFacts;
import io.hdfsthrottle.usage.Faults;
import io.hdfsthrottle.usage.PathCoverage;
import io.hdfsthrottle.usage.TenantUsage;
import io.hdfsthrottle.usage.UsageReport;
import io.hdfsthrottle.usage.UsageReportJson;
import io.hdfsthrottle.usage.VolumeUsage;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WireFormatTest {

    private static final String WRITTEN = UsageReportJson.write(Reports.small("dn:9866"));
    private static final String TAG =
            "app-1.k1.0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-_0123";

    @Test
    void report_isReadBackWhole() throws MalformedJsonException {
        UsageReport read = UsageReportJson.read(WRITTEN);
        assertThat(read.node()).isEqualTo("dn:9866");
        assertThat(read.grant()).isEqualTo(GrantVersion.of(7, 3));
        assertThat(read.pacing()).isTrue();
        assertThat(read.volumes()).hasSize(2);
        VolumeUsage volume = read.volumes().get(0);
        assertThat(volume.volume()).isEqualTo("DS-1");
        assertThat(volume.capacity()).contains(Rate.parse("150m"));
        TenantUsage gold = volume.tenants().get(0);
        assertThat(gold.tenant()).isEqualTo(Tenant.named("gold"));
        assertThat(gold.weight()).isEqualTo(8);
        assertThat(gold.bytes()).isEqualTo(123);
        assertThat(gold.rate()).isEqualTo(Rate.ofBytesPerSecond(1));
        assertThat(gold.entitlement()).isEqualTo(Rate.UNLIMITED);
        assertThat(gold.backlogged()).isTrue();
        assertThat(gold.waited()).isEqualTo(Duration.ofMillis(12));
        assertThat(gold.waits().numbers()).containsExactly(1L, 2L, 2L, 9L);
        assertThat(gold.streams()).isEqualTo(7);
        assertThat(gold.reservation()).isEqualTo(Rate.parse("2m"));
        assertThat(read.volumes().get(1).capacity()).isEmpty();
        PathCoverage reads = volume.coverage().get(0);
        assertThat(reads.path()).isEqualTo("reads");
        assertThat(reads.coveredBy()).containsExactly("pacing", "blkio backstop");
        assertThat(reads.reason()).isEqualTo("ioprio: no");
        assertThat(volume.applications()).singleElement().satisfies(application -> {
            assertThat(application.application()).isEqualTo("app-1");
            assertThat(application.tenant()).isEqualTo(Tenant.named("gold"));
            assertThat(application.waited()).isEqualTo(Duration.ofMillis(11));
            assertThat(application.limited()).isEqualTo(Duration.ofMillis(5));
            assertThat(application.streams()).isEqualTo(3);
            assertThat(application.slept()).isEqualTo(9);
            assertThat(application.sent()).isEqualTo(4);
            assertThat(application.ran()).isEqualTo(1);
        });
        assertThat(UsageReportJson.write(read)).isEqualTo(WRITTEN);
    }

    @Test
    void faults_areReadBack_andNoneIsNotWritten() throws MalformedJsonException {
        Faults faults = Faults.of(1, 2, 3).stalled(4);
        String written = UsageReportJson.write(Reports.small("dn:9866").withFaults(faults));
        assertThat(UsageReportJson.read(written).faults()).isEqualTo(faults);
        assertThat(UsageReportJson.read(WRITTEN).faults()).isEqualTo(Faults.NONE);
        assertThat(WRITTEN).doesNotContain("errors", "refusedTags", "fallenBack");
    }

    @Test
    void whatIsLeftOnNodes_isReadBackWhole_andBounded() throws MalformedJsonException {
        EntitlementLeft left = new EntitlementLeft(
                Map.of("dn1:9866", 7L, "dn2:9866", 0L), Duration.ofSeconds(2), Duration.ofMillis(3));
        EntitlementLeft read = WireFormat.entitlementLeftFromJson(WireFormat.entitlementLeftToJson(left));
        assertThat(read.nodes()).isEqualTo(left.nodes());
        assertThat(read.again()).isEqualTo(left.again());
        assertThat(read.age()).isEqualTo(left.age());

        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(
                        () -> WireFormat.entitlementLeftFromJson(
                                "{\"againMillis\":1,\"ageMillis\":0,\"nodes\":[{\"node\":\"dn1\",\"leftBytesPerSecond\":-1}]}"));
        assertThat(WireFormat.entitlementLeftFromJson("{\"againMillis\":1,\"ageMillis\":0,\"nodes\":[]}")
                        .again())
                .as("nobody is told to ask more than once a second")
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void instanceOfANode_isOptional_andNoText() throws MalformedJsonException {
        assertThat(UsageReportJson.read(WRITTEN).instance()).contains("4711-1a2b");
        assertThat(UsageReportJson.read(WRITTEN.replace("\"instance\":\"4711-1a2b\",", ""))
                        .instance())
                .isEmpty();
        for (String wrong : List.of("", "a b", "x".repeat(65), "\\u202e")) {
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> UsageReportJson.read(WRITTEN.replace("4711-1a2b", wrong)));
        }
    }

    @Test
    void moreStreamsThanAnyNodeHas_areRefused() throws MalformedJsonException {
        assertThat(UsageReportJson.read(WRITTEN.replace(",\"streams\":7", ""))
                        .volumes()
                        .get(0)
                        .tenants()
                        .get(0)
                        .streams())
                .isZero();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsageReportJson.read(WRITTEN.replace("\"streams\":7", "\"streams\":1048577")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-8.0", "0", "1e7", "1e-7"})
    void weightThatNoTermsHave_isRefused(String wrong) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsageReportJson.read(WRITTEN.replace("\"weight\":8.0", "\"weight\":" + wrong)))
                .withMessageContaining("weight");
    }

    @Test
    void waitsByDuration_areNoneFromAnOlderNode_andRefusedUnlessTheyAddUp() throws MalformedJsonException {
        assertThat(UsageReportJson.read(WRITTEN.replace("\"waits\"", "\"later\""))
                        .volumes()
                        .get(0)
                        .tenants()
                        .get(0)
                        .waits()
                        .all())
                .isZero();
        for (String wrong : List.of("1,2,2", "1,2,2,1", "1,2,2,9007199254740993")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> UsageReportJson.read(WRITTEN.replace("[1,2,2,9]", "[" + wrong + "]")))
                    .withMessageContaining("waits");
        }
        for (String wrong : List.of("[-1,2,2,9]", "[1,2,2,9,9]", "[1.5,2,2,9]", "[\"1\",2,2,9]", "7")) {
            assertThatExceptionOfType(MalformedJsonException.class)
                    .isThrownBy(() -> UsageReportJson.read(WRITTEN.replace("[1,2,2,9]", wrong)))
                    .withMessageContaining("waits");
        }
    }

    @Test
    void timesOfReads_areReadBack_noneFromAnOlderNode_andBounded() throws MalformedJsonException {
        String written =
                UsageReportJson.write(Reports.small("dn").withReads(ReadTimes.of(List.of(0L, 7L, 0L, 2L, 0L))));
        assertThat(written).contains("\"reads\":[0,7,0,2]");
        assertThat(UsageReportJson.read(written).reads().first()).containsExactly(0L, 7L, 0L, 2L);
        assertThat(WRITTEN).doesNotContain("\"reads\":[");
        assertThat(UsageReportJson.read(WRITTEN).reads().all()).isZero();
        String tooMany = "[" + "1,".repeat(ReadTimes.PLACES) + "1]";
        for (String wrong : List.of("[-1]", "[1.5]", "[null]", "[\"7\"]", "{}", tooMany)) {
            assertThatExceptionOfType(MalformedJsonException.class)
                    .isThrownBy(() -> UsageReportJson.read(written.replace("[0,7,0,2]", wrong)))
                    .withMessageContaining("reads");
        }
    }

    @Test
    void reportOfANodeThatLetsEverythingPass_saysSo() throws MalformedJsonException {
        UsageReport passing = UsageReport.of("dn", GrantVersion.NONE, false, List.of());
        assertThat(UsageReportJson.write(passing)).contains("\"state\":\"passing\"");
        assertThat(UsageReportJson.read(UsageReportJson.write(passing)).pacing())
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"node\":\"dn:9866\"' | '\"node\":7' | 'node'",
                "'\"epoch\":7' | '\"epoch\":-1' | 'epoch'",
                "'\"sequence\":3,' | '' | 'sequence'",
                "'\"state\":\"pacing\"' | '\"state\":true' | 'state'",
                "'\"volumes\":[' | '\"volumes\":[1,' | 'volumes'",
                "'\"volume\":\"DS-1\",' | '' | 'volume'",
                "'\"capacityBytesPerSecond\":157286400' | '\"capacityBytesPerSecond\":\"150m\"' |"
                        + " 'capacityBytesPerSecond'",
                "'\"tenants\":[{' | '\"tenants\":{\"x\":[{' | ''",
                "'\"weight\":8.0,' | '' | 'weight'",
                "'\"weight\":8.0' | '\"weight\":1e999' | 'weight'",
                "'\"weight\":8.0' | '\"weight\":NaN' | ''",
                "'\"bytes\":123' | '\"bytes\":-123' | 'bytes'",
                "'\"bytesPerSecond\":1' | '\"bytesPerSecond\":1.5' | 'bytesPerSecond'",
                "'Second\":9223372036854775807' | 'Second\":9223372036854775808' | 'entitlementBytesPerSecond'",
                "'\"backlogged\":true' | '\"backlogged\":\"true\"' | 'backlogged'",
                "'\"waitedMillis\":12' | '\"waitedMillis\":null' | 'waitedMillis'",
                "'\"streams\":7' | '\"streams\":-1' | 'streams'",
                "'\"coveredBy\":[' | '\"coveredBy\":[1,' | 'coveredBy'",
                "'\"path\":\"reads\",' | '' | 'path'",
                "'\"waitedMillis\":11' | '\"waitedMillis\":-1' | 'waitedMillis'",
                "'\"application\":\"app-1\",' | '' | 'application'"
            })
    void reportWithAWrongMember_isRefusedByName(String right, String wrong, String named) {
        assertThat(WRITTEN).contains(right);
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> UsageReportJson.read(WRITTEN.replace(right, wrong)))
                .withMessageContaining(named);
    }

    @Test
    void diskOfAVolume_isReadBackWhole_andNotMissedFromAnOlderNode() throws MalformedJsonException {
        DiskFacts disk = DiskFacts.of("8:16", Optional.of(true), OptionalLong.of(4_000_000_000_000L));
        DiskFacts silent = DiskFacts.of("259:0", Optional.empty(), OptionalLong.empty());
        UsageReport report = UsageReport.of(
                "dn",
                GrantVersion.NONE,
                true,
                List.of(
                        VolumeUsage.of("DS-1", null, List.of()).on(disk),
                        VolumeUsage.of("DS-2", null, List.of()).on(silent),
                        VolumeUsage.of("DS-3", null, List.of())));

        String written = UsageReportJson.write(report);
        List<VolumeUsage> read = UsageReportJson.read(written).volumes();
        assertThat(read.get(0).device()).contains(disk);
        assertThat(read.get(0).device().orElseThrow().bytes()).hasValue(4_000_000_000_000L);
        assertThat(read.get(1).device()).contains(silent);
        assertThat(read.get(1).device().orElseThrow().rotational()).isEmpty();
        assertThat(read.get(2).device()).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsageReportJson.read(written.replace("8:16", "sda\\u0007")));
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> UsageReportJson.read(written.replace("true,\"bytes\"", "\"yes\",\"bytes\"")));
    }

    @Test
    void nodeThatSaysNothingOfCoverage_isUnderstood() throws MalformedJsonException {
        String older = WRITTEN.replace("\"coverage\"", "\"later\"");
        assertThat(UsageReportJson.read(older).volumes().get(0).coverage()).isEmpty();
    }

    @Test
    void nodeThatSaysNothingOfApplications_isUnderstood() throws MalformedJsonException {
        String older = WRITTEN.replace("\"applications\"", "\"later\"");
        assertThat(UsageReportJson.read(older).volumes().get(0).applications()).isEmpty();
    }

    @Test
    void whatAnApplicationWaited_isReadBackWhole() throws MalformedJsonException {
        Waiting waiting = Waiting.of(
                        Tenant.named("etl"), Duration.ofMillis(41_234), Duration.ofSeconds(212), Waiting.Cause.LIMIT)
                .at(Rate.parse("40m"), Rate.parse("200m"))
                .atLeast();
        Waiting read = WireFormat.waitingFromJson(WireFormat.waitingToJson("app-1", waiting, ""));
        assertThat(read.tenant()).isEqualTo(waiting.tenant());
        assertThat(read.waited()).isEqualTo(waiting.waited());
        assertThat(read.within()).isEqualTo(waiting.within());
        assertThat(read.cause()).isEqualTo(waiting.cause());
        assertThat(read.complete()).isFalse();
        assertThat(read.entitlement()).contains(Rate.parse("40m"));
        assertThat(read.capacity()).contains(Rate.parse("200m"));
        String newer = WireFormat.waitingToJson("app-1", waiting, "").replace("\"limit\"", "\"weather\"");
        assertThat(WireFormat.waitingFromJson(newer).cause()).isEqualTo(Waiting.Cause.UNKNOWN);
    }

    @Test
    void longReasons_areCut() throws MalformedJsonException {
        String longer = WRITTEN.replace("ioprio: no", "x".repeat(10_000));
        assertThat(UsageReportJson.read(longer)
                        .volumes()
                        .get(0)
                        .coverage()
                        .get(0)
                        .reason())
                .hasSize(600);
    }

    @Test
    void stateThatNobodyKnows_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> UsageReportJson.read(WRITTEN.replace("\"pacing\"", "\"resting\"")))
                .withMessageContaining("pacing or passing");
    }

    @Test
    void largestReport_isReadAndALargerOneRefused() throws MalformedJsonException {
        List<TenantUsage> tenants = Collections.nCopies(UsageReportJson.MOST_TENANTS, Reports.gold());
        assertThat(UsageReportJson.read(report(1, tenants)).volumes().get(0).tenants())
                .hasSize(UsageReportJson.MOST_TENANTS);
        assertThat(UsageReportJson.read(report(UsageReportJson.MOST_VOLUMES, List.of()))
                        .volumes())
                .hasSize(UsageReportJson.MOST_VOLUMES);
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> UsageReportJson.read(
                        report(1, Collections.nCopies(UsageReportJson.MOST_TENANTS + 1, Reports.gold()))))
                .withMessageContaining("'tenants'");
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> UsageReportJson.read(report(UsageReportJson.MOST_VOLUMES + 1, List.of())))
                .withMessageContaining("'volumes'");
    }

    private static String report(int volumes, List<TenantUsage> tenants) {
        return UsageReportJson.write(UsageReport.of(
                "dn",
                GrantVersion.of(7, 3),
                true,
                Collections.nCopies(volumes, VolumeUsage.of("DS-1", Rate.parse("150m"), tenants))));
    }

    @Test
    void registrationWithoutATenant_leavesItOut() {
        assertThat(WireFormat.registrationToJson(Registration.of("app-1", "job", "alice", null)))
                .isEqualTo("{\"application\":\"app-1\",\"name\":\"job\",\"user\":\"alice\"}");
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "20, 20", "3600, 3600", "3601, 3600", "9223372036854775807, 3600"})
    void renewal_isNeitherEndlesslyFastNorNever(long said, long seconds) throws MalformedJsonException {
        assertThat(WireFormat.leaseFromJson(lease(TAG, "gold", Long.toString(said)))
                        .renewAfter())
                .isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void leaseWithAWrongMember_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WireFormat.leaseFromJson(lease("no tag", "gold", "20")))
                .withMessageContaining("tag");
        assertThatIllegalArgumentException().isThrownBy(() -> WireFormat.leaseFromJson(lease(TAG, "go ld", "20")));
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> WireFormat.leaseFromJson(lease(TAG, "gold", "-1")))
                .withMessageContaining("renewSeconds");
    }

    @ParameterizedTest
    @CsvSource({"free, FREE", "tcp, TCP", "'something newer', TCP", ", TCP"})
    void leaseThatDoesNotSayFree_isNotFree(String label, ShortCircuit expected) throws MalformedJsonException {
        String plain = lease(TAG, "gold", "20");
        String said =
                label == null ? plain : plain.substring(0, plain.length() - 1) + ",\"shortCircuit\":\"" + label + "\"}";
        assertThat(WireFormat.leaseFromJson(said).shortCircuit()).isEqualTo(expected);
    }

    private static String lease(String tag, String tenant, String renewSeconds) {
        return "{\"tag\":\"" + tag + "\",\"tenant\":\"" + tenant
                + "\",\"notBefore\":7,\"secret\":\"s\",\"renewSeconds\":" + renewSeconds + "}";
    }

    @Test
    void whatIsLeftOnAVolumeThatIsDrained_isReadBack_andAbsentOtherwise() throws MalformedJsonException {
        DrainFacts left = DrainFacts.of(3, 300, "no room");
        VolumeUsage volume = VolumeUsage.of("DS-1", null, List.of());
        UsageReport report = UsageReport.of("dn", GrantVersion.NONE, true, List.of(volume.drained(left), volume));
        String written = UsageReportJson.write(report);

        List<VolumeUsage> read = UsageReportJson.read(written).volumes();
        assertThat(read.get(0).drain()).contains(left);
        assertThat(read.get(0).drain().orElseThrow().isDrained()).isFalse();
        assertThat(read.get(1).drain()).isEmpty();
        assertThatExceptionOfType(MalformedJsonException.class)
                .isThrownBy(() -> UsageReportJson.read(written.replace("\"replicas\":3", "\"replicas\":-3")));
    }
}
