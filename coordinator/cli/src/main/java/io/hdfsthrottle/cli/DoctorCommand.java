package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.host.Advice;
import io.hdfsthrottle.cli.host.Examination;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code doctor}: what this host lacks for the kernel's layers, and the command that mends it. Needs no coordinator.
 */
@Command(
        name = "doctor",
        description = {
            "Say what this DataNode's host lacks for the kernel's layers, and what mends it.",
            "Changes nothing. Exit code 1 if something is missing."
        },
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    private static final String NO_USER = "";

    @Parameters(
            arity = "0..*",
            paramLabel = "PATH",
            description = "Folders of dfs.datanode.data.dir, whose disks are looked at.")
    private List<Path> folders = List.of();

    @Option(
            names = "--user",
            paramLabel = "USER",
            defaultValue = NO_USER,
            description = "Who is to run the DataNode, where none runs yet.")
    private String user;

    @Option(
            names = "--cgroups",
            paramLabel = "DIR",
            defaultValue = "/sys/fs/cgroup",
            description = "Where control groups are mounted (default: ${DEFAULT-VALUE}).")
    private String cgroups;

    @Option(names = "--json", description = "Print JSON.")
    private boolean json;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        List<Advice> all = Examination.of(Path.of("/"), cgroups)
                .advice(Optional.of(user).filter(name -> !name.equals(NO_USER)), folders);
        PrintWriter out = command.commandLine().getOut();
        if (json) {
            out.println(inJson(all));
        } else {
            all.forEach(advice -> print(advice, out));
        }
        out.flush();
        return all.stream().anyMatch(advice -> advice.grade() == Advice.Grade.MISSING) ? 1 : 0;
    }

    private static void print(Advice advice, PrintWriter out) {
        out.println(PlainText.of(
                String.format(Locale.ROOT, "%-8s %s: %s", word(advice), advice.subject(), advice.found())));
        advice.remedy().ifPresent(remedy -> out.println(PlainText.of("         " + remedy)));
    }

    private static String word(Advice advice) {
        return advice.grade().name().toLowerCase(Locale.ROOT);
    }

    private static String inJson(List<Advice> all) {
        List<Map<String, Object>> members = new ArrayList<>();
        for (Advice advice : all) {
            Map<String, Object> each = new LinkedHashMap<>();
            each.put("grade", word(advice));
            each.put("subject", advice.subject());
            each.put("found", advice.found());
            each.put("remedy", advice.remedy().orElse(null));
            members.add(each);
        }
        return JsonObject.write(Map.of("advice", members));
    }
}
