package io.hdfsthrottle.datanode.host;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.ExtendedBlockId;
import org.apache.hadoop.hdfs.server.datanode.ShortCircuitRegistry;
import org.junit.jupiter.api.Test;

final class ShortCircuitReplicasTest {

    @Test
    void replicasThatClientsHold_areCounted() throws Exception {
        ShortCircuitRegistry registry = new ShortCircuitRegistry(new Configuration(false));
        ShortCircuitReplicas replicas = new ShortCircuitReplicas(() -> registry);
        assertThat(replicas.getAsInt()).isZero();

        boolean unused = registry.visit((segments, slots) ->
                slots.put(new ExtendedBlockId(1, "BP-1"), null) && slots.put(new ExtendedBlockId(2, "BP-1"), null));
        assertThat(replicas.getAsInt()).isEqualTo(2);
    }

    @Test
    void dataNodeWithoutARegistry_isUnknown() {
        assertThat(new ShortCircuitReplicas(() -> null).getAsInt()).isEqualTo(ShortCircuitReplicas.UNKNOWN);
        assertThat(new ShortCircuitReplicas(() -> {
                            throw new NoSuchMethodError("another Hadoop");
                        })
                        .getAsInt())
                .isEqualTo(ShortCircuitReplicas.UNKNOWN);
    }
}
