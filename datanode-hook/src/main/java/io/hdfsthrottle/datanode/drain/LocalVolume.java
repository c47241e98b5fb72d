package io.hdfsthrottle.datanode.drain;

/** A volume of the DataNode, its replicas and its free space. Immutable. */
final class LocalVolume {

    private final String id;
    private final String path;
    private final String type;
    private final long replicas;
    private final long bytes;
    private final long free;

    /**
     * @param id its storage id
     * @param path where it is
     * @param type HDFS's storage type, {@code DISK}
     * @param replicas how many lie there, finalised or not
     * @param bytes how large they are together
     * @param free how many bytes HDFS may still write there
     */
    LocalVolume(String id, String path, String type, long replicas, long bytes, long free) {
        this.id = id;
        this.path = path;
        this.type = type;
        this.replicas = replicas;
        this.bytes = bytes;
        this.free = Math.max(0, free);
    }

    String id() {
        return id;
    }

    String path() {
        return path;
    }

    String type() {
        return type;
    }

    long replicas() {
        return replicas;
    }

    long bytes() {
        return bytes;
    }

    long free() {
        return free;
    }
}
