package io.hdfsthrottle.executor;

/** What is done about the local I/O of executors on the host; each does what the ones before do. */
public enum ExecutorMode {
    /** Nothing is looked at. */
    OFF,
    /** It is counted and shown. */
    COUNT,
    /** It is charged to the share of the executor's tenant on that disk. */
    CHARGE,
    /** The executor's process is put into a control group of its tenant. */
    HOLD;

    /**
     * Reads a mode as it is written in a setting.
     *
     * @throws IllegalArgumentException naming those there are
     */
    public static ExecutorMode parse(String written) {
        switch (written) {
            case "off":
                return OFF;
            case "count":
                return COUNT;
            case "charge":
                return CHARGE;
            case "hold":
                return HOLD;
            default:
                throw new IllegalArgumentException("off, count, charge or hold, for example count");
        }
    }
}
