package io.hdfsthrottle.coordinator.feature.timeline;

import io.hdfsthrottle.coordinator.node.Run;
import io.hdfsthrottle.identity.Tenant;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * A quarter of an hour of a timeline by the minute, as it is kept for the next leader: a snapshot of 64 KiB at most, in
 * which the smallest places are left out if need be, and 97 of them for a day. Numbers are written as what changed from
 * one minute to the next, and compressed. Runs of applications take half of it at most.
 */
final class Quarter {
    static final int MINUTES = 15;
    static final int LARGEST_BYTES = 64 * 1024;

    private static final int VERSION = 2;
    private static final int LARGEST_BYTES_OF_RUNS = 1 << 20;
    private static final int KEPT = Series.MINUTES / MINUTES + 1;
    private static final int LONGEST_DISK = 600;
    private static final int FIGURES = 4;

    private Quarter() {}

    private record Line(String tenant, String disk, Series series) {}

    /** The names of all snapshots. */
    static List<String> concerns() {
        return IntStream.range(0, KEPT).mapToObj(Quarter::concern).toList();
    }

    /** The name of the snapshot of that quarter since 1970. */
    static String concern(long quarter) {
        return "timeline-" + Math.floorMod(quarter, KEPT);
    }

    /** The quarter since 1970 of that minute since 1970. */
    static long of(long minute) {
        return Math.floorDiv(minute, MINUTES);
    }

    /** Whether there was that quarter within the last day, in seconds since 1970. */
    static boolean isOfDay(long quarter, long now) {
        long present = of(Math.floorDiv(now, Series.MINUTE));
        return quarter <= present && quarter > present - KEPT;
    }

    /** That quarter since 1970, without the minutes from that one on, and the runs that are to be kept with it. */
    static byte[] write(Timeline timeline, Runs runs, long quarter, long end) {
        Runs kept = runs;
        while (write(List.of(), kept, quarter, end).length > LARGEST_BYTES / 2) {
            kept = kept.fewer();
        }
        List<Line> lines = lines(timeline);
        byte[] written = write(lines, kept, quarter, end);
        while (written.length > LARGEST_BYTES) {
            lines = lines.subList(0, lines.size() * 3 / 4);
            written = write(lines, kept, quarter, end);
        }
        return written;
    }

    private static List<Line> lines(Timeline timeline) {
        List<Line> lines = new ArrayList<>();
        lines.add(new Line("", "", timeline.all()));
        Comparator<Map.Entry<?, Series>> greatestFirst = Comparator.<Map.Entry<?, Series>>comparingDouble(
                        each -> each.getValue().size())
                .reversed();
        timeline.tenants().entrySet().stream()
                .sorted(greatestFirst)
                .forEach(each -> lines.add(new Line(each.getKey().name(), "", each.getValue())));
        timeline.places().entrySet().stream()
                .sorted(greatestFirst)
                .forEach(each -> lines.add(
                        new Line(each.getKey().tenant().name(), each.getKey().disk(), each.getValue())));
        return lines;
    }

    private static byte[] write(List<Line> lines, Runs runs, long quarter, long end) {
        ByteArrayOutputStream written = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(new DeflaterOutputStream(written))) {
            out.writeByte(VERSION);
            out.writeLong(quarter);
            out.writeShort(lines.size());
            for (Line line : lines) {
                out.writeUTF(line.tenant());
                out.writeUTF(line.disk());
                char[] last = new char[FIGURES];
                for (long minute = quarter * MINUTES; minute < (quarter + 1) * MINUTES; minute++) {
                    char[] cells = minute < end
                            ? line.series().minute(minute).map(Figures::cells).orElse(new char[FIGURES])
                            : new char[FIGURES];
                    for (int i = 0; i < FIGURES; i++) {
                        out.writeChar(cells[i] - last[i]);
                    }
                    last = cells;
                }
            }
            byte[] bytes = runs.write();
            out.writeInt(bytes.length);
            out.write(bytes);
        } catch (IOException impossible) {
            throw new IllegalStateException("writing to memory failed", impossible);
        }
        return written.toByteArray();
    }

    /** The quarter since 1970 of which a snapshot is. */
    static long number(byte[] stored) throws IOException {
        try (DataInputStream in = open(stored)) {
            return in.readLong();
        }
    }

    /**
     * Adds what was stored to a timeline.
     *
     * @param now in seconds since 1970; what is later is left out
     * @return the runs that were stored with it
     * @throws IOException if it is not understood; what was read before it is kept
     */
    static List<Run> read(byte[] stored, Timeline timeline, long now) throws IOException {
        try (DataInputStream in = open(stored)) {
            long first = in.readLong() * MINUTES;
            int lines = in.readUnsignedShort();
            for (int line = 0; line < lines; line++) {
                String tenant = in.readUTF();
                String disk = in.readUTF();
                Optional<Tenant> named = Tenant.parse(tenant);
                if (disk.length() > LONGEST_DISK || named.isEmpty() != tenant.isEmpty()) {
                    throw new IOException("it names what is no tenant or no disk");
                }
                Optional<Series> series = timeline.kept(named, disk);
                char[] cells = new char[FIGURES];
                for (long minute = first; minute < first + MINUTES; minute++) {
                    for (int i = 0; i < FIGURES; i++) {
                        cells[i] += in.readChar();
                    }
                    if (cells[0] != Cell.UNKNOWN && series.isPresent() && minute * Series.MINUTE < now) {
                        series.get().fill(minute, Figures.of(cells, 0), now);
                    }
                }
            }
            int length = in.readInt();
            if (length < 0 || length > LARGEST_BYTES_OF_RUNS) {
                throw new IOException("its runs have " + length + " bytes");
            }
            return Runs.read(in.readNBytes(length), now);
        }
    }

    private static DataInputStream open(byte[] stored) throws IOException {
        DataInputStream in = new DataInputStream(new InflaterInputStream(new ByteArrayInputStream(stored)));
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException("its version is " + version + ", not " + VERSION);
        }
        return in;
    }
}
