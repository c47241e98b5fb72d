package io.hdfsthrottle.testkit.disk;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LeftDisksTest {

    private static List<String> left(String... listed) {
        return LeftDisks.devices(Stream.of(listed), "7-100"::equals);
    }

    @Test
    void imagesOfProcessesThatAreNoMore_areLeft() {
        assertThat(left(
                        "/dev/loop0 /a b/hdfs-throttle-test-6-100.image",
                        "/dev/loop1 /a/hdfs-throttle-test-7-99.image (deleted)",
                        "/dev/loop2 /a/hdfs-throttle-test-8-100.image\\x20(deleted)"))
                .containsExactly("/dev/loop0", "/dev/loop1", "/dev/loop2");
    }

    @Test
    void everythingElse_isSomebodys() {
        assertThat(left(
                        "/dev/loop0 /a/hdfs-throttle-test-7-100.image",
                        "/dev/loop1 /a/image",
                        "/dev/loop2 /a/hdfs-throttle-test-6-100.image/disk",
                        "/dev/loop3 /a/hdfs-throttle-test-.image",
                        "/dev/loop4",
                        ""))
                .isEmpty();
    }

    @Test
    void imagesOfThisProcess_areNotLeft() {
        assertThat(LeftDisks.imageName()).matches("hdfs-throttle-test-\\d+-\\d{13}\\.image");
        assertThat(LeftDisks.imageName()).isEqualTo(LeftDisks.imageName());
    }
}
