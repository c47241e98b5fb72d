package io.hdfsthrottle.containers;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.parser.IncludeSourceSpans;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.text.TextContentRenderer;

/**
 * The commands of a document, in its order. A fenced block is a command when its info string is {@code sh} and names
 * where it is typed: {@code sh on=coordinator1}, or several hosts or groups of hosts, {@code sh on=dn1,dn2}. All other
 * blocks are for reading.
 */
final class InstallDocument {

    private static final Pattern TYPED = Pattern.compile("sh\\s+on=(\\S+)");

    private InstallDocument() {}

    /**
     * One command.
     *
     * @param section the heading that it stands below
     * @param line its first line in the document, for messages
     * @param hosts where it is typed, one after the other
     * @param script what is typed, as written
     */
    record Command(String section, int line, List<String> hosts, String script) {}

    /**
     * The commands of a document.
     *
     * @param groups the hosts of each name that {@code on=} may hold
     * @throws IllegalArgumentException if a command is for a name that is not among the groups
     */
    static List<Command> commands(String markdown, Map<String, List<String>> groups) {
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
                                    section, line, hosts(typed.group(1), groups, line), block.getLiteral()));
                        }
                    }
                });
        return commands;
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
