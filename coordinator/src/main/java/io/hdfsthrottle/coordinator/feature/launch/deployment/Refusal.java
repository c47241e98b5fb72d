package io.hdfsthrottle.coordinator.feature.launch.deployment;

/**
 * Why a request to launch a deployment is refused.
 *
 * @param sentence the same for display, with what would help
 */
public record Refusal(Reason reason, String sentence) {
    /** Why. */
    public enum Reason {
        /** The coordinator's settings do not allow it. */
        OFF,
        /** Its user would have too much. */
        QUOTA,
        /** Too many run. */
        FULL,
        /** There are no disks for it. */
        NO_DISKS,
        /** It cannot be started. */
        NOT_STARTED
    }
}
