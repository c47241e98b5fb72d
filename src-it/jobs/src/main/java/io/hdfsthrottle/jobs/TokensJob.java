package io.hdfsthrottle.jobs;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.Credentials;
import org.apache.spark.SparkConf;
import org.apache.spark.deploy.SparkHadoopUtil;
import org.apache.spark.deploy.security.HadoopDelegationTokenManager;

/**
 * Obtains the delegation tokens that Spark's YARN client obtains when it submits an application in cluster mode, by the
 * same class of Spark, and writes them to a file as YARN passes them to the driver. Needs a ticket, or
 * {@code spark.kerberos.keytab}.
 *
 * <p>Arguments: {@code tokens} (a local file, written).
 */
public final class TokensJob {
    private TokensJob() {}

    public static void main(String[] args) throws Exception {
        SparkConf conf = new SparkConf();
        Configuration hadoop = SparkHadoopUtil.get().newConfiguration(conf);
        Credentials credentials = new Credentials();
        new HadoopDelegationTokenManager(conf, hadoop, null).obtainDelegationTokens(credentials);
        credentials.writeTokenStorageFile(new Path("file://" + new Arguments(args).text("tokens")), hadoop);
    }
}
