package io.hdfsthrottle.datanode.host;

import java.util.function.BooleanSupplier;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.util.Daemon;

/**
 * Whether the calling thread receives a block without forwarding it: this is the last DataNode of a pipeline, or its
 * only one. Thread-safe.
 */
public final class PipelineEnd implements BooleanSupplier {

    private final Class<?> xceiver;
    private final HostField<Object> receiver;
    private final HostField<Object> mirror;

    private PipelineEnd(Class<?> xceiver, HostField<Object> receiver, HostField<Object> mirror) {
        this.xceiver = xceiver;
        this.receiver = receiver;
        this.mirror = mirror;
    }

    /** As stated by the transfer threads of a Hadoop that tells it. */
    public static PipelineEnd find() throws ReflectiveOperationException {
        Class<?> xceiver = Class.forName(DataNode.class.getPackageName() + ".DataXceiver");
        HostField<Object> receiver = HostField.of(xceiver, "blockReceiver");
        HostField<Object> mirror = HostField.of(receiver.declared(), "mirrorOut");
        return new PipelineEnd(xceiver, receiver, mirror);
    }

    @Override
    public boolean getAsBoolean() {
        Thread thread = Thread.currentThread();
        Runnable work = thread instanceof Daemon ? ((Daemon) thread).getRunnable() : null;
        try {
            Object receiving = xceiver.isInstance(work) ? receiver.get(work) : null;
            return receiving != null && mirror.get(receiving) == null;
        } catch (ReflectiveOperationException broken) {
            throw new IllegalStateException(mirror + " could be read at start and no longer can", broken);
        }
    }
}
