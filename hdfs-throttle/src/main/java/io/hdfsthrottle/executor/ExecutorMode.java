package io.hdfsthrottle.executor;

/** How the agent handles the local I/O of executors on the host; each mode includes the ones before. */
public enum ExecutorMode {
    /** Local I/O is not observed. */
    OFF,
    /** Local I/O is counted and reported. */
    COUNT,
    /** It is charged to the share of the executor's tenant on that disk. */
    CHARGE,
    /** The executor's process is put into a control group of its tenant. */
    HOLD;

    /** Reads a mode as it is written in a setting; a refusal names the modes. */
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
