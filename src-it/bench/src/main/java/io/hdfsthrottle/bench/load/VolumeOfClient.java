package io.hdfsthrottle.bench.load;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;

/**
 * Volume choosing policy that places each block on the disk that its writer's application names: {@code app-2-0} writes
 * to the volume in {@code volume-2}. Runs on the DataNode's thread whose name contains the writer's.
 *
 * @param <V> the DataNode's type of volumes
 */
public final class VolumeOfClient<V extends FsVolumeSpi> implements VolumeChoosingPolicy<V> {

    private static final Pattern APPLICATION = Pattern.compile("DFSClient_app-(\\d+)-\\d+\\.");

    /** The names of disks and applications. Unlike the enclosing class, usable without a DataNode's classes. */
    static final class Names {

        static final String POLICY = Names.class.getPackageName() + ".VolumeOfClient";

        private Names() {}

        static String application(int disk, int tenant) {
            return "app-" + disk + "-" + tenant;
        }

        static String folder(int disk) {
            return "volume-" + disk;
        }
    }

    @Override
    public V chooseVolume(List<V> volumes, long replicaSize, String storageId) throws IOException {
        String thread = Thread.currentThread().getName();
        Matcher application = APPLICATION.matcher(thread);
        if (!application.find()) {
            throw new IOException("a client that names no disk: " + thread);
        }
        String folder = "/" + Names.folder(Integer.parseInt(application.group(1))) + "/";
        return volumes.stream()
                .filter(volume -> volume.getBaseURI().getPath().contains(folder))
                .findFirst()
                .orElseThrow(() -> new IOException("no volume in " + folder));
    }
}
