package io.hdfsthrottle.datanode.host;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** A public method of a host object, whose class need not be public, called by reflection. Thread-safe. */
public final class HostMethod {

    private final Object target;
    private final Method method;

    private HostMethod(Object target, Method method) {
        this.target = target;
        this.method = method;
    }

    /**
     * The method of that name.
     *
     * @throws ReflectiveOperationException if this Hadoop has no such method, or this Java denies access to it
     */
    public static HostMethod of(Object target, String name, Class<?>... parameters)
            throws ReflectiveOperationException {
        Method method = target.getClass().getMethod(name, parameters);
        try {
            method.setAccessible(true);
        } catch (RuntimeException closed) {
            throw new ReflectiveOperationException(method + " cannot be reached: " + closed.getMessage(), closed);
        }
        return new HostMethod(target, method);
    }

    /**
     * Returns only if the class has that method.
     *
     * @throws ReflectiveOperationException otherwise; its message names the method
     */
    public static void require(Class<?> owner, String name, Class<?>... parameters)
            throws ReflectiveOperationException {
        Method unused = owner.getMethod(name, parameters);
    }

    /**
     * Constructs an object by a private constructor without parameters.
     *
     * @throws ReflectiveOperationException if this Hadoop has no such constructor, or this Java denies access to it
     */
    public static <T> T construct(Class<T> type) throws ReflectiveOperationException {
        Constructor<T> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    /** Calls the method. */
    public Object call(Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (IllegalAccessException | InvocationTargetException broken) {
            throw new IllegalStateException(method + " worked at start and no longer does", broken);
        }
    }
}
