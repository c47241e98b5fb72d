package io.hdfsthrottle.datanode.host;

import io.hdfsthrottle.kernel.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import org.apache.hadoop.conf.Configuration;

/**
 * The limit on a DataNode's transfer threads: the administrator's setting, plus lent threads. Thread-safe.
 *
 * <p>{@code DataXceiverServer.run} refuses a client as soon as more than {@code maxXceiverCount} threads run. That
 * field is volatile and may change at run time ({@code dfsadmin -reconfig}); reconfiguring changes it first and the
 * configuration right after, so the configuration holds the administrator's setting, whatever we have set.
 */
public final class TransferThreads {

    /** The administrator's setting. */
    static final String KEY = "dfs.datanode.max.transfer.threads";

    /** The default of hdfs-default.xml. */
    static final int BY_DEFAULT = 4096;

    private final IntSupplier given;
    private final IntSupplier most;
    private final IntConsumer setter;
    private final Outcome lendable;
    private boolean everLent;

    /**
     * Threads of a server.
     *
     * @param most the server's current limit
     * @param setter sets the server's limit
     */
    TransferThreads(IntSupplier given, IntSupplier most, IntConsumer setter) {
        this(given, most, setter, Outcome.DONE);
    }

    private TransferThreads(IntSupplier given, IntSupplier most, IntConsumer setter, Outcome lendable) {
        this.given = given;
        this.most = most;
        this.setter = setter;
        this.lendable = lendable;
    }

    /** Threads of those servers; none can be lent where this Hadoop does not expose the limit. */
    public static TransferThreads of(Configuration configuration, TransferServers servers) {
        IntSupplier given = () -> configuration.getInt(KEY, BY_DEFAULT);
        try {
            List<HostMethod> setters = new ArrayList<>();
            for (Object server : servers.byName().values()) {
                setters.add(HostMethod.of(server, "setMaxXceiverCount", int.class));
            }
            HostMethod getter =
                    HostMethod.of(servers.byName().values().iterator().next(), "getMaxXceiverCount");
            return new TransferThreads(
                    given, () -> (Integer) getter.call(), most -> setters.forEach(setter -> setter.call(most)));
        } catch (ReflectiveOperationException elsewhere) {
            return notLendable(given, elsewhere.toString());
        }
    }

    static TransferThreads notLendable(IntSupplier given, String reason) {
        return new TransferThreads(given, given, most -> {}, Outcome.failed(reason));
    }

    /** Whether the server's limit can be raised. */
    public Outcome lendable() {
        return lendable;
    }

    /** The administrator's setting. */
    public synchronized int given() {
        return everLent ? given.getAsInt() : most.getAsInt();
    }

    /** Raises the server's limit above that by so many threads; 0 or less for none. */
    public synchronized void lend(int threads) {
        if (!lendable.isDone() || (threads <= 0 && !everLent)) {
            return; // we never changed it: it is the administrator's alone
        }
        everLent = true;
        int wanted = (int) Math.min(Integer.MAX_VALUE, (long) given.getAsInt() + Math.max(threads, 0));
        if (most.getAsInt() != wanted) {
            setter.accept(wanted);
        }
    }
}
