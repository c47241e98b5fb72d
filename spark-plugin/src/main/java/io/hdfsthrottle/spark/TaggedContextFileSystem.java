package io.hdfsthrottle.spark;

import io.hdfsthrottle.spark.part.DistinguishedParts;
import io.hdfsthrottle.spark.part.PartFiles;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * HDFS for {@code FileContext}, with a client that is named after the application; see {@link TaggedFileSystem}.
 *
 * <p>Hadoop's own implementation does the work: it is created in the ordinary way, from a copy of the configuration
 * that holds the client's name. Its streams are accounted to the process, whatever pool or task opens them, and HDFS
 * chooses their replicas. Hadoop creates instances by reflection, from the class's name in
 * {@code fs.AbstractFileSystem.hdfs.impl}.
 */
final class TaggedContextFileSystem extends FilterFs {

    TaggedContextFileSystem(URI uri, Configuration conf) throws IOException, URISyntaxException {
        super(hadoops(uri, conf));
    }

    private static AbstractFileSystem hadoops(URI uri, Configuration conf) throws IOException {
        String part = PartFiles.ofProcess(DistinguishedParts.parse(conf.get(HdfsStamp.PARTS_KEY)));
        Configuration own = new Configuration(TaggedFileSystem.tagged(conf, part));
        own.set(HdfsStamp.CONTEXT_CLASS_KEY, HdfsStamp.HADOOP_CONTEXT_CLASS_NAME);
        return AbstractFileSystem.createFileSystem(uri, own);
    }

    /** Page by page, as HDFS does it; the filter would fetch the whole folder at once. */
    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path folder) throws IOException {
        checkPath(folder);
        return getMyFs().listStatusIterator(folder);
    }
}
