package io.hdfsthrottle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host's locale has other digits (Arabic), another point (German) or other letters (Turkish). */
final class LocalesTest {

    private static final String NODES = "{\"nodes\":[{\"node\":\"dn1:9866\",\"volumes\":[{\"volume\":\"DS-1\","
            + "\"capacityBytesPerSecond\":104857600,\"reservedBytesPerSecond\":0,\"freeToReserveBytesPerSecond\":125829120,\"movedBytesPerSecond\":7,\"freeNowBytesPerSecond\":104857593}]}]}";
    private static final String APPOINTMENT =
            "{\"appointment\":12,\"application\":\"app-1\",\"tenant\":\"etl\",\"bytes\":1572864,"
                    + "\"answer\":\"now\",\"startSeconds\":0,\"lengthSeconds\":7,\"bytesPerSecond\":75500000}";

    private final Locale before = Locale.getDefault();

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG", "de-DE", "tr-TR"})
    void whatIsPrintedAndRead_isTheSameInEveryLocale(String locale) throws Exception {
        Locale.setDefault(Locale.forLanguageTag(locale));
        try (ScriptedCoordinator coordinator = new ScriptedCoordinator()) {
            coordinator.then(200, "", NODES).then(201, "", APPOINTMENT);
            assertThat(coordinator.run("offers", "--yarn", "--host", "dn1", "--unit", "10MIB"))
                    .contains("<value>12</value>");
            assertThat(coordinator.run("appointment", "--app", "app-1", "--bytes", "1.5MIB", "--within", "20s"))
                    .isEqualTo("0 application app-1: begin now; appointment 12 for 1.6 MB, 7 s at 75.5 MB/s\n");
            assertThat(coordinator.requests()).last().asString().contains("\"bytes\":1572864");
        }
    }
}
