package io.hdfsthrottle.integration;

import io.hdfsthrottle.testkit.process.JavaCommand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A user without any right of root's but one: it may read what is in this clone, wherever that lies. (access(2) knows
 * nothing of that: what it is asked about, and what this user writes, is where every user has access.)
 *
 * @param name as the system knows it
 */
record OrdinaryUser(String name) {

    private static final String READ_ALL = "-all,+dac_read_search";

    /** A folder of this user's, made. */
    Path folder(Path folder) {
        try {
            Files.createDirectories(folder);
            return Files.setOwner(
                    folder,
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(name));
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    /** That command run by this user, the way Hadoop's script runs a DataNode: hadoop-env.sh is read first. */
    JavaCommand runs(JavaCommand command, Path hadoopEnv, Path folder) {
        try {
            Path script = Files.writeString(
                    folder.resolve("hdfs"),
                    "set -eu\n. '" + hadoopEnv + "'\nshift # what the DataNode's command is called\nexec \"$@\"\n");
            return command.startedBy(List.of(
                    "setpriv",
                    "--reuid=" + name,
                    "--clear-groups",
                    "--inh-caps=" + READ_ALL,
                    "--ambient-caps=" + READ_ALL,
                    "--bounding-set=" + READ_ALL,
                    "bash",
                    script.toString(),
                    "datanode"));
        } catch (IOException full) {
            throw new UncheckedIOException(full);
        }
    }
}
