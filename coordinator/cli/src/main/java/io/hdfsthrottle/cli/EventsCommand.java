package io.hdfsthrottle.cli;

import io.hdfsthrottle.cli.remote.Failure;
import io.hdfsthrottle.cli.remote.RemoteCoordinator;
import io.hdfsthrottle.cli.remote.RemoteCoordinator.Answer;
import io.hdfsthrottle.cli.remote.RemoteOptions;
import io.hdfsthrottle.cli.remote.Subcommands;
import io.hdfsthrottle.identity.PlainText;
import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code events}: who changed what, and who was refused, oldest first. */
@Command(
        name = "events",
        description = "List who changed what, and who was refused, as the leader remembers it; the newest last.",
        subcommands = EventsCommand.Listing.class,
        mixinStandardHelpOptions = true)
final class EventsCommand extends Subcommands {
    /** {@code events list}. */
    @Command(
            name = "list",
            description = "List who changed what, and who was refused, as the leader remembers it; the newest last.",
            mixinStandardHelpOptions = true)
    static final class Listing implements Callable<Integer> {
        private static final Duration ASK_AGAIN = Duration.ofSeconds(1);
        private static final int MOST = 1_000;

        @Mixin
        private RemoteOptions options;

        @Option(
                names = "--since",
                paramLabel = "TIME",
                defaultValue = "0",
                description = "Only later ones, for example 2026-11-24T06:30:00Z, or than the event with this id.")
        private String since;

        @Option(
                names = "--limit",
                paramLabel = "N",
                defaultValue = "100",
                description = "Only the last so many, up to 1000 (default: ${DEFAULT-VALUE}).")
        private int limit;

        @Option(
                names = "--follow",
                description = "Go on with what happens, until interrupted. With --json, one answer a line.")
        private boolean follow;

        @Spec
        private CommandSpec command;

        @Override
        public Integer call() throws InterruptedException {
            RemoteCoordinator remote = options.remote();
            Answer answer = request(remote, since, limit);
            options.print(answer, Listing::print);
            String last = last(answer, since);
            while (follow) {
                Thread.sleep(ASK_AGAIN.toMillis());
                try {
                    Answer next = request(remote, last, MOST);
                    String newest = last(next, last);
                    if (!newest.equals(last)) {
                        options.print(next, Listing::print);
                        last = newest;
                    }
                } catch (Failure forNow) {
                    PrintWriter err = command.commandLine().getErr();
                    err.println("hdfs-throttle: " + PlainText.of(forNow.getMessage()) + "; asking again");
                }
            }
            return 0;
        }

        private static Answer request(RemoteCoordinator remote, String since, int limit) throws InterruptedException {
            return remote.request(
                    "GET", "/v1/events?since=" + Subcommands.encoded(since) + "&limit=" + limit, null, Map.of());
        }

        /** The id of the newest event of an answer, or what it was before. */
        private static String last(Answer answer, String before) {
            return answer.read(json -> {
                List<JsonObject> events = json.objects("events", Integer.MAX_VALUE);
                return events.isEmpty() ? before : Long.toString(events.get(0).count("id"));
            });
        }

        private static void print(JsonObject answer, PrintWriter out) throws MalformedJsonException {
            List<JsonObject> events = answer.objects("events", Integer.MAX_VALUE);
            for (int i = events.size() - 1; i >= 0; i--) {
                JsonObject event = events.get(i);
                out.println(PlainText.of(event.text("time") + "  " + event.text("event") + "  " + event.text("name")
                        + "  by " + event.text("by") + " from " + event.text("from") + line(event)));
            }
            out.flush();
        }

        private static String line(JsonObject event) throws MalformedJsonException {
            Optional<JsonObject> before = event.optionalObject("before");
            Optional<JsonObject> after = event.optionalObject("after");
            Set<String> names = new LinkedHashSet<>();
            before.ifPresent(state -> names.addAll(state.names()));
            after.ifPresent(state -> names.addAll(state.names()));
            List<String> said = new ArrayList<>();
            for (String name : names) {
                String was = value(before, name);
                String is = value(after, name);
                if (before.isPresent() && after.isPresent() && !was.equals(is)) {
                    said.add(name + " " + was + " -> " + is);
                } else if (before.isEmpty() || after.isEmpty()) {
                    said.add(name + " " + (after.isPresent() ? is : was));
                }
            }
            event.optionalText("detail").ifPresent(said::add);
            return said.isEmpty() ? "" : ": " + String.join(", ", said);
        }

        private static String value(Optional<JsonObject> state, String name) {
            return state.flatMap(each -> each.written(name)).orElse("none");
        }
    }
}
