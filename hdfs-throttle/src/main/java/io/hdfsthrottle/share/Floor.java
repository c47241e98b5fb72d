package io.hdfsthrottle.share;

/** The part of a leased disk that is left to tenants other than its leaseholder. Pure. */
public final class Floor {

    private Floor() {}

    /**
     * The factor for the weights of the others, with which together they get that part while all want more than they
     * get, and no more than their share by weight.
     *
     * @param part of the disk, above 0 and below 1; anything else leaves the weights as they are
     * @param holder the weight of the leaseholder
     * @param others the weights of all others, added up; 0 if there are none
     */
    public static double factor(double part, double holder, double others) {
        double most = holder * part / (1 - part);
        return part > 0 && part < 1 && others > most ? most / others : 1;
    }
}
