package io.hdfsthrottle.testkit.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RepositoryTest {

    @Test
    void host_notBuiltSaysHowToBuildIt(@TempDir Path empty) {
        assertThatThrownBy(() -> new Repository(empty).host("hadoop-3.4"))
                .hasMessageContaining("src-it/hosts/hadoop-3.4/target/classpath is missing: run 'mvn package");
    }

    @Test
    void nativeLibrary_ofAnotherArchitectureIsNamed(@TempDir Path empty) {
        assertThatThrownBy(() -> new Repository(empty).nativeLibrary("riscv64"))
                .hasMessageContaining("Linux-riscv64/libhadoop.so is missing");
    }

    @Test
    void release_isReadFromTheJarsName() {
        List<Path> jars = List.of(Path.of("hadoop-hdfs-client-3.4.1.jar"), Path.of("hadoop-hdfs-3.4.3.jar"));
        assertThat(Repository.release(jars, "hadoop-hdfs")).isEqualTo("3.4.3");
    }

    @Test
    void release_leavesOutTheScalaVersion() {
        assertThat(Repository.release(List.of(Path.of("spark-sql_2.13-4.2.0.jar")), "spark-sql"))
                .isEqualTo("4.2.0");
    }
}
