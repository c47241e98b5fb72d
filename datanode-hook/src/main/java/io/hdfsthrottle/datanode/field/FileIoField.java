package io.hdfsthrottle.datanode.field;

import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.datanode.transfer.PieceGate;
import io.hdfsthrottle.kernel.Outcome;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;

/**
 * A DataNode's file I/O, in the private final field {@code fileIoProvider}, which every {@code BlockSender}
 * reads when an operation begins. Volumes keep the provider that they were created with. Used by one thread at a time.
 *
 * <p>The field is final and written by reflection. Java 11 to 25 allow that for an instance field of an ordinary class,
 * which the compiler never treats as a constant. Java 26 warns at the first such write (JEP 500), and a later one will
 * refuse it with an IllegalAccessException, unless the JVM is started with
 * {@code --enable-final-field-mutation=ALL-UNNAMED}; then {@link #take} reports that and the DataNode is unchanged.
 */
public final class FileIoField {

    private final DataNode dataNode;

    public FileIoField(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    /**
     * Installs ours; does nothing if it is already installed. Operations that have begun continue with what they have.
     *
     * @return the reason if that fails; then nothing has changed
     */
    public Outcome take(PieceGate gate) {
        try {
            HostField<FileIoProvider> field = field();
            FileIoProvider present = field.get(dataNode);
            if (present instanceof PacedFileIo) {
                return Outcome.DONE;
            }
            Outcome called = PacedFileIo.isCalled();
            if (!called.isDone()) {
                return called;
            }
            PacedFileIo paced = new PacedFileIo(dataNode.getConf(), dataNode, present, gate);
            paced.adopt();
            field.set(dataNode, paced);
            return dataNode.getFileIoProvider() == paced
                    ? Outcome.DONE
                    : Outcome.failed("this Hadoop does not go by DataNode.fileIoProvider");
        } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
            return Outcome.failed("DataNode.fileIoProvider cannot be replaced: " + refused);
        }
    }

    /**
     * Restores the provider before ours; ours then tells its gate nothing more, even where operations still hold it.
     */
    public Outcome leave() {
        try {
            HostField<FileIoProvider> field = field();
            FileIoProvider present = field.get(dataNode);
            if (present instanceof PacedFileIo) {
                PacedFileIo paced = (PacedFileIo) present;
                paced.stop();
                field.set(dataNode, paced.stock());
            }
            return Outcome.DONE;
        } catch (ReflectiveOperationException | RuntimeException | LinkageError refused) {
            return Outcome.failed("DataNode.fileIoProvider stays ours: " + refused);
        }
    }

    private static HostField<FileIoProvider> field() throws ReflectiveOperationException {
        return HostField.of(DataNode.class, "fileIoProvider", FileIoProvider.class);
    }
}
