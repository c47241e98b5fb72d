package io.hdfsthrottle.coordinator.state;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.part.Level;
import io.hdfsthrottle.part.PartTerms;
import io.hdfsthrottle.unit.Rate;
import java.util.Map;
import java.util.function.Function;

/** How values of the core, which knows no Jackson databind, are stored in snapshots. */
final class ValueForms extends SimpleModule {
    private static final long serialVersionUID = 1L;

    private record Terms(Level per, Rate reservation, Rate limit, Map<String, Integer> poolWeights) {
        static Terms of(PartTerms terms) {
            return new Terms(terms.per(), terms.reservation(), terms.limit(), terms.poolWeights());
        }

        PartTerms terms() {
            return PartTerms.of(per, reservation, limit).weighing(poolWeights);
        }
    }

    /** A conversion whose types are known at run time, as Jackson needs them. */
    private record Form<A, B>(Class<A> from, Class<B> to, Function<A, B> function) implements Converter<A, B> {
        @Override
        public B convert(A value) {
            return function.apply(value);
        }

        @Override
        public JavaType getInputType(TypeFactory types) {
            return types.constructType(from);
        }

        @Override
        public JavaType getOutputType(TypeFactory types) {
            return types.constructType(to);
        }
    }

    ValueForms() {
        add(Tenant.class, String.class, Tenant::name, Tenant::named);
        add(Rate.class, Long.class, Rate::bytesPerSecond, Rate::ofBytesPerSecond);
        add(PartTerms.class, Terms.class, Terms::of, Terms::terms);
        addKeyDeserializer(Tenant.class, new KeyDeserializer() {
            @Override
            public Object deserializeKey(String key, DeserializationContext context) {
                return Tenant.named(key);
            }
        });
    }

    private <T, F> void add(Class<T> type, Class<F> form, Function<T, F> write, Function<F, T> read) {
        addSerializer(type, new StdDelegatingSerializer(type, new Form<>(type, form, write)));
        addDeserializer(type, new StdDelegatingDeserializer<>(new Form<>(form, type, read)));
    }
}
