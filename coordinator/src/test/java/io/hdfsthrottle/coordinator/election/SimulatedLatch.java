package io.hdfsthrottle.coordinator.election;

import io.hdfsthrottle.coordinator.election.SimulatedZooKeeper.Write;
import io.hdfsthrottle.coordinator.election.SimulatedZooKeeper.Znode;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderLatchListener;
import org.apache.curator.framework.state.ConnectionState;
import org.apache.zookeeper.CreateMode;

/** What Curator 5.9's LeaderLatch does, on {@link SimulatedClient}: its own has threads. */
final class SimulatedLatch extends LeaderLatch {
    private static final Comparator<String> ORDER = Comparator.comparing(name -> name.substring(name.lastIndexOf('-')));

    private final SimulatedClient client;
    private final String folder;
    private LeaderLatchListener listener;
    private Executor executor;
    private State state = State.LATENT;
    private String path;
    private boolean leads;
    private int attempts;

    SimulatedLatch(SimulatedClient client, CuratorFramework curator, String folder, String id) {
        super(curator, folder, id);
        this.client = client;
        this.folder = folder;
    }

    @Override
    public void addListener(LeaderLatchListener told, Executor on) {
        listener = told;
        executor = on;
    }

    @Override
    public void start() {
        state = State.STARTED;
        client.add(this);
        begin();
    }

    @Override
    public State getState() {
        return state;
    }

    @Override
    public boolean hasLeadership() {
        return state == State.STARTED && leads;
    }

    @Override
    public String getOurPath() {
        return path;
    }

    @Override
    public void close() {
        state = State.CLOSED;
        client.remove(this);
        leave();
        leads = false;
    }

    private void leave() {
        if (path != null) {
            delete(path);
            path = null;
        }
    }

    private void delete(String old) {
        client.background(by -> client.write(by, Write.delete(old, -1)), told -> {});
    }

    private void lead(boolean now) {
        if (leads != now) {
            leads = now;
            executor.execute(now ? listener::isLeader : listener::notLeader);
        }
    }

    private void begin() {
        lead(false);
        leave();
        int attempt = ++attempts;
        byte[] id = getId().getBytes(StandardCharsets.UTF_8);
        String[] made = new String[1];
        client.background(
                by -> {
                    // A retry finds what an earlier attempt has created, in the same session.
                    Znode there =
                            made[0] == null ? null : client.zookeeper().now().get(made[0]);
                    if (there == null || there.owner() != by) {
                        made[0] = (String)
                                client.write(by, Write.create(folder + "/latch-", id, CreateMode.EPHEMERAL_SEQUENTIAL));
                    }
                    return made[0];
                },
                told -> {
                    if (state != State.STARTED || attempt != attempts) {
                        delete((String) told);
                    } else {
                        path = (String) told;
                        look();
                    }
                });
    }

    private void look() {
        client.background(by -> client.children(folder), told -> {
            if (state == State.STARTED && path != null) {
                look(((List<?>) told)
                        .stream().map(String.class::cast).sorted(ORDER).toList());
            }
        });
    }

    private void look(List<String> names) {
        int place = names.indexOf(path.substring(folder.length() + 1));
        if (place < 0) {
            begin();
        } else if (place == 0) {
            String own = path;
            client.background(by -> client.read().get(own), told -> {
                if (state == State.STARTED && own.equals(path)) {
                    if (told instanceof Znode znode && znode.owner() == client.session()) {
                        lead(true);
                    } else {
                        begin();
                    }
                }
            });
        } else {
            String before = folder + "/" + names.get(place - 1);
            client.background(
                    by -> {
                        client.zookeeper().watchRemoval(before, this::removed);
                        return before;
                    },
                    told -> {});
        }
    }

    private void removed() {
        client.background(by -> null, told -> {
            if (state == State.STARTED && path != null) {
                look();
            }
        });
    }

    /** What the client tells of its connection. */
    void connectionIs(ConnectionState now) {
        if (now == ConnectionState.RECONNECTED) {
            if (path != null) {
                look();
            }
        } else if (now != ConnectionState.CONNECTED) {
            lead(false);
        }
    }
}
