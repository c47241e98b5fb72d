package io.hdfsthrottle.coverage;

import io.hdfsthrottle.observation.Volume;
import io.hdfsthrottle.observation.VolumeActivity;
import java.util.Collection;
import java.util.List;

/** A kernel layer that the settings disable: it does nothing and reports that it is disabled. */
public final class DisabledLayer implements KernelLayer {

    private final LayerCoverage cover;

    /** @param setting the setting that disables it, for example {@code hdfs.throttle.kernel.blkio=off} */
    public DisabledLayer(String layer, String setting) {
        this.cover = LayerCoverage.notWanted(layer, setting);
    }

    @Override
    public boolean isWanted() {
        return false;
    }

    @Override
    public void prove(Volume volume) {}

    @Override
    public void forget(String volume) {}

    @Override
    public void enter(TransferThread thread, Work work) {}

    @Override
    public void leave(TransferThread thread) {}

    @Override
    public void renew(List<VolumeActivity> volumes, Collection<TransferThread> threads) {}

    @Override
    public LayerCoverage cover(String volume) {
        return cover;
    }

    @Override
    public void close() {}
}
