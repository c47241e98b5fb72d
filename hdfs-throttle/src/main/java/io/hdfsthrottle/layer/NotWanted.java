package io.hdfsthrottle.layer;

import io.hdfsthrottle.observation.VolumeActivity;
import io.hdfsthrottle.pace.Volume;
import java.util.Collection;
import java.util.List;

/** A layer that the settings leave out: it touches nothing and says so. */
final class NotWanted implements KernelLayer {

    private final LayerCover cover;

    NotWanted(String layer, String setting) {
        this.cover = LayerCover.notWanted(layer, setting);
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
    public LayerCover cover(String volume) {
        return cover;
    }

    @Override
    public void close() {}
}
