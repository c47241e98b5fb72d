package io.hdfsthrottle.cli.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** A DataNode as {@code /proc} shows it (proc(5)). */
final class RunningDataNode {

    private static final String MAIN_CLASS = "org.apache.hadoop.hdfs.server.datanode.DataNode";

    private final HostFiles files;
    private final String process;

    private RunningDataNode(HostFiles files, String process) {
        this.files = files;
        this.process = process;
    }

    static List<RunningDataNode> all(HostFiles files) {
        List<RunningDataNode> all = new ArrayList<>();
        for (String name : files.names("/proc")) {
            boolean isProcess = name.chars().allMatch(Character::isDigit);
            if (isProcess && files.text("/proc/" + name + "/cmdline").orElse("").contains(MAIN_CLASS)) {
                all.add(new RunningDataNode(files, name));
            }
        }
        return all;
    }

    String subject() {
        return "DataNode " + process;
    }

    Optional<String> user() {
        return files.owner("/proc/" + process);
    }

    /** Its group in blkio's hierarchy. */
    Optional<String> blkioGroup() {
        return group(controllers -> controllers.contains("blkio"));
    }

    /** Its group of version 2, whose line names no controllers. */
    Optional<String> unifiedGroup() {
        return group(controllers -> controllers.equals(List.of("")));
    }

    private Optional<String> group(Predicate<List<String>> which) {
        for (String line : files.text("/proc/" + process + "/cgroup").orElse("").split("\n", -1)) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3 && which.test(List.of(parts[1].split(",", -1)))) {
                return Optional.of(parts[2]);
            }
        }
        return Optional.empty();
    }

    /** Nothing if this user may not see what it has loaded. */
    Optional<Boolean> hasNativeHadoop() {
        return files.text("/proc/" + process + "/maps").map(maps -> maps.contains("libhadoop.so"));
    }
}
