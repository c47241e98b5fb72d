package io.hdfsthrottle.bench.disk;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file of HDFS that is never in the page cache when it is read: what readers have read is dropped behind them,
 * including its checksums. The kernel's readahead of them stays, as on a node whose page cache is not dropped.
 */
public final class ColdFile implements Streams.Behind {

    /**
     * This much before the latest range is dropped once more: the kernel drops nothing of a piece (2 MiB at most) that
     * is only partly named, or that is still on its way through a socket.
     */
    private static final long AGAIN = 8 << 20;

    private final List<Block> blocks;

    /** A block's files on a DataNode: its bytes, and their checksums, one byte for each 128. */
    private record Block(Path data, Path checksums) {}

    private ColdFile(List<Block> blocks) {
        this.blocks = blocks;
    }

    /**
     * A file of that client, whose blocks are all on that disk.
     *
     * @throws IllegalStateException if one is not
     */
    public static ColdFile on(Path disk, Hdfs client, String path) throws IOException {
        Map<String, Path> files;
        try (Stream<Path> tree = Files.walk(disk)) {
            files = tree.filter(file -> file.getFileName().toString().matches("blk_[0-9]+(_[0-9]+\\.meta)?"))
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replaceFirst("_[0-9]+\\.", "."),
                            Function.identity()));
        }
        return new ColdFile(client.blocks(path).stream()
                .map(block -> new Block(found(files, "blk_" + block), found(files, "blk_" + block + ".meta")))
                .toList());
    }

    private static Path found(Map<String, Path> files, String name) {
        Path file = files.get(name);
        if (file == null) {
            throw new IllegalStateException(name + " is on another disk");
        }
        return file;
    }

    /**
     * The same for a reader that continues elsewhere: also drops the kernel's readahead, otherwise a part of the file
     * stays.
     */
    public Streams.Behind around() {
        return (from, to) -> passed(from, to + AGAIN);
    }

    /**
     * Drops exactly these bytes: for readers that follow each other closely, where the bytes before one were read ahead
     * for another. What is beyond the file's end is not there.
     */
    public void drop(long from, long to) throws IOException {
        long last = Math.min(to, (long) blocks.size() * Hdfs.BLOCK_BYTES);
        for (long at = from; at < last; ) {
            long end = Math.min(last, (at / Hdfs.BLOCK_BYTES + 1) * Hdfs.BLOCK_BYTES);
            Path data = blocks.get((int) (at / Hdfs.BLOCK_BYTES)).data();
            PageCache.drop(data, at % Hdfs.BLOCK_BYTES, end - at);
            at = end;
        }
    }

    /** Drops the range, across block boundaries. */
    @Override
    public void passed(long from, long to) throws IOException {
        for (long at = from; at < to; ) {
            long end = Math.min(to, (at / Hdfs.BLOCK_BYTES + 1) * Hdfs.BLOCK_BYTES);
            int block = (int) (at / Hdfs.BLOCK_BYTES);
            if (block < blocks.size()) {
                boolean whole = end % Hdfs.BLOCK_BYTES == 0;
                long begin = whole ? 0 : Math.max(at % Hdfs.BLOCK_BYTES - AGAIN, 0);
                PageCache.drop(blocks.get(block).data(), begin, at % Hdfs.BLOCK_BYTES + end - at - begin);
                if (whole) {
                    PageCache.drop(blocks.get(block).checksums(), 0, Hdfs.BLOCK_BYTES);
                }
            }
            at = end;
        }
    }
}
