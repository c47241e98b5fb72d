package io.hdfsthrottle.datanode.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.datanode.DataNodeHost;
import io.hdfsthrottle.kernel.ProcessLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TransferThreadsTest {

    private final AtomicInteger administrators = new AtomicInteger(4096);
    private final AtomicInteger servers = new AtomicInteger(4096);
    private final AtomicInteger changes = new AtomicInteger();
    private final TransferThreads threads = new TransferThreads(administrators::get, servers::get, most -> {
        changes.incrementAndGet();
        servers.set(most);
    });

    @Test
    void lentThreads_comeOnTopOfTheAdministratorsAndGoAgain() {
        threads.lend(256);
        assertThat(servers).hasValue(4352);
        assertThat(threads.given()).isEqualTo(4096);
        threads.lend(256);
        assertThat(changes).hasValue(1);
        threads.lend(0);
        assertThat(servers).hasValue(4096);
    }

    @Test
    void serverThatWasNeverLentAny_isNotTouched() {
        servers.set(77); // set on the server without telling the configuration
        threads.lend(0);
        assertThat(changes).hasValue(0);
        assertThat(threads.given()).isEqualTo(77);
    }

    @Test
    void serverThatDoesNotSayWhatItGoesBy_isLentNothing() {
        TransferThreads notTold = TransferThreads.notLendable(administrators::get, "no getMaxXceiverCount");
        notTold.lend(256);
        assertThat(notTold.given()).isEqualTo(4096);
        assertThat(notTold.lendable().toString()).contains("getMaxXceiverCount");
        assertThat(threads.lendable().isDone()).isTrue();
    }

    @Test
    void reconfiguredNumber_holdsFromTheNextLookOn() {
        threads.lend(256);
        servers.set(1000); // reconfiguration updates the server first
        administrators.set(1000);
        threads.lend(100);
        assertThat(threads.given()).isEqualTo(1000);
        assertThat(servers).hasValue(1100);
    }

    @Test
    void numbersBeyondAllReason_doNotOverflow() {
        administrators.set(Integer.MAX_VALUE);
        threads.lend(256);
        assertThat(servers).hasValue(Integer.MAX_VALUE);
    }

    @Test
    void processWithFewFilesOrThreads_canBearNoMore(@TempDir Path proc) throws Exception {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(proc.resolve("self/cgroup"), "0::/\n");
        String limits = "Limit                     Soft Limit           Hard Limit           Units     \n"
                + "Max processes             %s                96365                processes \n"
                + "Max open files            %s                20000                files     \n";
        assertThat(most(proc, String.format(limits, "unlimited", "65536"))).isEqualTo(17_408);
        assertThat(most(proc, String.format(limits, "unlimited", "20000"))).isEqualTo(4601);
        assertThat(most(proc, String.format(limits, "6000", "65536"))).isEqualTo(4976);
        assertThat(most(proc, String.format(limits, "unlimited", "1024"))).isNotPositive();
        assertThat(most(proc, "")).isNegative();
    }

    private static long most(Path proc, String limits) throws Exception {
        Files.writeString(proc.resolve("self/limits"), limits);
        return DataNodeHost.mostWithin(ProcessLimits.read(proc, proc.resolve("cgroup")));
    }
}
