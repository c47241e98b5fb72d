package io.hdfsthrottle.cli.policy;

import io.hdfsthrottle.cli.policy.translate.Format;
import io.hdfsthrottle.cli.policy.translate.Source;
import io.hdfsthrottle.cli.policy.translate.Translation;
import io.hdfsthrottle.cli.remote.Failure;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code policy import}: what another scheduler's file says, as a policy file. Needs no coordinator. */
@Command(
        name = "import",
        description = {
            "Print queues or quotas of another system as a file for plan; change nothing.",
            "What does not translate is told on standard error, and in the file."
        },
        mixinStandardHelpOptions = true)
final class ImportCommand implements Callable<Integer> {
    @Option(
            names = "--from",
            paramLabel = "FORMAT",
            required = true,
            description = "yarn-fair (fair-scheduler.xml), yarn-capacity (capacity-scheduler.xml), or kafka (what"
                    + " kafka-configs.sh --describe prints).")
    private String from;

    @Parameters(paramLabel = "FILE", description = "The other system's file.")
    private Path file;

    @Spec
    private CommandSpec command;

    @Override
    public Integer call() {
        Format format = Format.named(from)
                .orElseThrow(() -> Failure.wronglyAsked(
                        "--from: '" + from + "' is not known; one of " + String.join(", ", Format.LABELS), null));
        Translation translation = format.translate(read());
        PrintWriter err = command.commandLine().getErr();
        translation.comments().forEach(comment -> err.println("hdfs-throttle: " + comment));
        Map<String, Object> members = new LinkedHashMap<>();
        members.put(PolicyFile.COMMENTS, translation.comments());
        members.put("tenants", translation.tenants());
        members.put("rules", translation.rules());
        PrintWriter out = command.commandLine().getOut();
        out.print(PolicyFile.text(members));
        out.flush();
        return 0;
    }

    private Source read() {
        try (InputStream in = Files.newInputStream(file)) {
            byte[] content = in.readNBytes(PolicyFile.MOST_BYTES + 1);
            if (content.length > PolicyFile.MOST_BYTES) {
                throw Failure.wronglyAsked(
                        file + " has more than " + PolicyFile.MOST_BYTES
                                + " bytes; leave out what is no queue or quota",
                        null);
            }
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(content))
                    .toString();
            return new Source(file.toString(), text.replaceFirst("^\uFEFF", ""));
        } catch (CharacterCodingException other) {
            throw Failure.wronglyAsked(file + " is not in UTF-8; convert it, for example with iconv", other);
        } catch (IOException unable) {
            throw Failure.wronglyAsked(file + " cannot be read: " + unable, unable);
        }
    }
}
