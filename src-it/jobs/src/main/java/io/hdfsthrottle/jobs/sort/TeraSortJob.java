package io.hdfsthrottle.jobs.sort;

import io.hdfsthrottle.jobs.Arguments;
import io.hdfsthrottle.jobs.StartGate;
import java.io.IOException;
import java.io.Serializable;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.Partitioner;
import org.apache.spark.SerializableWritable;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.CollectionAccumulator;
import scala.Tuple2;

/**
 * Spark job that sorts records of {@value SortedPart#RECORD_BYTES} bytes in HDFS by their keys, as the sort benchmark of that
 * name defines them, and writes them to HDFS; writing ends when the last byte is on the disk. Keys have to be spread
 * evenly.
 *
 * <p>Arguments: {@code warm} (few records that are sorted first: classes are loaded before time is measured),
 * {@code records}, {@code sorted} (a folder in HDFS that must not exist), {@code parts} (files to write),
 * {@code result} (a local JSON file), {@code ready} and {@code gate} (see {@link StartGate#pass(Arguments)}). The
 * result states when the measurement began, its seconds in all, until everything was read and from the first byte
 * written on; how many records were written, the sum of their CRC-32, and whether they are in order.
 */
public final class TeraSortJob {

    private static final double MILLIS = 1e3;

    private TeraSortJob() {}

    /** Runs the job; see the class. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = new Arguments(args);
        int parts = arguments.count("parts");
        String sorted = arguments.text("sorted");
        SparkConf settings = new SparkConf().set("spark.serializer", "org.apache.spark.serializer.KryoSerializer");
        try (JavaSparkContext spark = new JavaSparkContext(settings)) {
            sort(
                    spark,
                    arguments.text("warm"),
                    sorted + "-warm",
                    parts,
                    spark.sc().collectionAccumulator());
            CollectionAccumulator<Long> readAt = spark.sc().collectionAccumulator();
            StartGate.pass(arguments);
            long begun = System.currentTimeMillis();
            List<SortedPart> written = sort(spark, arguments.text("records"), sorted, parts, readAt);
            long ended = System.currentTimeMillis();
            long read = readAt.value().stream().mapToLong(Long::longValue).max().orElse(begun);
            long writing =
                    written.stream().mapToLong(part -> part.begunMillis).min().orElse(ended);
            arguments.writeResult(
                    "{\"begunMillis\":%d,\"seconds\":%.3f,\"readSeconds\":%.3f,\"writeSeconds\":%.3f,"
                            + "\"records\":%d,\"checksum\":%d,\"ordered\":%b}",
                    begun,
                    (ended - begun) / MILLIS,
                    (read - begun) / MILLIS,
                    (ended - writing) / MILLIS,
                    written.stream().mapToLong(part -> part.records).sum(),
                    written.stream().mapToLong(part -> part.checksum).sum(),
                    SortedPart.areInOrder(written));
        }
    }

    private static List<SortedPart> sort(
            JavaSparkContext spark, String records, String sorted, int parts, CollectionAccumulator<Long> readAt) {
        SerializableWritable<Configuration> hadoop = new SerializableWritable<>(spark.hadoopConfiguration());
        return spark.binaryRecords(records, SortedPart.RECORD_BYTES)
                .mapPartitions(all -> told(all, readAt))
                .mapToPair(record -> new Tuple2<>(record, (Object) null))
                .repartitionAndSortWithinPartitions(
                        new ByFirstByte(parts), (Comparator<byte[]> & Serializable) SortedPart::compare)
                .mapPartitionsWithIndex(
                        (part, all) -> Collections.singletonList(
                                        SortedPart.written(hadoop.value(), sorted + "/part-" + part, all))
                                .iterator(),
                        false)
                .collect();
    }

    /** Notes when there was no more. */
    private static Iterator<byte[]> told(Iterator<byte[]> records, CollectionAccumulator<Long> at) {
        return new Iterator<>() {
            private boolean told;

            @Override
            public boolean hasNext() {
                boolean more = records.hasNext();
                if (!more && !told) {
                    told = true;
                    at.add(System.currentTimeMillis());
                }
                return more;
            }

            @Override
            public byte[] next() {
                return records.next();
            }
        };
    }

    /** Partitions by key range: all keys of one partition come before all of the next. */
    private static final class ByFirstByte extends Partitioner {

        private static final long serialVersionUID = 1L;
        private static final int VALUES = 256;

        private final int parts;

        ByFirstByte(int parts) {
            this.parts = parts;
        }

        @Override
        public int numPartitions() {
            return parts;
        }

        @Override
        public int getPartition(Object record) {
            return (((byte[]) record)[0] & 0xff) * parts / VALUES;
        }
    }
}
