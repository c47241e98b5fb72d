package io.hdfsthrottle.coordinator.cli;

import io.hdfsthrottle.gaps.ReferencePage;
import java.io.IOException;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The page of commands is what they say with {@code --help}. */
final class CommandsPageTest {
    private static final int WIDTH = 110;

    /** Told once, for all commands that ask a coordinator. */
    private static final Set<String> SHARED = Set.of(
            "--coordinator",
            "--token-file",
            "--kerberos",
            "--tls-trust",
            "--tls-certificate",
            "--tls-key",
            "--json",
            "--help",
            "--version");

    @Test
    void page_isWhatTheCommandsSay() throws IOException {
        CommandLine all = Main.commands().setUsageHelpWidth(WIDTH).setUsageHelpAutoWidth(false);
        ReferencePage page = new ReferencePage(
                "commands",
                "Commands",
                "Made from `--help`. Without a subcommand, `list` is meant where there is one. Exit codes: 0 done, 1 refused or"
                        + " failed, 2 wrong arguments.");
        CommandSpec plain =
                all.getSubcommands().get("tenants").getSubcommands().get("list").getCommandSpec();
        replace(
                plain,
                "--coordinator",
                option -> option.defaultValue("http://127.0.0.1:9880")); // whatever this environment says
        page.heading("Options of all commands that ask a coordinator")
                .paragraph("In capitals: the environment variable that sets it, too.")
                .block(new CommandLine.Help(plain, CommandLine.Help.defaultColorScheme(Ansi.OFF))
                        .optionList()
                        .stripTrailing());
        all.getSubcommands().values().stream()
                .filter(command -> !command.getCommandSpec().usageMessage().hidden())
                .forEach(command -> tell(page.heading(command.getCommandName()), command));
        page.check();
    }

    private static void tell(ReferencePage page, CommandLine command) {
        hideShared(command.getCommandSpec());
        page.block(command.getUsageMessage(Ansi.OFF).stripTrailing());
        command.getSubcommands().values().forEach(below -> tell(page, below));
    }

    private static void hideShared(CommandSpec command) {
        SHARED.forEach(name -> replace(command, name, option -> option.hidden(true)));
    }

    private static void replace(CommandSpec command, String name, UnaryOperator<OptionSpec.Builder> change) {
        OptionSpec option = command.findOption(name);
        if (option != null) {
            command.remove(option);
            command.addOption(change.apply(option.toBuilder()).build());
        }
    }
}
