package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.election.SimulatedTime.Actor;
import io.hdfsthrottle.coordinator.election.SimulatedTime.Program;
import io.hdfsthrottle.coordinator.election.SimulatedZooKeeper.Kind;
import io.hdfsthrottle.coordinator.election.SimulatedZooKeeper.Past;
import io.hdfsthrottle.coordinator.election.SimulatedZooKeeper.Write;
import io.hdfsthrottle.coordinator.election.SimulatedZooKeeper.Znode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.curator.CuratorZookeeperClient;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.WatcherRemoveCuratorFramework;
import org.apache.curator.framework.api.ACLBackgroundPathAndBytesable;
import org.apache.curator.framework.api.BackgroundCallback;
import org.apache.curator.framework.api.BackgroundPathAndBytesable;
import org.apache.curator.framework.api.ErrorListenerPathable;
import org.apache.curator.framework.api.PathAndBytesable;
import org.apache.curator.framework.api.WatchPathable;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.framework.api.transaction.CuratorTransactionResult;
import org.apache.curator.framework.api.transaction.OperationType;
import org.apache.curator.framework.api.transaction.TypeAndPath;
import org.apache.curator.framework.listen.Listenable;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.curator.framework.state.ConnectionStateListener;
import org.apache.curator.retry.RetryOneTime;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

/**
 * A client of {@link SimulatedZooKeeper} as Curator's is: it reconnects, begins a new session when the last one has
 * ended, and tries what got no answer again, up to three times, whether or not it was carried out.
 */
final class SimulatedClient {
    private static final int RETRIES = 3;
    private static final long CONNECTING_MILLIS = 5_000;
    private static final long RETRANSMITTED_MILLIS = 100;
    private static final Stub STUB = Stub.make();

    /** Curator's delete needs the session's own client. */
    private static final class Stub extends ZooKeeper {
        private SimulatedClient of;

        Stub() throws IOException {
            super("127.0.0.1:1", 1_000, event -> {});
        }

        /** It never connects. */
        static Stub make() {
            try {
                Stub stub = new Stub();
                stub.close();
                return stub;
            } catch (IOException impossible) {
                throw new UncheckedIOException(impossible);
            }
        }

        @Override
        public synchronized void close() {
            try {
                super.close();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public long getSessionId() {
            return of == null ? 0 : of.session;
        }

        @Override
        public int getSessionTimeout() {
            return (int) of.zookeeper.sessionMillis();
        }

        @Override
        public void delete(String path, int version) throws KeeperException {
            Object unused = of.once(session -> of.write(session, Write.delete(path, version)));
        }
    }

    /** Something that a server does for a session. */
    interface Operation {
        Object run(long session) throws KeeperException;
    }

    /** A transaction. */
    private interface Together extends Operation {}

    private static final class Reply {
        private final int connection;
        private final long session;
        private boolean isThere;
        private Object value;
        private KeeperException refused;

        Reply(int connection, long session) {
            this.connection = connection;
            this.session = session;
        }
    }

    private final SimulatedTime time;
    private final SimulatedZooKeeper zookeeper;
    private final SplittableRandom random;
    private final Program process;
    private final Actor network;
    private final List<Consumer<ConnectionState>> listeners = new ArrayList<>();
    private final List<SimulatedLatch> latches = new ArrayList<>();
    private boolean isConnected;
    private boolean hasConnected;
    private boolean isClosed;
    private boolean isCut;
    private boolean isSlow;
    private boolean lags;
    private boolean dropsNext;
    private Runnable beforeNext = () -> {};
    private int connection;
    private int established = -1;
    private long session;
    private long seen;
    private long unreachable;

    SimulatedClient(SimulatedTime time, SimulatedZooKeeper zookeeper, SplittableRandom random, Program process) {
        this.time = time;
        this.zookeeper = zookeeper;
        this.random = random;
        this.process = process;
        this.network = new Actor(process);
    }

    SimulatedTime time() {
        return time;
    }

    SimulatedZooKeeper zookeeper() {
        return zookeeper;
    }

    long session() {
        return session;
    }

    boolean isConnected() {
        return isConnected;
    }

    /** Faults. */
    void cut(boolean cut) {
        isCut = cut;
        reached();
        if (cut) {
            // It notices at the latest when a third of the session's time-out is left.
            int before = connection;
            time.after(random.nextLong(zookeeper.sessionMillis() * 2 / 3), network, () -> {
                if (connection == before && isCut) {
                    disconnected();
                }
            });
        }
    }

    void slow(boolean slow) {
        isSlow = slow;
    }

    void lag(boolean lag) {
        lags = lag;
    }

    /** Its server ends when the next transaction arrives, before it is carried out or before it is answered. */
    void dropNext() {
        dropsNext = true;
    }

    /** Happens just before it writes next. */
    void beforeNext(Runnable fault) {
        beforeNext = fault;
    }

    /** Its server ends. */
    void reset() {
        time.after(0, network, this::disconnected);
    }

    /** The process has been frozen for that time, or killed. */
    void reached() {
        boolean isReached = !isCut && !process.isKilled() && process.frozenUntil() <= time.nanos();
        long mark = ++unreachable;
        if (!isReached) {
            long ending = session;
            time.after(zookeeper.sessionMillis(), null, () -> {
                if (unreachable == mark) {
                    zookeeper.end(ending);
                }
            });
        }
    }

    /** After it was frozen. */
    void thawed() {
        reached();
        time.after(random.nextLong(100), network, () -> {
            if (!zookeeper.isAlive(session)) {
                disconnected();
            }
        });
    }

    private void disconnected() {
        if (!isConnected || isClosed) {
            return;
        }
        isConnected = false;
        int lost = ++connection;
        tell(ConnectionState.SUSPENDED);
        time.after(zookeeper.sessionMillis(), network, () -> {
            if (!isConnected && connection == lost) {
                tell(ConnectionState.LOST);
            }
        });
        connect();
    }

    private void connect() {
        time.after(10 + random.nextLong(1_000), network, () -> {
            if (isClosed || isConnected) {
                return;
            }
            if (isCut) {
                connect();
                return;
            }
            if (!zookeeper.isAlive(session)) {
                session = zookeeper.newSession();
            }
            established = connection;
            isConnected = true;
            tell(hasConnected ? ConnectionState.RECONNECTED : ConnectionState.CONNECTED);
            hasConnected = true;
        });
    }

    private void tell(ConnectionState state) {
        List.copyOf(latches).forEach(latch -> latch.connectionIs(state));
        listeners.forEach(each -> each.accept(state));
    }

    void add(SimulatedLatch latch) {
        latches.add(latch);
    }

    void remove(SimulatedLatch latch) {
        latches.remove(latch);
    }

    private long latency() {
        return isSlow ? 100 + random.nextLong(1_500) : random.nextLong(4);
    }

    private Reply send(Operation operation, Runnable answered) {
        Reply reply = new Reply(connection, session);
        time.after(latency(), null, () -> arrives(operation, reply, answered));
        return reply;
    }

    /** What was sent arrives even if the sender has given up meanwhile, but not once it has connected again. */
    private void arrives(Operation operation, Reply reply, Runnable answered) {
        if (established != reply.connection) {
            return;
        }
        if (isCut) {
            time.after(RETRANSMITTED_MILLIS, null, () -> arrives(operation, reply, answered));
            return;
        }
        try {
            if (!zookeeper.isAlive(reply.session)) {
                throw KeeperException.create(Code.SESSIONEXPIRED);
            }
            boolean drops = dropsNext && operation instanceof Together;
            if (drops && random.nextBoolean()) {
                dropsNext = false;
                reset();
                return;
            }
            reply.value = operation.run(reply.session);
            if (drops) {
                dropsNext = false;
                reset();
                return;
            }
        } catch (KeeperException refused) {
            reply.refused = refused;
        }
        time.after(latency(), null, () -> returns(reply, answered));
    }

    private void returns(Reply reply, Runnable answered) {
        if (connection != reply.connection) {
            return;
        }
        if (isCut) {
            time.after(RETRANSMITTED_MILLIS, null, () -> returns(reply, answered));
            return;
        }
        reply.isThere = true;
        if (reply.refused instanceof KeeperException.SessionExpiredException) {
            time.after(0, network, this::disconnected);
        }
        answered.run();
    }

    private Object write(Operation operation) throws KeeperException {
        Runnable fault = beforeNext;
        beforeNext = () -> {};
        fault.run();
        time.sleep(0);
        return call(operation);
    }

    /** Carries it out, with retries. */
    private Object call(Operation operation) throws KeeperException {
        for (int attempt = 0; ; attempt++) {
            try {
                return once(operation);
            } catch (KeeperException.ConnectionLossException | KeeperException.SessionExpiredException lost) {
                if (attempt == RETRIES) {
                    throw lost;
                }
                time.sleep(100 + random.nextLong(100L << attempt));
            }
        }
    }

    private Object once(Operation operation) throws KeeperException {
        if (!time.await(() -> isConnected, CONNECTING_MILLIS)) {
            throw KeeperException.create(Code.CONNECTIONLOSS);
        }
        Reply reply = send(operation, () -> {});
        time.await(() -> reply.isThere || connection != reply.connection, 60_000);
        if (!reply.isThere) {
            throw KeeperException.create(Code.CONNECTIONLOSS);
        }
        if (reply.refused != null) {
            throw reply.refused;
        }
        return reply.value;
    }

    /** Carries it out in the background, and again until it is answered; what it returns is told on the network's thread. */
    void background(Operation operation, Consumer<Object> told) {
        if (isClosed) {
            return;
        }
        if (!isConnected) {
            time.after(200, network, () -> background(operation, told));
            return;
        }
        Reply[] reply = new Reply[1];
        int before = connection;
        reply[0] = send(
                operation,
                () -> time.after(0, network, () -> {
                    if (reply[0].refused instanceof KeeperException.SessionExpiredException) {
                        background(operation, told);
                    } else {
                        told.accept(reply[0].refused == null ? reply[0].value : reply[0].refused);
                    }
                }));
        time.after(250, network, () -> await(before, reply[0], operation, told));
    }

    private void await(int before, Reply reply, Operation operation, Consumer<Object> told) {
        if (reply.isThere) {
            return;
        }
        if (connection != before) {
            background(operation, told);
        } else {
            time.after(250, network, () -> await(before, reply, operation, told));
        }
    }

    Object write(long by, Write write) throws KeeperException {
        return write(by, List.of(write)).get(0);
    }

    private List<String> write(long by, List<Write> writes) throws KeeperException {
        List<String> paths = zookeeper.write(by, writes);
        seen = zookeeper.zxid();
        return paths;
    }

    Map<String, Znode> read() {
        Past view = zookeeper.past(seen, lags ? SimulatedZooKeeper.LAG_MILLIS : 0);
        seen = view.zxid();
        return view.znodes();
    }

    /** The names below that path. */
    List<String> children(String path) {
        return read().keySet().stream()
                .filter(each -> each.startsWith(path + "/") && each.indexOf('/', path.length() + 1) < 0)
                .map(each -> each.substring(path.length() + 1))
                .toList();
    }

    private void close() {
        if (!isClosed) {
            long ending = session;
            time.after(latency(), null, () -> {
                if (!isCut) {
                    zookeeper.end(ending);
                }
            });
            isClosed = true;
            isConnected = false;
            connection++;
        }
    }

    /** As Curator's. */
    CuratorFramework curator() {
        CuratorZookeeperClient low =
                new CuratorZookeeperClient("127.0.0.1:1", 4_000, 5_000, event -> {}, new RetryOneTime(1)) {
                    @Override
                    public boolean isConnected() {
                        return isConnected;
                    }

                    @Override
                    public ZooKeeper getZooKeeper() {
                        STUB.of = SimulatedClient.this;
                        return STUB;
                    }
                };
        CuratorFramework[] self = new CuratorFramework[1];
        self[0] = proxy(WatcherRemoveCuratorFramework.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "start" -> {
                session = zookeeper.newSession();
                connect();
                yield null;
            }
            case "close" -> {
                close();
                yield null;
            }
            case "newWatcherRemoveCuratorFramework" -> proxy;
            case "getZookeeperClient" -> low;
            case "getConnectionStateListenable" -> listenable(self[0]);
            case "transactionOp" ->
                proxy(
                        method.getReturnType(),
                        (op, kind, none) -> proxy(kind.getReturnType(), new Request(kind.getName(), true)));
            default -> proxy(method.getReturnType(), new Request(method.getName(), false));
        });
        return self[0];
    }

    private Listenable<ConnectionStateListener> listenable(CuratorFramework self) {
        return new Listenable<>() {
            @Override
            public void addListener(ConnectionStateListener listener) {
                throw new UnsupportedOperationException("nobody asks");
            }

            @Override
            public void addListener(ConnectionStateListener listener, Executor executor) {
                listeners.add(state -> executor.execute(() -> listener.stateChanged(self, state)));
            }

            @Override
            public void removeListener(ConnectionStateListener listener) {
                throw new UnsupportedOperationException("nobody asks");
            }
        };
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler, Class<?>... more) {
        Class<?>[] types = Arrays.copyOf(more, more.length + 1);
        types[more.length] = type;
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), types, handler));
    }

    private record Prepared(Write write) implements CuratorOp {
        @Override
        public Op get() {
            throw new UnsupportedOperationException("nobody asks");
        }

        @Override
        public TypeAndPath getTypeAndPath() {
            return new TypeAndPath(OperationType.CHECK, write.path());
        }
    }

    /** What Curator's builders collect, until the path is given. */
    private final class Request implements InvocationHandler {
        private final String kind;
        private final boolean isPart;
        private int version = -1;
        private CreateMode mode = CreateMode.PERSISTENT;
        private Stat stat = new Stat();
        private BackgroundCallback callback;

        Request(String kind, boolean isPart) {
            this.kind = kind;
            this.isPart = isPart;
        }

        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            switch (method.getName()) {
                case "withVersion" -> version = (int) arguments[0];
                case "withMode" -> mode = (CreateMode) arguments[0];
                case "storingStatIn" -> stat = (Stat) arguments[0];
                case "inBackground" -> callback = (BackgroundCallback) arguments[0];
                case "creatingParentsIfNeeded" -> {}
                case "forPath" -> {
                    return forPath((String) arguments[0], arguments.length > 1 ? (byte[]) arguments[1] : null);
                }
                case "forOperations" -> {
                    return together(
                            arguments[0] instanceof Collection<?> all ? all : Arrays.asList((Object[]) arguments[0]));
                }
                default -> throw new UnsupportedOperationException(method.toString());
            }
            Class<?> next = method.getReturnType();
            return next == Object.class
                    ? proxy(
                            ErrorListenerPathable.class,
                            this,
                            WatchPathable.class,
                            PathAndBytesable.class,
                            BackgroundPathAndBytesable.class,
                            ACLBackgroundPathAndBytesable.class)
                    : proxy(next, this);
        }

        private Object forPath(String path, byte[] data) throws Exception {
            if (isPart) {
                return new Prepared(part(path, data));
            }
            return switch (kind) {
                case "create" -> write(by -> write(by, Write.create(path, data, mode)));
                case "delete" -> write(by -> write(by, Write.delete(path, version)));
                case "setData" ->
                    write(by -> {
                        Object unused = write(by, Write.set(path, data, version));
                        return zookeeper.now().get(path).into(new Stat());
                    });
                case "checkExists" ->
                    call(by -> {
                        Znode there = read().get(path);
                        return there == null ? null : there.into(new Stat());
                    });
                case "getData" -> {
                    Znode there = (Znode) call(by -> {
                        Znode now = read().get(path);
                        if (now == null) {
                            throw KeeperException.create(Code.NONODE, path);
                        }
                        return now;
                    });
                    Stat unused = there.into(stat);
                    yield there.data();
                }
                case "getChildren" -> call(by -> children(path));
                case "getACL" -> call(by -> ZooDefs.Ids.OPEN_ACL_UNSAFE);
                case "sync" -> {
                    Object unused = call(by -> {
                        seen = zookeeper.zxid();
                        return null;
                    });
                    callback.processResult(null, null);
                    yield null;
                }
                default -> throw new UnsupportedOperationException(kind);
            };
        }

        private Write part(String path, byte[] data) {
            return switch (kind) {
                case "create" -> Write.create(path, data, mode);
                case "setData" -> Write.set(path, data, version);
                case "check" -> Write.check(path, version);
                default -> throw new UnsupportedOperationException(kind);
            };
        }

        private Object together(Collection<?> operations) throws KeeperException {
            List<Write> writes =
                    operations.stream().map(each -> ((Prepared) each).write()).toList();
            Together all = by -> {
                List<String> unused = write(by, writes);
                List<CuratorTransactionResult> results = new ArrayList<>();
                for (Write each : writes) {
                    Znode now = zookeeper.now().get(each.path());
                    Stat written = now == null ? null : now.into(new Stat());
                    OperationType type = OperationType.valueOf(
                            each.kind() == Kind.SET ? "SET_DATA" : each.kind().name());
                    results.add(new CuratorTransactionResult(
                            type, each.kind() == Kind.CHECK ? null : each.path(), each.path(), written));
                }
                return results;
            };
            return write(all);
        }
    }
}
