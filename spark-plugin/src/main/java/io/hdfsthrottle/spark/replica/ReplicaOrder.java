package io.hdfsthrottle.spark.replica;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The order in which a reader tries the replicas of a block. Pure except for the random numbers passed in.
 *
 * <p>Near replicas come first: those on the reader's own machine or, if there is none, those on the rack of the one
 * that HDFS put first; unless the best of them leaves the tenant less than half of what the best of all does: then all
 * are equal. Among equal ones, each is tried first with a probability proportional to the square of its unused
 * entitlement, and so on with the others (Efraimidis and Spirakis, Weighted random sampling with a reservoir, 2006).
 * The square keeps a single reader within about a tenth of what the best replica would give it; randomness keeps
 * thousands of readers with the same data from choosing the same node. Replicas that cannot be compared keep their
 * places.
 */
final class ReplicaOrder {

    private static final double CONTENDED = 0.5;

    private final List<Replica> replicas;
    private final Random random;

    private ReplicaOrder(List<Replica> replicas, Random random) {
        this.replicas = replicas;
        this.random = random;
    }

    /** The new order as a permutation of the indexes in HDFS's order. */
    static int[] of(List<Replica> replicas, Random random) {
        return new ReplicaOrder(replicas, random).order();
    }

    private int[] order() {
        int[] order = IntStream.range(0, replicas.size()).toArray();
        List<Integer> choosable = IntStream.of(order)
                .filter(each -> replicas.get(each).choosable())
                .boxed()
                .collect(Collectors.toList());
        double best = best(choosable);
        if (choosable.size() < 2 || best <= 0) {
            return order;
        }
        List<Integer> near = near(choosable);
        List<Integer> chosen = new ArrayList<>();
        if (best(near) >= CONTENDED * best) {
            List<Integer> far = new ArrayList<>(choosable);
            far.removeAll(near);
            chosen.addAll(drawn(near));
            chosen.addAll(drawn(far));
        } else {
            chosen.addAll(drawn(choosable));
        }
        for (int i = 0; i < chosen.size(); i++) {
            order[choosable.get(i)] = chosen.get(i);
        }
        return order;
    }

    private List<Integer> near(List<Integer> choosable) {
        List<Integer> local = only(choosable, Replica::local);
        String rack = replicas.get(choosable.get(0)).rack();
        return local.isEmpty() ? only(choosable, replica -> replica.rack().equals(rack)) : local;
    }

    private List<Integer> only(List<Integer> some, Predicate<Replica> such) {
        return some.stream().filter(each -> such.test(replicas.get(each))).collect(Collectors.toList());
    }

    private double best(List<Integer> some) {
        return some.stream()
                .mapToDouble(each -> replicas.get(each).left())
                .max()
                .orElse(0);
    }

    /** Each has an exponentially distributed arrival with its weight as the rate; the earliest is first. */
    private List<Integer> drawn(List<Integer> some) {
        double[] arrivals = new double[replicas.size()];
        for (int each : some) {
            double left = replicas.get(each).left();
            arrivals[each] = -Math.log(1 - random.nextDouble()) / (left * left);
        }
        List<Integer> drawn = new ArrayList<>(some);
        drawn.sort(
                Comparator.comparingDouble(each -> Double.isNaN(arrivals[each]) ? Double.MAX_VALUE : arrivals[each]));
        return drawn;
    }
}
