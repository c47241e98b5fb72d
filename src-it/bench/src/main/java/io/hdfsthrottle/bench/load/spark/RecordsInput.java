package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * Records for each copy of TeraSort.
 *
 * @param files the files
 * @param records in each
 */
record RecordsInput(InputFiles files, TeraRecords records) implements JobInput {

    private static final int WARM_RECORDS = 10_000;

    static JobInput written(Hdfs client, int copies, int count) throws IOException {
        InputFiles files = new InputFiles("records", copies);
        TeraRecords.written(client, files.warm(), WARM_RECORDS, 1);
        TeraRecords records = TeraRecords.written(client, files.of(0), count, 2);
        for (int copy = 1; copy < copies; copy++) {
            TeraRecords.written(client, files.of(copy), count, 2);
        }
        return new RecordsInput(files, records);
    }

    @Override
    public List<String> paths() {
        return files.all();
    }

    @Override
    public Map<String, String> arguments(int copy, String output) {
        return Map.of(
                "warm",
                files.warm(),
                "records",
                files.of(copy),
                "sorted",
                output,
                "parts",
                Integer.toString(SparkDisk.TASKS));
    }

    @Override
    public boolean isFoundIn(Map<String, Object> result) {
        return JobInput.number(result, "records") == records.count()
                && JobInput.number(result, "checksum") == records.checksum()
                && Boolean.TRUE.equals(result.get("ordered"));
    }

    @Override
    public double bytesRead() {
        return records.count() * (double) TeraRecords.BYTES;
    }

    @Override
    public double bytesWritten() {
        return bytesRead();
    }
}
