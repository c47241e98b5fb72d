package io.hdfsthrottle.coordinator.api;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Strict JSON: bounded depth and lengths, no duplicate members, no trailing content, no classes named by the input. */
final class Json {
    private static final int DEEPEST = 16;
    private static final int LONGEST_TEXT = 4_096;

    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxStringLength(LONGEST_TEXT)
                            .maxNameLength(LONGEST_TEXT)
                            .maxNumberLength(40)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private Json() {}

    static String write(Object value) {
        try {
            return MAPPER.writeValueAsString(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("an answer that is no JSON", impossible);
        }
    }

    static ObjectNode tree(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** @throws Problem if it is not one JSON object */
    static ObjectNode readObject(byte[] body) {
        try {
            JsonNode node = MAPPER.readTree(body);
            if (node instanceof ObjectNode object) {
                return object;
            }
        } catch (JsonProcessingException malformed) {
            throw Problem.malformed("Not JSON as agreed: " + malformed.getOriginalMessage());
        } catch (IOException impossible) {
            throw new IllegalStateException("reading from memory failed", impossible);
        }
        throw Problem.malformed("The body must be one JSON object");
    }
}
