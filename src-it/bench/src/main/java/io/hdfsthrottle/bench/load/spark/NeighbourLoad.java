package io.hdfsthrottle.bench.load.spark;

/** The load on the disk besides a job. */
public enum NeighbourLoad {
    NOBODY("alone"),
    EACH_OTHER("each other"),
    HDFS_READER("HDFS reader"),
    HDFS_WRITER("HDFS writer"),
    FIO_READER("fio reader"),
    FIO_WRITER("fio writer");

    private final String title;

    NeighbourLoad(String title) {
        this.title = title;
    }

    /** Whether its bytes go through the DataNode. */
    public boolean isOfHdfs() {
        return this == HDFS_READER || this == HDFS_WRITER;
    }

    @Override
    public String toString() {
        return title;
    }
}
