package io.hdfsthrottle.containers;

import org.testcontainers.images.ImagePullPolicy;
import org.testcontainers.utility.DockerImageName;

/**
 * A pull policy that Testcontainers creates by name: an image that the engine lacks is an error at once, without a
 * registry look-up.
 */
public final class NeverPull implements ImagePullPolicy {

    @Override
    public boolean shouldPull(DockerImageName image) {
        return false;
    }
}
