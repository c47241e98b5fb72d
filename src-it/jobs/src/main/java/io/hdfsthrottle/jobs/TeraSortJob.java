package io.hdfsthrottle.jobs;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterators;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.Partitioner;
import org.apache.spark.SerializableWritable;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.CollectionAccumulator;
import scala.Tuple2;

/**
 * Spark job that sorts records of 100 bytes in HDFS by their keys, as the sort benchmark of that name defines them, and
 * writes them to HDFS; writing ends when the last byte is on the disk. Keys have to be spread evenly.
 *
 * <p>Arguments: {@code warm} (few records that are sorted first: classes are loaded before time is measured),
 * {@code records}, {@code sorted} (a folder in HDFS that must not exist), {@code parts} (files to write),
 * {@code result} (a local JSON file), {@code ready} and {@code gate} (see {@link Arguments#passGate}). The result
 * states when the measurement began, its seconds in all, until everything was read and from the first byte written on;
 * how many records were written, the sum of their CRC-32, and whether they are in order.
 */
public final class TeraSortJob {
    private static final int RECORD_BYTES = 100;
    private static final int KEY_BYTES = 10;
    private static final double MILLIS = 1e3;

    private TeraSortJob() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        Arguments arguments = new Arguments(args);
        int parts = arguments.count("parts");
        String sorted = arguments.text("sorted");
        SparkConf settings = new SparkConf().set("spark.serializer", "org.apache.spark.serializer.KryoSerializer");
        try (JavaSparkContext spark = new JavaSparkContext(settings)) {
            CollectionAccumulator<Long> readAt = spark.sc().collectionAccumulator();
            sort(spark, arguments.text("warm"), sorted + "-warm", parts, readAt);
            readAt.reset();
            arguments.passGate();
            long begun = System.currentTimeMillis();
            List<Part> written = sort(spark, arguments.text("records"), sorted, parts, readAt);
            long ended = System.currentTimeMillis();
            long read = readAt.value().stream().mapToLong(Long::longValue).max().orElse(begun);
            long writing = written.stream().mapToLong(part -> part.begun).min().orElse(ended);
            arguments.writeResult(
                    "{\"begunMillis\":%d,\"seconds\":%.3f,\"readSeconds\":%.3f,\"writeSeconds\":%.3f,"
                            + "\"records\":%d,\"checksum\":%d,\"ordered\":%b}",
                    begun,
                    (ended - begun) / MILLIS,
                    (read - begun) / MILLIS,
                    (ended - writing) / MILLIS,
                    written.stream().mapToLong(part -> part.records).sum(),
                    written.stream().mapToLong(part -> part.checksum).sum(),
                    areInOrder(written));
        }
    }

    private static List<Part> sort(
            JavaSparkContext spark, String records, String sorted, int parts, CollectionAccumulator<Long> readAt) {
        SerializableWritable<Configuration> hadoop = new SerializableWritable<>(spark.hadoopConfiguration());
        return spark.binaryRecords(records, RECORD_BYTES)
                .mapPartitions(all -> told(all, readAt))
                .mapToPair(record -> new Tuple2<>(record, (Object) null))
                .repartitionAndSortWithinPartitions(
                        byFirstByte(parts), (Comparator<byte[]> & Serializable) TeraSortJob::compare)
                .mapPartitionsWithIndex(
                        (part, all) -> Collections.singletonList(
                                        new Part(hadoop.value(), new Path(sorted, "part-" + part), all))
                                .iterator(),
                        false)
                .collect();
    }

    /** Partitions by key range: all keys of one partition come before all of the next. */
    private static Partitioner byFirstByte(int parts) {
        return new Partitioner() {
            @Override
            public int numPartitions() {
                return parts;
            }

            @Override
            public int getPartition(Object record) {
                return (((byte[]) record)[0] & 0xff) * parts / 256;
            }
        };
    }

    /** Notes when there was no more. */
    private static Iterator<byte[]> told(Iterator<byte[]> records, CollectionAccumulator<Long> at) {
        Stream<byte[]> end = Stream.of(new byte[0]).filter(none -> {
            at.add(System.currentTimeMillis());
            return false;
        });
        return Stream.concat(StreamSupport.stream(Spliterators.spliteratorUnknownSize(records, 0), false), end)
                .iterator();
    }

    private static int compare(byte[] one, byte[] other) {
        return Arrays.compareUnsigned(one, 0, KEY_BYTES, other, 0, KEY_BYTES);
    }

    private static boolean areInOrder(List<Part> parts) {
        byte[] before = new byte[KEY_BYTES];
        for (Part part : parts) {
            if (part.records > 0) {
                if (!part.ordered || compare(before, part.first) > 0) {
                    return false;
                }
                before = part.last;
            }
        }
        return true;
    }

    /** A file of sorted records: what was written to it, and when writing began. */
    private static final class Part implements Serializable {
        private static final long serialVersionUID = 1L;

        final long begun = System.currentTimeMillis();
        long records;
        long checksum;
        boolean ordered = true;
        byte[] first;
        byte[] last;

        Part(Configuration hadoop, Path file, Iterator<Tuple2<byte[], Object>> all) throws IOException {
            CRC32 crc = new CRC32();
            try (FSDataOutputStream durable = FileSystem.get(hadoop).create(file, true);
                    OutputStream out = new BufferedOutputStream(durable, 1 << 16)) {
                while (all.hasNext()) {
                    byte[] record = all.next()._1();
                    out.write(record);
                    crc.reset();
                    crc.update(record, 0, record.length);
                    records++;
                    checksum += crc.getValue();
                    ordered &= last == null || compare(last, record) <= 0;
                    first = first == null ? record : first;
                    last = record;
                }
                out.flush();
                durable.hsync();
            }
        }
    }
}
