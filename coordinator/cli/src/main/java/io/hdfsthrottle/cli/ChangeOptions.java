package io.hdfsthrottle.cli;

import picocli.CommandLine.Option;

/** What all commands that change something share. */
final class ChangeOptions {
    @Option(names = "--dry-run", description = "Only say what would be; change nothing.")
    private boolean dryRun;

    String query() {
        return dryRun ? "?dryrun=true" : "";
    }

    String remark() {
        return dryRun ? " (dry run: nothing was changed)" : "";
    }
}
