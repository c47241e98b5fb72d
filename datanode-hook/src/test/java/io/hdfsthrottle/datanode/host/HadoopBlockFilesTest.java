package io.hdfsthrottle.datanode.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.util.NativeCodeLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Block files without Hadoop's native library; a real DataNode tests them with it. */
final class HadoopBlockFilesTest {

    private final HadoopBlockFiles files = new HadoopBlockFiles();

    @Test
    void withoutTheLibrary_nothingIsOpenedAndThatIsSaid(@TempDir Path folder) throws Exception {
        assertThat(NativeCodeLoader.isNativeCodeLoaded()).isFalse();
        assertThat(files.open(Files.createFile(folder.resolve("blk_7")))).isEmpty();
        assertThat(files.probe(folder).toString()).isEqualTo("Hadoop's native library is not loaded");
    }
}
