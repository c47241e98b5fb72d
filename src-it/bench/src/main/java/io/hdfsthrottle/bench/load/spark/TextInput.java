package io.hdfsthrottle.bench.load.spark;

import io.hdfsthrottle.bench.load.SeededText;
import io.hdfsthrottle.testkit.hdfs.Hdfs;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A text for each copy of WordCount.
 *
 * @param files the files
 * @param mebibytes of each
 * @param words in each
 */
record TextInput(InputFiles files, int mebibytes, long words) implements JobInput {

    static JobInput written(Hdfs client, int copies, int mebibytes) throws IOException {
        InputFiles files = new InputFiles("text", copies);
        SeededText text = SeededText.words(1);
        text.write(client, files.warm(), 1);
        for (int copy = 0; copy < copies; copy++) {
            text.write(client, files.of(copy), mebibytes);
        }
        return new TextInput(files, mebibytes, text.countInChunk() * mebibytes);
    }

    @Override
    public List<String> paths() {
        return files.all();
    }

    @Override
    public Map<String, String> arguments(int copy, String output) {
        return Map.of("warm", files.warm(), "text", files.of(copy));
    }

    @Override
    public boolean isFoundIn(Map<String, Object> result) {
        return JobInput.number(result, "words") == words;
    }

    @Override
    public double bytesRead() {
        return mebibytes * (double) (1 << 20);
    }

    @Override
    public double bytesWritten() {
        return 0;
    }
}
