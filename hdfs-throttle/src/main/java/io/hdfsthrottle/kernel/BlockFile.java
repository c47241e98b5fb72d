package io.hdfsthrottle.kernel;

public interface BlockFile extends AutoCloseable {
    long size();

    boolean readAhead(long offset, long length);

    boolean awaitRead(long offset);

    boolean startWriteBack(long offset, long length);

    boolean awaitWriteBack(long offset, long length);

    @Override
    void close();
}
