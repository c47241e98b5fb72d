package io.hdfsthrottle.containers;

import com.github.dockerjava.api.model.Capability;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.testcontainers.containers.Container.ExecResult;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A host of the test: a container with a name that the others reach it by. */
final class Host implements AutoCloseable {

    private static final Path HOME = Path.of("/root");

    private final String name;
    private final GenericContainer<?> container;

    private Host(String name, GenericContainer<?> container) {
        this.name = name;
        this.container = container;
    }

    /** Starts a host that serves ssh. */
    static Host start(String image, Network network, String name) {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image));
        container
                .withNetwork(network)
                .withNetworkAliases(name)
                .withCreateContainerCmdModifier(
                        command -> command.withHostName(name).getHostConfig().withCapAdd(Capability.NET_ADMIN))
                .start();
        return new Host(name, container);
    }

    /** The outcome of a script that was typed. */
    record Answer(int code, String output, String errors) {}

    /**
     * Has root type a script into a new login shell of this host's, in the home folder; it ends at the first command
     * that fails.
     */
    Answer type(String script) {
        try {
            ExecResult result = container.execInContainer("bash", "-e", "-l", "-c", script);
            return new Answer(result.getExitCode(), result.getStdout(), result.getStderr());
        } catch (IOException unable) {
            throw new UncheckedIOException("cannot type on " + name, unable);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(stopped);
        }
    }

    /** The same for what has to succeed; returns its output. */
    String output(String script) {
        Answer answer = type(script);
        if (answer.code() != 0) {
            throw new IllegalStateException(
                    name + ": '" + script + "' ended with " + answer.code() + ": " + answer.output() + answer.errors());
        }
        return answer.output();
    }

    /**
     * Stops everything on this host where it is, as a long pause of a machine does it: its kernel still takes
     * connections.
     */
    void freeze() {
        output("kill -STOP -1");
    }

    /** Lets it go on. */
    void thaw() {
        output("kill -CONT -1");
    }

    /** Silently loses what this host sends to those from now on: it goes to a MAC address that no card has. */
    void cutOffFrom(List<String> others) {
        others.forEach(other -> output("ip neigh replace $(getent ahostsv4 " + other
                + " | cut -d ' ' -f 1 | head -n 1) lladdr 02:00:00:00:00:01 dev eth0 nud permanent"));
    }

    /** Undoes that. */
    void reconnect() {
        output("ip neigh show nud permanent | while read -r address rest; do ip neigh del \"$address\" dev eth0; done");
    }

    /** Puts a file of this machine into root's home folder. */
    void receive(Path file) {
        container.copyFileToContainer(
                MountableFile.forHostPath(file),
                HOME.resolve(file.getFileName()).toString());
    }

    @Override
    public void close() {
        container.close();
    }
}
