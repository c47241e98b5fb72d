package io.hdfsthrottle.cli.offer;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.cli.table.Table;
import io.hdfsthrottle.unit.Rate;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code offers}: what disks have free, as a table or as schedulers read it. */
@Command(
        name = "offers",
        description =
                "Say what is free of every volume, in bytes per second, or offer it to a scheduler in whole units.",
        subcommands = OffersCommand.Listing.class,
        mixinStandardHelpOptions = true)
public final class OffersCommand extends Subcommands {
    /** {@code offers list}. */
    @Command(
            name = "list",
            description =
                    "Say what is free of every volume, in bytes per second, or offer it to a scheduler in whole units.",
            mixinStandardHelpOptions = true)
    static final class Listing implements Callable<Integer> {
        @Mixin
        private RemoteOptions options;

        @ArgGroup
        private Scheduler scheduler;

        @Option(
                names = "--host",
                paramLabel = "HOST",
                description =
                        "The host whose volumes are meant: a DataNode's name without its port. Of the table all if"
                                + " not given, of --kubernetes NODE that node, else this host.")
        private String host;

        @Option(
                names = "--unit",
                paramLabel = "RATE",
                defaultValue = "10m",
                description = "What a unit is worth, in bytes per second (default: ${DEFAULT-VALUE}).")
        private String unit;

        @Option(
                names = "--name",
                paramLabel = "NAME",
                defaultValue = "hdfs-bandwidth",
                description = "What the resource is called (default: ${DEFAULT-VALUE}).")
        private String name;

        @Option(
                names = "--vendor",
                paramLabel = "DOMAIN",
                defaultValue = "hdfsthrottle.io",
                description = "The domain of the resource's name in Kubernetes (default: ${DEFAULT-VALUE}).")
        private String vendor;

        @Spec
        private CommandSpec command;

        /** The scheduler that it is offered to. */
        private static final class Scheduler {
            @Option(names = "--spark", description = "Print what a resource discovery script of Spark prints.")
            private boolean spark;

            @Option(names = "--yarn", description = "Print a NodeManager's node-resources.xml.")
            private boolean yarn;

            @Option(
                    names = "--kubernetes",
                    paramLabel = "NODE",
                    description = "Print a JSON patch of that node's status, for kubectl patch --subresource=status.")
            private String kubernetesNode;
        }

        @Override
        public Integer call() throws InterruptedException, IOException {
            if (scheduler == null) {
                return options.list("/v1/nodes", (answer, out) -> list(Offer.read(answer), out));
            }
            Rate worth = worth();
            String node = host == null ? scheduler.kubernetesNode : host;
            Host meant = node == null ? Host.local() : Host.named(node);
            return options.list("/v1/nodes", (answer, out) -> {
                List<Offer> offers = meant.among(Offer.read(answer));
                if (offers.isEmpty()) {
                    throw new Failure(
                            "no DataNode of " + meant + " reports; name its host with --host, as nodes shows it");
                }
                warn(offers);
                out.println(offered(Resource.of(name, offers, worth)));
            });
        }

        private String offered(Resource resource) {
            if (scheduler.spark) {
                return resource.forSpark();
            }
            return scheduler.yarn ? resource.forYarn() : resource.forKubernetes(vendor);
        }

        private Rate worth() {
            try {
                return Rate.parse(unit);
            } catch (IllegalArgumentException malformed) {
                throw Failure.wronglyAsked("--unit: " + malformed.getMessage(), malformed);
            }
        }

        private void warn(List<Offer> offers) {
            long unknown =
                    offers.stream().filter(offer -> offer.capacity().isEmpty()).count();
            if (unknown > 0) {
                command.commandLine()
                        .getErr()
                        .println("hdfs-throttle: the capacity of " + unknown + " of " + offers.size()
                                + " volumes is not known yet, and nothing of them is offered");
            }
        }

        private void list(List<Offer> offers, PrintWriter out) {
            Table table = new Table(
                    "NODE", "VOLUME", "CAPACITY B/s", "RESERVED", "FREE TO RESERVE", "MOVED LATELY", "FREE NOW");
            for (Offer offer : host == null ? offers : Host.named(host).among(offers)) {
                table.row(
                        offer.node(),
                        offer.volume(),
                        offer.capacity().map(String::valueOf).orElse("unknown"),
                        offer.reserved(),
                        offer.freeToReserve().map(String::valueOf).orElse("-"),
                        offer.moved(),
                        offer.freeNow().map(String::valueOf).orElse("-"));
            }
            table.print(out);
        }
    }
}
