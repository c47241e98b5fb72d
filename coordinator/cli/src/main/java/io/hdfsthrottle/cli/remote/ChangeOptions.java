package io.hdfsthrottle.cli.remote;

import picocli.CommandLine.Option;

/** Options of all commands that change something. */
public final class ChangeOptions {
    @Option(names = "--dry-run", description = "Only say what would be; change nothing.")
    private boolean dryRun;

    /** The query to append to the path. */
    public String query() {
        return dryRun ? "?dryrun=true" : "";
    }

    /** The remark to append to the output. */
    public String remark() {
        return dryRun ? " (dry run: nothing was changed)" : "";
    }
}
