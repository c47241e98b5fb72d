package io.hdfsthrottle.bench.disk;

import io.hdfsthrottle.testkit.hdfs.Hdfs;
import io.hdfsthrottle.testkit.hdfs.Streams;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A file of HDFS that is never in the page cache when it is read: what readers have read is dropped behind them,
 * including its checksums. The kernel's readahead of them stays, as on a node whose page cache is not dropped.
 */
public record ColdFile(List<Block> blocks) implements Streams.Behind {

    /**
     * This much before the latest range is dropped once more: the kernel drops nothing of a piece (2 MiB at most) that
     * is only partly named, or that is still on its way through a socket.
     */
    private static final long AGAIN = 8 << 20;

    /** A block's files on a DataNode: its bytes, and their checksums, one byte for each 128. */
    record Block(Path data, Path checksums) {}

    private interface Piece {

        void of(Block block, long from, long to) throws IOException;
    }

    /** A file of that client, whose blocks are all on that disk; {@link NullPointerException} if one is not. */
    public static ColdFile on(Path disk, Hdfs client, String path) throws IOException {
        try (Stream<Path> tree = Files.walk(disk)) {
            Map<String, Path> files = tree.filter(file -> file.toString().matches(".*/blk_[0-9]+(_[0-9]+\\.meta)?"))
                    .collect(Collectors.toMap(
                            file -> file.getFileName().toString().replaceFirst("_[0-9]+\\.", "."), file -> file));
            return new ColdFile(client.blocks(path).stream()
                    .map(id ->
                            new Block(Objects.requireNonNull(files.get("blk_" + id)), files.get("blk_" + id + ".meta")))
                    .toList());
        }
    }

    /** The same for a reader that continues elsewhere: also drops the kernel's readahead, or a part would stay. */
    public Streams.Behind around() {
        return (from, to) -> passed(from, to + AGAIN);
    }

    /** Drops exactly these bytes: for readers that follow each other closely, one of whom read ahead for another. */
    public void drop(long from, long to) throws IOException {
        pieces(from, to, (block, begin, end) -> PageCache.drop(block.data, begin, end - begin));
    }

    /** Drops the range, across block boundaries. */
    @Override
    public void passed(long from, long to) throws IOException {
        pieces(from, to, (block, begin, end) -> {
            boolean whole = end == Hdfs.BLOCK_BYTES;
            long first = whole ? 0 : Math.max(begin - AGAIN, 0);
            PageCache.drop(block.data, first, end - first);
            if (whole) {
                PageCache.drop(block.checksums, 0, end);
            }
        });
    }

    private void pieces(long from, long to, Piece piece) throws IOException {
        long last = Math.min(to, (long) blocks.size() * Hdfs.BLOCK_BYTES);
        for (long at = from; at < last; ) {
            long begin = at % Hdfs.BLOCK_BYTES;
            long end = Math.min(last - at + begin, Hdfs.BLOCK_BYTES);
            piece.of(blocks.get((int) (at / Hdfs.BLOCK_BYTES)), begin, end);
            at += end - begin;
        }
    }
}
