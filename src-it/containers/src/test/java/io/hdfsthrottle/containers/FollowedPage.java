package io.hdfsthrottle.containers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * The commands of a page of the documents, in its order. A fenced block is a command when its info string is {@code sh}
 * and names where it is typed: {@code sh on=coordinator1}, or several hosts or groups of hosts, {@code sh on=dn1,dn2};
 * where there are several ways, also which one it is: {@code sh on=coordinator1 if=systemd}. A block of {@code text}
 * right after it is what it prints, {@code …} standing for anything in a line. All other blocks are for reading.
 */
record FollowedPage(String name, List<Command> commands) {

    private static final Pattern TYPED = Pattern.compile("sh\\s+on=(\\S+?)(?:\\s+if=(\\S+))?");

    /**
     * One command.
     *
     * @param section the heading that it stands below
     * @param line its first line in the document, for messages
     * @param hosts where it is typed, one after the other
     * @param way what it is for, of several ways to do the same
     * @param script what is typed, as written
     * @param printed what it prints, if the page says so
     */
    record Command(
            String section,
            int line,
            List<String> hosts,
            Optional<String> way,
            String script,
            Optional<String> printed) {

        /** Whether the output is what the page says, if it says anything. */
        boolean prints(String output) {
            return printed.map(text -> Stream.of(text.strip().split("…", -1))
                            .map(Pattern::quote)
                            .collect(Collectors.joining("[^\\n]*")))
                    .map(pattern -> output.strip().matches(pattern))
                    .orElse(true);
        }
    }

    /**
     * A page.
     *
     * @param groups the hosts of each name that {@code on=} may hold
     * @throws IllegalArgumentException if a command is for a name that is not among the groups
     */
    static FollowedPage of(String name, String markdown, Map<String, List<String>> groups) {
        List<Command> commands = new ArrayList<>();
        TextContentRenderer plain = TextContentRenderer.builder().build();
        Parser.builder()
                .includeSourceSpans(IncludeSourceSpans.BLOCKS)
                .build()
                .parse(markdown)
                .accept(new AbstractVisitor() {
                    private String section = "";

                    @Override
                    public void visit(Heading heading) {
                        section = plain.render(heading).strip();
                    }

                    @Override
                    public void visit(FencedCodeBlock block) {
                        Matcher typed = TYPED.matcher(block.getInfo().strip());
                        if (typed.matches()) {
                            int line = block.getSourceSpans().get(0).getLineIndex() + 2;
                            commands.add(new Command(
                                    section,
                                    line,
                                    hosts(typed.group(1), groups, line),
                                    Optional.ofNullable(typed.group(2)),
                                    block.getLiteral(),
                                    printed(block)));
                        }
                    }
                });
        return new FollowedPage(name, List.copyOf(commands));
    }

    /** The page without the commands that are not such. */
    FollowedPage with(Predicate<Command> such) {
        return new FollowedPage(name, commands.stream().filter(such).toList());
    }

    /** The page of those who do it that way wherever there are several. */
    FollowedPage by(String way) {
        return with(command -> command.way().map(way::equals).orElse(true));
    }

    private static Optional<String> printed(FencedCodeBlock block) {
        return block.getNext() instanceof FencedCodeBlock next
                        && next.getInfo().strip().equals("text")
                ? Optional.of(next.getLiteral())
                : Optional.empty();
    }

    private static List<String> hosts(String names, Map<String, List<String>> groups, int line) {
        List<String> hosts = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            List<String> group = groups.get(name);
            if (group == null) {
                throw new IllegalArgumentException("line " + line + ": on=" + name + " is none of " + groups.keySet());
            }
            hosts.addAll(group);
        }
        return hosts;
    }
}
