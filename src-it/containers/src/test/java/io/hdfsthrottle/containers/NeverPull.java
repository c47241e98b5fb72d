package io.hdfsthrottle.containers;

import org.testcontainers.images.ImagePullPolicy;
import org.testcontainers.utility.DockerImageName;

/** Testcontainers makes one by name: an image that the engine does not have is an error at once, and no look-up in a registry. */
public final class NeverPull implements ImagePullPolicy {

    @Override
    public boolean shouldPull(DockerImageName image) {
        return false;
    }
}
