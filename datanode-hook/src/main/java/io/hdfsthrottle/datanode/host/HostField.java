package io.hdfsthrottle.datanode.host;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;

/**
 * A private field of a host class, accessed by reflection: an incompatible Hadoop is then a reason in a log line and
 * not a LinkageError. Thread-safe.
 *
 * @param <T> the type of the field
 */
public final class HostField<T> {

    private final Field field;
    private final Class<T> type;

    private HostField(Field field, Class<T> type) {
        this.field = field;
        this.type = type;
    }

    /**
     * The field of that name and type.
     *
     * @throws ReflectiveOperationException if this Hadoop has no such field, or this Java denies access to it; the
     * message says which
     */
    public static <T> HostField<T> of(Class<?> owner, String name, Class<T> type) throws ReflectiveOperationException {
        Field field = owner.getDeclaredField(name);
        if (field.getType() != type) {
            throw new NoSuchFieldException(field + " is no " + type.getName());
        }
        return new HostField<>(opened(field), type);
    }

    /**
     * The field of that name, of any type.
     *
     * @throws ReflectiveOperationException if this Hadoop has no such field, or this Java denies access to it; the
     * message says which
     */
    public static HostField<Object> of(Class<?> owner, String name) throws ReflectiveOperationException {
        return new HostField<>(opened(owner.getDeclaredField(name)), Object.class);
    }

    /** Copies the values of that class's fields, without those that it inherits, from one object to another. */
    public static void copyAll(Class<?> declaring, Object from, Object to) throws ReflectiveOperationException {
        for (Field field : declaring.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                opened(field).set(to, field.get(from));
            }
        }
    }

    private static Field opened(Field field) throws ReflectiveOperationException {
        try {
            field.setAccessible(true);
            return field;
        } catch (RuntimeException closed) {
            throw new ReflectiveOperationException(field + " cannot be reached: " + closed.getMessage(), closed);
        }
    }

    /** The declared type. */
    Class<?> declared() {
        return field.getType();
    }

    /** The field's value. */
    public T get(Object owner) throws ReflectiveOperationException {
        return type.cast(field.get(owner));
    }

    /** Sets the field. */
    public void set(Object owner, T value) throws ReflectiveOperationException {
        field.set(owner, value);
    }

    @Override
    public String toString() {
        return field.toString();
    }
}
