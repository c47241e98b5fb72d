package io.hdfsthrottle.jobs.lines;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.InputSplit;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.RecordReader;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.util.LineReader;

/**
 * Input format for lines of files that are read by position, in pieces of 4 MiB, as columnar formats read: HDFS hedges
 * such reads. One task reads a whole file.
 */
public final class PositionalLines extends FileInputFormat<LongWritable, Text> {

    private static final int PIECE_BYTES = 4 << 20;

    /** Called by Hadoop. */
    public PositionalLines() {}

    @Override
    protected boolean isSplitable(JobContext context, Path file) {
        return false;
    }

    @Override
    public RecordReader<LongWritable, Text> createRecordReader(InputSplit split, TaskAttemptContext context) {
        return new Lines();
    }

    /** Line numbers begin at 1. */
    private static final class Lines extends RecordReader<LongWritable, Text> {

        private final LongWritable number = new LongWritable();
        private final Text line = new Text();
        private LineReader in;

        @Override
        public void initialize(InputSplit split, TaskAttemptContext context) throws IOException {
            FileSplit whole = (FileSplit) split;
            Path file = whole.getPath();
            FSDataInputStream opened =
                    file.getFileSystem(context.getConfiguration()).open(file);
            in = new LineReader(new ByPosition(opened, whole.getLength()), PIECE_BYTES);
        }

        @Override
        public boolean nextKeyValue() throws IOException {
            number.set(number.get() + 1);
            return in.readLine(line) > 0;
        }

        @Override
        public LongWritable getCurrentKey() {
            return number;
        }

        @Override
        public Text getCurrentValue() {
            return line;
        }

        @Override
        public float getProgress() {
            return 0; // Not called.
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }

    /** A file as a stream of positional reads. */
    private static final class ByPosition extends InputStream {

        private final FSDataInputStream file;
        private final long length;
        private long position;

        ByPosition(FSDataInputStream file, long length) {
            this.file = file;
            this.length = length;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] buffer, int offset, int wanted) throws IOException {
            if (position >= length) {
                return -1;
            }
            int size = (int) Math.min(wanted, length - position);
            file.readFully(position, buffer, offset, size);
            position += size;
            return size;
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
