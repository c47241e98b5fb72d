package io.hdfsthrottle.coordinator.cli;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.coordinator.CoordinatorSettings;
import io.hdfsthrottle.coordinator.access.TokenFile;
import io.hdfsthrottle.coordinator.application.SigningKeyFile;
import io.hdfsthrottle.coordinator.setting.RefusedSetting;
import io.hdfsthrottle.link.Addresses;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The command {@code init}: creates the files that a coordinator needs before its first start, and prints what to copy
 * where.
 */
@Command(
        name = "init",
        description = {
            "Make a coordinator's settings, signing key and tokens, and print what to copy where.",
            "Files that are there stay as they are. On a further coordinator, copy signing.keys and admin.token first."
        },
        mixinStandardHelpOptions = true)
final class InitCommand implements Callable<Integer> {
    @Option(
            names = "--directory",
            paramLabel = "DIR",
            defaultValue = "/etc/hdfs-throttle",
            description = "Where the files are made (default: ${DEFAULT-VALUE}).")
    private Path directory;

    @Option(
            names = "--address",
            paramLabel = "HOST",
            required = true,
            description = "The name by which DataNodes, applications and other coordinators reach this host.")
    private String address;

    @Option(
            names = "--port",
            paramLabel = "N",
            defaultValue = "9880",
            description = "The port of the coordinator (default: ${DEFAULT-VALUE}).")
    private String port;

    @Option(
            names = "--cluster",
            paramLabel = "NAME",
            defaultValue = "default",
            description = "The name of the HDFS cluster (default: ${DEFAULT-VALUE}).")
    private String cluster;

    @Option(
            names = "--zookeeper",
            paramLabel = "HOST:PORT,...",
            defaultValue = "127.0.0.1:2181",
            description = "Where ZooKeeper listens (default: ${DEFAULT-VALUE}).")
    private String zookeeper;

    @Option(
            names = "--user",
            paramLabel = "USER",
            description = "Who runs the coordinator: the files are made to be theirs (default: who runs this command).")
    private String user;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() throws IOException {
        Path folder = directory.toAbsolutePath().normalize();
        Path properties = folder.resolve("coordinator.properties");
        Path keys = folder.resolve("signing.keys");
        Path token = folder.resolve("admin.token");
        Path registering = folder.resolve("register.token");
        Map<String, String> set = settings(keys, token, registering);
        Optional<UserPrincipal> owner = owner(folder);
        String text = ConfigurationFile.with(set);
        Map<String, SettingsFile.Written> unused = SettingsFile.parse(
                text.lines().toList(), number -> "what would be line " + number + " of " + properties);
        PrintWriter out = command.commandLine().getOut();
        try {
            Files.createDirectories(folder);
            boolean made = make(properties, text);
            print(out, properties, made, owner, made ? "" : ": the options given here do not change it");
            print(
                    out,
                    keys,
                    SigningKeyFile.create(keys),
                    owner,
                    ", signs tags and issues the keys of nodes; for coordinators alone; mode 0600");
            print(out, token, TokenFile.create(token), owner, ", lets people change tenants and rules; mode 0600");
            print(out, registering, TokenFile.create(registering), owner, ", lets applications register; mode 0600");
        } catch (IOException unable) {
            throw new Failure("cannot write in --directory " + folder + ": " + unable.getMessage(), unable);
        }
        next(out, properties, token, registering);
        out.flush();
        return 0;
    }

    /** The settings; invalid ones are refused with a good value, before anything is written. */
    private Map<String, String> settings(Path keys, Path token, Path registering) {
        Map<String, String> set = new LinkedHashMap<>();
        set.put("listen.address", "0.0.0.0");
        set.put("listen.port", port);
        set.put("advertised.url", url());
        set.put("cluster", cluster);
        set.put("zookeeper.connect", zookeeper);
        set.put("signing.keys.file", keys.toString());
        set.put("admin.token.file", token.toString());
        set.put("register.token.file", registering.toString());
        try {
            CoordinatorSettings unused = CoordinatorSettings.of(set, key -> "hdfs-throttle init");
        } catch (RefusedSetting refused) {
            throw Failure.wronglyAsked(refused.getMessage(), refused);
        }
        return set;
    }

    private String url() {
        try {
            return Addresses.one("http://" + (address.contains(":") ? "[" + address + "]" : address)) + ":" + port;
        } catch (IllegalArgumentException none) {
            throw Failure.wronglyAsked(
                    "--address " + address + " is no name of a host, such as coordinator1.example.com: "
                            + none.getMessage(),
                    none);
        }
    }

    private Optional<UserPrincipal> owner(Path folder) throws IOException {
        if (user == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(user));
        } catch (UserPrincipalNotFoundException unknown) {
            throw Failure.wronglyAsked(
                    "--user " + user + " is no user of this host; make one: useradd --system " + user, unknown);
        }
    }

    private static boolean make(Path file, String text) throws IOException {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW);
            return true;
        } catch (FileAlreadyExistsException kept) {
            return false;
        }
    }

    private static void print(PrintWriter out, Path file, boolean made, Optional<UserPrincipal> owner, String purpose)
            throws IOException {
        if (made && owner.isPresent()) {
            Files.setOwner(file, owner.get());
        }
        out.println((made ? "made " : "kept ") + file + purpose);
    }

    /** Whether ZooKeeper can be the embedded one: only if no external servers are given. */
    private boolean embeds() {
        return zookeeper.startsWith("127.0.0.1:") || zookeeper.startsWith("localhost:");
    }

    private void next(PrintWriter out, Path properties, Path token, Path registering) {
        String home = System.getProperty("hdfs.throttle.home", "/opt/hdfs-throttle");
        out.println();
        out.println(
                "Copy signing key and tokens to every further coordinator, and to no DataNode; on each, the user that runs");
        out.println("the process owns the file, with mode 0600.");
        if (embeds()) {
            out.println("Start the coordinator, with a ZooKeeper of its own unless one runs at " + zookeeper + ":");
        } else {
            out.println("Start the coordinator:");
        }
        out.println("  " + home + "/bin/hdfs-throttle coordinator --config " + properties
                + (embeds() ? " --embedded-zookeeper /var/lib/hdfs-throttle/zookeeper" : ""));
        out.println("Make a key for each DataNode, by the names that the NameNode lists:");
        out.println("  " + home + "/bin/hdfs-throttle node-key --config " + properties + " HOST...");
        out.println("and copy each to its host, as that command prints. On every DataNode, then restart it:");
        out.println("  " + home + "/sbin/enable-datanode-hook --hadoop-home HADOOP --coordinator " + url()
                + " --node-key /etc/hdfs-throttle/node.key --set hdfs.throttle.mode=shadow");
        out.println("and when it has seen enough, without a restart:");
        out.println("  " + home + "/bin/hdfs-throttle mode enforce");
        out.println("For people who use the command line:");
        out.println("  export HDFS_THROTTLE_COORDINATOR=" + url() + " HDFS_THROTTLE_TOKEN_FILE=" + token);
        out.println("For Spark applications, with a copy of " + registering + " that those who submit can read:");
        out.println("  --conf spark.plugins=io.hdfsthrottle.spark.ThrottlePlugin"
                + " --conf spark.hdfs.throttle.coordinator=" + url()
                + " --conf spark.hdfs.throttle.token.file=" + registering);
        out.println();
        out.println(
                "This coordinator will speak HTTP without TLS: who sees its traffic has the tokens, and may change all.");
        out.println("Where that is not acceptable, set tls.certificate.file and tls.key.file in " + properties + ",");
        out.println("advertised.url there to https, and https above.");
    }
}
