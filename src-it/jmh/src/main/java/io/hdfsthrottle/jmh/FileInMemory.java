package io.hdfsthrottle.jmh;

import io.hdfsthrottle.blockfile.BlockFile;

/** An endless block file that is in memory. */
final class FileInMemory implements BlockFile {

    @Override
    public long size() {
        return Long.MAX_VALUE;
    }

    @Override
    public boolean readAhead(long offset, long length) {
        return true;
    }

    @Override
    public boolean awaitRead(long offset) {
        return true;
    }

    @Override
    public boolean startWriteBack(long offset, long length) {
        return true;
    }

    @Override
    public boolean awaitWriteBack(long offset, long length) {
        return true;
    }

    @Override
    public void close() {
        // nothing is open
    }
}
