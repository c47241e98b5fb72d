package io.hdfsthrottle.law;

import java.util.Arrays;

/**
 * The backlogged children of a node, smallest start tag first; equal tags in the order of their arrival. A binary heap
 * in which every node holds its index, so that any of them is moved or removed in logarithmic time and nothing is
 * allocated. Not thread-safe.
 */
final class TagHeap {

    private ShareNode[] nodes = new ShareNode[4];
    private int size;
    private long arrivals;
    private double weights;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** The sum of the nodes' weights. */
    double weights() {
        return weights;
    }

    /** The weight of one of the nodes changes by that much. */
    void reweigh(double more) {
        weights += more;
    }

    /** The node with the smallest start tag; not to be called on an empty heap. */
    ShareNode first() {
        return nodes[0];
    }

    ShareNode get(int index) {
        return nodes[index];
    }

    void add(ShareNode node) {
        if (size == nodes.length) {
            nodes = Arrays.copyOf(nodes, size * 2);
        }
        node.arrival = arrivals++;
        weights += node.weight();
        put(node, size++);
        up(node.place);
    }

    void remove(ShareNode node) {
        int hole = node.place;
        node.place = ShareNode.NOWHERE;
        ShareNode last = nodes[--size];
        nodes[size] = null;
        weights = size == 0 ? 0 : weights - node.weight(); // no error of rounding stays
        if (last != node) {
            put(last, hole);
            moved(last);
        }
    }

    /** Restores the order after that node's tag was changed. */
    void moved(ShareNode node) {
        up(node.place);
        down(node.place);
    }

    private void up(int from) {
        int place = from;
        ShareNode node = nodes[place];
        while (place > 0 && isBefore(node, nodes[(place - 1) / 2])) {
            put(nodes[(place - 1) / 2], place);
            place = (place - 1) / 2;
        }
        put(node, place);
    }

    private void down(int from) {
        int place = from;
        ShareNode node = nodes[place];
        for (int child = 2 * place + 1; child < size; child = 2 * place + 1) {
            if (child + 1 < size && isBefore(nodes[child + 1], nodes[child])) {
                child++;
            }
            if (!isBefore(nodes[child], node)) {
                break;
            }
            put(nodes[child], place);
            place = child;
        }
        put(node, place);
    }

    private void put(ShareNode node, int place) {
        nodes[place] = node;
        node.place = place;
    }

    private static boolean isBefore(ShareNode one, ShareNode other) {
        return one.start < other.start || (one.start == other.start && one.arrival < other.arrival);
    }
}
