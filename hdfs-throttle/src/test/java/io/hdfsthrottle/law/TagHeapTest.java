package io.hdfsthrottle.law;

import static io.hdfsthrottle.fakes.Seeds.seeded;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TagHeapTest {

    @Test
    void first_isTheSmallestTag_andOfEqualOnesTheOldest_whateverWasDone() {
        seeded(50, random -> {
            TagHeap heap = new TagHeap();
            ShareNode root = new ShareNode(null);
            List<ShareNode> present = new ArrayList<>();
            for (int step = 0; step < 1_000; step++) {
                int action = random.nextInt(3);
                if (action == 0 || present.isEmpty()) {
                    ShareNode node = new ShareNode(root);
                    node.start = random.nextInt(20);
                    heap.add(node);
                    present.add(node);
                } else if (action == 1) {
                    ShareNode node = present.remove(random.nextInt(present.size()));
                    heap.remove(node);
                    assertThat(node.place).isEqualTo(ShareNode.NOWHERE);
                } else {
                    ShareNode node = present.get(random.nextInt(present.size()));
                    node.start += random.nextInt(-5, 6);
                    heap.moved(node);
                }
                assertThat(heap.size()).isEqualTo(present.size());
                Comparator<ShareNode> order = Comparator.<ShareNode>comparingDouble(node -> node.start)
                        .thenComparingLong(node -> node.arrival);
                present.stream().min(order).ifPresent(first -> assertThat(heap.first())
                        .isSameAs(first));
                present.forEach(node -> assertThat(heap.get(node.place)).isSameAs(node));
            }
        });
    }
}
