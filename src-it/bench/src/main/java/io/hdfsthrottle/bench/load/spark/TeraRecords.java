package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.SplittableRandom;
import java.util.zip.CRC32;

/**
 * A file of seeded records of the sort benchmark: 100 bytes each, of which the first 10 are the key.
 *
 * @param count the number of records
 * @param checksum the sum of their CRC-32
 */
record TeraRecords(long count, long checksum) {

    static final int BYTES = 100;

    static TeraRecords written(Hdfs client, String path, int count, long seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        CRC32 crc = new CRC32();
        byte[] record = new byte[BYTES];
        long checksum = 0;
        try (OutputStream out = new BufferedOutputStream(client.create(path), 1 << 16)) {
            for (int i = 0; i < count; i++) {
                random.nextBytes(record);
                out.write(record);
                crc.reset();
                crc.update(record, 0, record.length);
                checksum += crc.getValue();
            }
        }
        return new TeraRecords(count, checksum);
    }
}
