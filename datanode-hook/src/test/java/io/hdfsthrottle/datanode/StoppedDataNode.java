package io.hdfsthrottle.datanode;

import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** A real DataNode that was never started, and objects of its interfaces that answer a few questions. */
public final class StoppedDataNode {

    private StoppedDataNode() {}

    /** Creates a DataNode as Hadoop's own tests do. */
    public static DataNode with(Map<String, String> settings) throws ReflectiveOperationException {
        Configuration configuration = new Configuration(false);
        settings.forEach(configuration::set);
        Constructor<DataNode> constructor = DataNode.class.getDeclaredConstructor(Configuration.class);
        constructor.setAccessible(true);
        return constructor.newInstance(configuration);
    }

    /** A proxy that answers each named method with the value of its supplier. */
    public static <T> T answering(Class<T> type, Map<String, java.util.function.Supplier<?>> answers) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (self, method, given) -> {
            if (answers.containsKey(method.getName())) {
                return answers.get(method.getName()).get();
            }
            switch (method.getName()) {
                case "equals":
                    return self == given[0];
                case "hashCode":
                    return System.identityHashCode(self);
                case "close":
                    return null;
                default:
                    throw new UnsupportedOperationException(method.toString());
            }
        }));
    }
}
