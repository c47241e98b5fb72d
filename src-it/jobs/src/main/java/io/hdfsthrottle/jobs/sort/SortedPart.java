package io.hdfsthrottle.jobs.sort;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import scala.Tuple2;

/**
 * Summary of a file of sorted records: what was written to it, and when writing began. Empty if there was no record.
 */
final class SortedPart implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Of the sort benchmark: a key and 90 bytes more. */
    static final int RECORD_BYTES = 100;

    private static final int KEY_BYTES = 10;
    private static final int BUFFER_BYTES = 1 << 16;

    final long begunMillis;
    long records;
    long checksum;
    private boolean ordered = true;
    private byte[] first;
    private byte[] last;

    private SortedPart(long begunMillis) {
        this.begunMillis = begunMillis;
    }

    /** Writes the records and makes them durable. */
    static SortedPart written(Configuration hadoop, String file, Iterator<Tuple2<byte[], Object>> all)
            throws IOException {
        SortedPart part = new SortedPart(System.currentTimeMillis());
        CRC32 crc = new CRC32();
        try (FSDataOutputStream durable = FileSystem.get(hadoop).create(new Path(file), true);
                OutputStream out = new BufferedOutputStream(durable, BUFFER_BYTES)) {
            while (all.hasNext()) {
                byte[] record = all.next()._1();
                out.write(record);
                crc.reset();
                crc.update(record, 0, record.length);
                part.take(record, crc.getValue());
            }
            out.flush();
            durable.hsync();
        }
        return part;
    }

    private void take(byte[] record, long crc) {
        records++;
        checksum += crc;
        ordered &= last == null || compare(last, record) <= 0;
        first = first == null ? record : first;
        last = record;
    }

    /** Compares keys as unsigned bytes, the first bytes first. */
    static int compare(byte[] one, byte[] other) {
        return Arrays.compareUnsigned(one, 0, KEY_BYTES, other, 0, KEY_BYTES);
    }

    /** Whether each is in order, and none begins before the previous one ends. */
    static boolean areInOrder(List<SortedPart> parts) {
        byte[] before = null;
        for (SortedPart part : parts) {
            if (part.first == null) {
                continue;
            }
            if (!part.ordered || (before != null && compare(before, part.first) > 0)) {
                return false;
            }
            before = part.last;
        }
        return true;
    }
}
