package io.hdfsthrottle.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.hdfsthrottle.grant.ShortCircuit;
import io.hdfsthrottle.identity.AppTag;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.Part;
import io.hdfsthrottle.spark.part.DistinguishedParts;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.Hdfs;
import org.apache.hadoop.fs.local.LocalFs;
import org.apache.hadoop.hdfs.DFSClient;
import org.junit.jupiter.api.Test;

/** {@code FileContext} with a stamped configuration. No HDFS is contacted. */
final class TaggedContextFileSystemTest {

    private static final AppTag TAG = FakeCoordinator.tagOf("app-20261120-0001", "k1");
    private static final URI NOWHERE = URI.create("hdfs://127.0.0.1:1");

    private final Configuration conf = new Configuration();
    private final HdfsStamp stamp = new HdfsStamp(conf);

    private AbstractFileSystem opened() throws Exception {
        return FileContext.getFileContext(NOWHERE, conf).getDefaultFileSystem();
    }

    private DFSClient client() throws Exception {
        AbstractFileSystem files = opened();
        Field field = Hdfs.class.getDeclaredField("dfs");
        field.setAccessible(true);
        return (DFSClient) field.get(files instanceof TaggedContextFileSystem ? inside(files) : files);
    }

    private static AbstractFileSystem inside(AbstractFileSystem files) throws ReflectiveOperationException {
        Method inside = FilterFs.class.getDeclaredMethod("getMyFs");
        inside.setAccessible(true);
        return (AbstractFileSystem) inside.invoke(files);
    }

    @Test
    void stampedConfiguration_namesTheClientAfterTheApplication() throws Exception {
        stamp.put(TAG);

        assertThat(opened()).isInstanceOf(TaggedContextFileSystem.class);
        assertThat(client().getClientName()).startsWith("DFSClient_" + TAG + "_");
        assertThat(conf.get(TaggedFileSystem.CLIENT_NAME_KEY)).isNull();
    }

    @Test
    void fileSystem_isAtTheAddressThatHadoopsOwnIsAt() throws Exception {
        AbstractFileSystem hadoops = opened();
        stamp.put(TAG);

        assertThat(opened().getUri()).isEqualTo(hadoops.getUri());
        assertThat(opened().getUriDefaultPort()).isEqualTo(hadoops.getUriDefaultPort());
        assertThat(opened().getCanonicalServiceName()).isEqualTo(hadoops.getCanonicalServiceName());
    }

    @Test
    void withoutATag_isHdfsAsItIs() throws Exception {
        conf.set(HdfsStamp.CONTEXT_CLASS_KEY, HdfsStamp.CONTEXT_CLASS_NAME);

        assertThat(client().getClientName()).startsWith("DFSClient_NONMAPREDUCE_");
    }

    @Test
    void streams_areTheProcesss_whereTasksAreToldApart() throws Exception {
        stamp.distinguish(DistinguishedParts.by(Level.TASK, false));
        stamp.put(TAG);

        assertThat(Part.inClientName(client().getClientName())).contains(Part.NONE);
    }

    @Test
    void localReplicas_areReadAsTheTenantMay() throws Exception {
        conf.setBoolean(PacedReads.HADOOPS_SHORT_CIRCUIT, true);
        conf.set("dfs.domain.socket.path", "/tmp/none");
        stamp.put(TAG);
        assertThat(client().getConf().getShortCircuitConf().isShortCircuitLocalReads())
                .isFalse();

        stamp.shortCircuit(ShortCircuit.FREE);
        assertThat(client().getConf().getShortCircuitConf().isShortCircuitLocalReads())
                .isTrue();
    }

    @Test
    void classOfTheUsers_staysAndIsNamed() {
        conf.set(HdfsStamp.CONTEXT_CLASS_KEY, LocalFs.class.getName());
        stamp.put(TAG);

        assertThat(conf.get(HdfsStamp.CONTEXT_CLASS_KEY)).isEqualTo(LocalFs.class.getName());
        assertThat(stamp.obstacleOfContexts()).hasValueSatisfying(why -> assertThat(why)
                .contains(HdfsStamp.CONTEXT_CLASS_KEY, LocalFs.class.getName()));
        assertThat(stamp.obstacle()).isEmpty();
    }

    @Test
    void classNames_areThoseOfTheClasses() {
        assertThat(HdfsStamp.CONTEXT_CLASS_NAME).isEqualTo(TaggedContextFileSystem.class.getName());
        assertThat(HdfsStamp.HADOOP_CONTEXT_CLASS_NAME).isEqualTo(Hdfs.class.getName());
    }

    @Test
    void whateverHdfsDoesItsOwnWay_isPassedOn() {
        List<String> passedOn = Stream.of(FilterFs.class, TaggedContextFileSystem.class)
                .flatMap(TaggedContextFileSystemTest::methods)
                .collect(Collectors.toList());

        List<String> general = methods(AbstractFileSystem.class).collect(Collectors.toList());
        assertThat(methods(Hdfs.class).filter(general::contains)).isNotEmpty().isSubsetOf(passedOn);
    }

    private static Stream<String> methods(Class<?> of) {
        return Arrays.stream(of.getDeclaredMethods())
                .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
                .map(method -> method.getName() + Arrays.toString(method.getParameterTypes()));
    }
}
