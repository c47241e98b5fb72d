package io.hdfsthrottle.cli.remote;

import picocli.CommandLine.Option;

/** What all commands that change something share. */
public final class ChangeOptions {
    @Option(names = "--dry-run", description = "Only say what would be; change nothing.")
    private boolean dryRun;

    /** What is added to the path. */
    public String query() {
        return dryRun ? "?dryrun=true" : "";
    }

    /** What is added to what is printed. */
    public String remark() {
        return dryRun ? " (dry run: nothing was changed)" : "";
    }
}
