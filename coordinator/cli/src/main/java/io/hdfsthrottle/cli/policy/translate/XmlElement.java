package io.hdfsthrottle.cli.policy.translate;

import java.io.StringReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * An element of an untrusted XML document. A document type, and so every entity of its own, is refused; nothing besides
 * the document is read.
 */
record XmlElement(
        String name, int line, Map<String, String> attributes, List<XmlElement> children, StringBuilder content) {
    private static final int DEEPEST = 64;

    /** @throws io.hdfsthrottle.cli.remote.Failure if it is no document, or its root has another name */
    static XmlElement read(Source source, String root) {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        try {
            XMLStreamReader reader = factory.createXMLStreamReader(new StringReader(source.text()));
            XmlElement read = read(source, reader);
            if (!read.name.equals(root)) {
                throw source.refused(
                        read.line, "the root is <" + Source.shown(read.name) + ">; it has to be <" + root + ">");
            }
            return read;
        } catch (XMLStreamException malformed) {
            int line = malformed.getLocation() == null
                    ? 1
                    : malformed.getLocation().getLineNumber();
            throw source.refused(
                    line,
                    "this is not XML: " + Source.shown(malformed.getMessage().replaceFirst("(?s).*Message: ", "")));
        }
    }

    private static XmlElement read(Source source, XMLStreamReader reader) throws XMLStreamException {
        Deque<XmlElement> open = new ArrayDeque<>();
        XmlElement root = null;
        while (reader.hasNext()) {
            int line = reader.getLocation().getLineNumber();
            switch (reader.next()) {
                case XMLStreamConstants.DTD, XMLStreamConstants.ENTITY_REFERENCE ->
                    throw source.refused(
                            reader.getLocation().getLineNumber(),
                            "a document type (<!DOCTYPE) or an entity of its own is not read; remove it in a copy of the"
                                    + " file");
                case XMLStreamConstants.START_ELEMENT -> {
                    XmlElement element = element(reader);
                    if (open.size() >= DEEPEST) {
                        throw source.refused(line, "elements are nested more than " + DEEPEST + " deep");
                    }
                    if (open.isEmpty()) {
                        root = element;
                    } else {
                        open.peek().children.add(element);
                    }
                    open.push(element);
                }
                case XMLStreamConstants.END_ELEMENT -> open.pop();
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (!open.isEmpty()) {
                        open.peek().content.append(reader.getText());
                    }
                }
                default -> {
                    // comments and instructions say nothing
                }
            }
        }
        return root;
    }

    private static XmlElement element(XMLStreamReader reader) {
        Map<String, String> attributes = new LinkedHashMap<>();
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
        }
        return new XmlElement(
                reader.getLocalName(),
                reader.getLocation().getLineNumber(),
                attributes,
                new ArrayList<>(),
                new StringBuilder());
    }

    String text() {
        return content.toString().strip();
    }

    Optional<String> attribute(String attribute) {
        return Optional.ofNullable(attributes.get(attribute)).map(String::strip);
    }

    List<XmlElement> all(String child) {
        return children.stream().filter(each -> each.name.equals(child)).toList();
    }
}
