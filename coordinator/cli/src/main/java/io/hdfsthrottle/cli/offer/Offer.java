package io.hdfsthrottle.cli.offer;

import io.hdfsthrottle.json.JsonObject;
import io.hdfsthrottle.json.MalformedJsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is free of one volume, as a coordinator says it. Rates in bytes per second; nothing where the capacity is not
 * known.
 *
 * @param node the DataNode, {@code host:port}
 * @param volume its storage id
 * @param capacity what it can give
 * @param reserved what reservations hold of it
 * @param freeToReserve what can be promised to more
 * @param moved what it moved lately
 * @param freeNow what it could have moved besides
 */
record Offer(
        String node,
        String volume,
        Optional<Long> capacity,
        long reserved,
        Optional<Long> freeToReserve,
        long moved,
        Optional<Long> freeNow) {
    /** The volumes of all nodes in an answer of {@code /v1/nodes}. */
    static List<Offer> read(JsonObject answer) throws MalformedJsonException {
        List<Offer> offers = new ArrayList<>();
        for (JsonObject node : answer.objects("nodes", Integer.MAX_VALUE)) {
            for (JsonObject volume : node.objects("volumes", Integer.MAX_VALUE)) {
                offers.add(new Offer(
                        node.text("node"),
                        volume.text("volume"),
                        volume.optionalCount("capacityBytesPerSecond"),
                        volume.count("reservedBytesPerSecond"),
                        volume.optionalCount("freeToReserveBytesPerSecond"),
                        volume.count("movedBytesPerSecond"),
                        volume.optionalCount("freeNowBytesPerSecond")));
            }
        }
        return offers;
    }

    /** The host of its DataNode. */
    String host() {
        int port = node.lastIndexOf(':');
        return port < 0 ? node : node.substring(0, port);
    }
}
