package io.hdfsthrottle.datanode.seat;

import io.hdfsthrottle.datanode.host.HostField;
import io.hdfsthrottle.datanode.transfer.PieceGate;
import io.hdfsthrottle.kernel.Outcome;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;

/**
 * The place of a DataNode's way to its files: the private final field {@code fileIoProvider}, which every {@code BlockSender} asks for when
 * an operation begins. Volumes keep the one that they were made with. Used by one thread at a time.
 *
 * <p>The field is final and written by reflection. Java 11 to 25 allow that for an instance field of an ordinary class, whose value the
 * compiler never takes for constant. Java 26 warns at the first such write (JEP 500), and a later one will refuse it with an
 * IllegalAccessException, unless the JVM is started with {@code --enable-final-field-mutation=ALL-UNNAMED}; then {@link #take} says so and
 * the DataNode is as it was.
 */
public final class FileIoSeat {

    private final DataNode dataNode;

    public FileIoSeat(DataNode dataNode) {
        this.dataNode = dataNode;
    }

    /**
     * Puts ours in; does nothing if it is there already. Operations that have begun go on with what they have.
     *
     * @return why that does not work, if it does not; then nothing has changed
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

    /** Puts back what was there before ours, which tells its gate nothing more, also where operations still hold it. */
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
