package io.hdfsthrottle.datanode;

import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.util.DataTransferThrottler;
import org.apache.hadoop.util.Daemon;

/**
 * The only class that touches what Hadoop does not publish: the throttlers of a DataNode's two transfer servers, where in a pipeline
 * a transfer thread stands, and the pool that sends blocks to others.
 *
 * <p>{@code DataXceiverServer} is package-private, its setters are public since Hadoop 3.4.0. The server for TCP is reached
 * through {@code DataNode.getXferServer()}, the one for the UNIX domain socket, which that method never returns, only through
 * the field {@code localDataXceiverServer}. Reflection, so that another Hadoop is a reason in a log line and not a
 * LinkageError.
 */
final class DataNodeInternals {

    /** Who sends to another DataNode ({@code DataTransfer}) reads too. */
    private static final Map<String, Direction> THROTTLERS = Map.of(
            "ReadThrottler", Direction.READ,
            "WriteThrottler", Direction.WRITE,
            "TransferThrottler", Direction.READ);

    private DataNodeInternals() {}

    /**
     * The places of the throttlers, on both servers.
     *
     * @throws ReflectiveOperationException if this Hadoop has no such places: it is older than 3.4.0, or newer than we know
     */
    static List<ThrottlerSeat> seats(DataNode dataNode) throws ReflectiveOperationException {
        List<ThrottlerSeat> seats = new ArrayList<>();
        List<Object> servers = servers(dataNode);
        addSeats(seats, "tcp", servers.get(0));
        for (Object domainSocket : servers.subList(1, servers.size())) {
            addSeats(seats, "domain socket", domainSocket);
        }
        return seats;
    }

    /**
     * How many transfer threads a DataNode may have, as its servers know it and compare before they take a client in.
     *
     * @throws ReflectiveOperationException if this Hadoop does not say
     */
    static TransferThreads transferThreads(DataNode dataNode) throws ReflectiveOperationException {
        List<Object> servers = servers(dataNode);
        Object tcp = servers.get(0);
        Method getter = tcp.getClass().getMethod("getMaxXceiverCount");
        Method setter = tcp.getClass().getMethod("setMaxXceiverCount", int.class);
        getter.setAccessible(true);
        setter.setAccessible(true);
        return new TransferThreads(
                () -> dataNode.getConf().getInt(TransferThreads.KEY, TransferThreads.BY_DEFAULT),
                () -> (Integer) call(getter, tcp),
                most -> servers.forEach(server -> call(setter, server, most)));
    }

    /** The server for TCP and, where there is one, the other for the domain socket. */
    private static List<Object> servers(DataNode dataNode) throws ReflectiveOperationException {
        List<Object> servers = new ArrayList<>();
        servers.add(DataNode.class.getMethod("getXferServer").invoke(dataNode));
        Field field = DataNode.class.getDeclaredField("localDataXceiverServer");
        field.setAccessible(true);
        Daemon domainSocket = (Daemon) field.get(dataNode);
        if (domainSocket != null) {
            servers.add(domainSocket.getRunnable());
        }
        return servers;
    }

    /**
     * Whether the calling thread receives a block and passes it on to nobody: it is the end of a pipeline, or the only DataNode in it.
     *
     * @throws ReflectiveOperationException if this Hadoop does not say
     */
    static BooleanSupplier endOfPipeline() throws ReflectiveOperationException {
        Class<?> xceiver = Class.forName(DataNode.class.getPackageName() + ".DataXceiver");
        Field receiver = xceiver.getDeclaredField("blockReceiver");
        Field mirror = receiver.getType().getDeclaredField("mirrorOut");
        receiver.setAccessible(true);
        mirror.setAccessible(true);
        return () -> {
            Thread thread = Thread.currentThread();
            Runnable work = thread instanceof Daemon ? ((Daemon) thread).getRunnable() : null;
            try {
                Object receiving = xceiver.isInstance(work) ? receiver.get(work) : null;
                return receiving != null && mirror.get(receiving) == null;
            } catch (IllegalAccessException broken) {
                throw new IllegalStateException(mirror + " could be read at start and no longer can", broken);
            }
        };
    }

    /**
     * Puts the pool that sends blocks to other DataNodes back, or ours in its place.
     *
     * @param named whether ours, which names its threads after their blocks, shall be there
     * @throws ReflectiveOperationException if this Hadoop keeps that pool elsewhere
     */
    static void nameTransfers(DataNode dataNode, boolean named) throws ReflectiveOperationException {
        Field pool = DataNode.class.getDeclaredField("xferService");
        pool.setAccessible(true);
        ExecutorService present = (ExecutorService) pool.get(dataNode);
        boolean ours = present instanceof TransferPool;
        if (named && !ours) {
            pool.set(dataNode, new TransferPool(present, sentBlocks()));
        } else if (!named && ours) {
            pool.set(dataNode, ((TransferPool) present).stock());
        }
    }

    /** Of a {@code DataNode.DataTransfer}, the block that it sends. */
    private static Function<Runnable, Optional<String>> sentBlocks() throws ReflectiveOperationException {
        Class<?> transfer = Class.forName(DataNode.class.getName() + "$DataTransfer");
        Field block = transfer.getDeclaredField("b");
        block.setAccessible(true);
        return task -> {
            try {
                return transfer.isInstance(task) ? Optional.of(block.get(task).toString()) : Optional.empty();
            } catch (IllegalAccessException hidden) {
                return Optional.empty();
            }
        };
    }

    static void paceFiles(DataNode dataNode, FileIoProvider provider) throws ReflectiveOperationException {
        Field field = DataNode.class.getDeclaredField("fileIoProvider");
        field.setAccessible(true);
        field.set(dataNode, provider);
    }

    static Object swapReadaheadPool(DataNode dataNode, Object pool) throws ReflectiveOperationException {
        Field field = DataNode.class.getDeclaredField("readaheadPool");
        field.setAccessible(true);
        Object before = field.get(dataNode);
        field.set(dataNode, pool);
        return before;
    }

    private static void addSeats(List<ThrottlerSeat> seats, String server, Object xceiverServer)
            throws ReflectiveOperationException {
        for (Map.Entry<String, Direction> place : THROTTLERS.entrySet()) {
            String throttler = place.getKey();
            Method getter = xceiverServer.getClass().getMethod("get" + throttler);
            Method setter = xceiverServer.getClass().getMethod("set" + throttler, DataTransferThrottler.class);
            getter.setAccessible(true);
            setter.setAccessible(true);
            seats.add(new ThrottlerSeat(
                    throttler + " of " + server,
                    place.getValue(),
                    () -> (DataTransferThrottler) call(getter, xceiverServer),
                    value -> call(setter, xceiverServer, value)));
        }
    }

    private static Object call(Method method, Object target, Object... arguments) {
        try {
            return method.invoke(target, arguments);
        } catch (IllegalAccessException | InvocationTargetException broken) {
            throw new IllegalStateException(method + " worked at start and no longer does", broken);
        }
    }
}
