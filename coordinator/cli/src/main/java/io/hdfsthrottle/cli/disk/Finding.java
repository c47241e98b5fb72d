package io.hdfsthrottle.cli.disk;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What was found below one folder.
 *
 * @param folder which
 * @param fileSystem its type, for example {@code ext4}
 * @param device the block device below it, if there is one
 * @param with what did the measuring, for example {@code fio-3.36}
 * @param measured each way of using the disk
 * @param verdict how far to trust it
 */
public record Finding(
        Path folder,
        String fileSystem,
        Optional<Device> device,
        String with,
        List<Measured> measured,
        Verdict verdict) {}
