package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What an executor does about HDFS clients that move bytes without a tag. No HDFS is contacted. */
final class UntaggedIoTest {

    private static final URI NOWHERE = URI.create("hdfs://127.0.0.1:8");

    private final AtomicLong bytes = new AtomicLong(5 * UntaggedIo.WORTH_A_WORD);
    private final List<Object> told = new ArrayList<>();
    private Object answer = "";
    private final UntaggedIo io = new UntaggedIo(
            new ExecutorHalfTest.Executor("7", message -> {
                told.add(message);
                return answer;
            }),
            bytes::get);

    @AfterEach
    void end() {
        io.close();
    }

    private void move(long moved) {
        bytes.addAndGet(moved);
        io.look();
    }

    @Test
    void littleOrNothing_isNotToldToTheDriver() {
        io.look();
        move(UntaggedIo.WORTH_A_WORD - 1);
        assertThat(told).isEmpty();

        move(1);
        io.look();
        assertThat(told).containsExactly("hdfs-throttle untagged 7");
    }

    @Test
    void clientOpenedBeforeTheTag_isOpenedAnew_onceTheDriverHasOne() throws IOException {
        Configuration stamped = new Configuration();
        new HdfsStamp(stamped).put(FakeCoordinator.tagOf("app-1", "k1"));
        try (FileSystem early = FileSystem.get(NOWHERE, new Configuration())) {
            move(UntaggedIo.WORTH_A_WORD);
            assertThat(FileSystem.get(NOWHERE, stamped)).as("no tag yet").isSameAs(early);

            answer = UntaggedIo.LET_GO;
            move(UntaggedIo.WORTH_A_WORD);
            try (FileSystem anew = FileSystem.get(NOWHERE, stamped)) {
                assertThat(anew).isInstanceOf(TaggedFileSystem.class);
            }
            move(UntaggedIo.WORTH_A_WORD);
        }
        assertThat(told)
                .containsExactly(
                        "hdfs-throttle untagged 7", "hdfs-throttle untagged 7", "hdfs-throttle still untagged 7");
        assertThat(told).allMatch(UntaggedIo::isFrom);
    }

    @Test
    void driverThatDoesNotAnswer_isAskedAgainNextTime() {
        UntaggedIo lonely = new UntaggedIo(new ExecutorHalfTest.Executor("7"), bytes::get);
        bytes.addAndGet(UntaggedIo.WORTH_A_WORD);
        lonely.look();
        lonely.close();
        assertThat(told).isEmpty();
    }
}
