package io.hdfsthrottle.coordinator.feature.launch.deployment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The products that can be launched, in the order of their file, {@code conf/products.json}. Immutable.
 *
 * @param format 1
 * @param products no two of one name
 */
public record Catalogue(int format, List<Product> products) {
    private static final int FORMAT = 1;

    /** No products. */
    public static final Catalogue EMPTY = new Catalogue(FORMAT, List.of());

    private static final JsonMapper JSON = JsonMapper.builder()
            .addModule(new Jdk8Module())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
            .build();

    /** @throws IllegalArgumentException if it has another format, or two products of one name */
    public Catalogue {
        products = List.copyOf(products);
        if (format != FORMAT) {
            throw new IllegalArgumentException("its format is " + format + ", not " + FORMAT);
        }
        Set<String> names = new TreeSet<>();
        for (Product product : products) {
            if (!names.add(product.name())) {
                throw new IllegalArgumentException("there are two products " + product.name());
            }
        }
    }

    /** The product of that name. */
    public Optional<Product> product(String name) {
        return products.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** Reads JSON; a refusal names what is invalid. */
    public static Catalogue read(String written) {
        try {
            return JSON.readValue(written, Catalogue.class);
        } catch (JsonProcessingException wrong) {
            throw new IllegalArgumentException(wrong.getMessage(), wrong);
        }
    }
}
