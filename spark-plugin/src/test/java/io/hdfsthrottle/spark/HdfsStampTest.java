package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.Test;

/** When the stamp may be put into a configuration, and what it writes. */
final class HdfsStampTest {

    private final Configuration conf = new Configuration(false);
    private final HdfsStamp stamp = new HdfsStamp(conf);

    @Test
    void untouchedConfiguration_mayBeStamped() {
        assertThat(stamp.obstacle()).isEmpty();
    }

    @Test
    void hadoopsOwnClassSpeltOut_mayBeStamped() {
        conf.set(HdfsStamp.CLASS_KEY, DistributedFileSystem.class.getName());

        assertThat(stamp.obstacle()).isEmpty();
    }

    @Test
    void classOfTheUsers_isNamedAsTheObstacle() {
        conf.set(HdfsStamp.CLASS_KEY, "com.example.TheirFileSystem");

        assertThat(stamp.obstacle()).hasValueSatisfying(why -> assertThat(why)
                .contains("fs.hdfs.impl is already com.example.TheirFileSystem"));
    }

    @Test
    void classLoaderThatDoesNotSeeThePlugin_isAnObstacle() {
        conf.setClassLoader(ClassLoader.getPlatformClassLoader());

        assertThat(stamp.obstacle())
                .hasValueSatisfying(
                        why -> assertThat(why).contains("cannot load").contains(HdfsStamp.CLASS_NAME));
    }

    @Test
    void className_isTheOneOfTheFileSystem() {
        assertThat(HdfsStamp.CLASS_NAME).isEqualTo(TaggedFileSystem.class.getName());
    }

    @Test
    void stampPutAgain_carriesTheNewTag() {
        stamp.put(FakeCoordinator.tagOf("app-1", "k1"));
        stamp.put(FakeCoordinator.tagOf("app-1", "k2"));

        assertThat(conf.get(HdfsStamp.TAG_KEY)).contains(".k2.");
        assertThat(conf.get(HdfsStamp.CLASS_KEY)).isEqualTo(HdfsStamp.CLASS_NAME);
        assertThat(stamp.obstacle()).isEmpty();
    }
}
