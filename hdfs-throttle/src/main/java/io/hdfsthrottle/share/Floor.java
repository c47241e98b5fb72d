package io.hdfsthrottle.share;

/** The part of a disk that is left to those who are there besides the one whose it is. Pure. */
public final class Floor {

    private Floor() {}

    /**
     * What the weights of the others are multiplied with, so that together they get that part while all want more than they get, and no more than their weights are
     * worth.
     *
     * @param part of the disk, above 0 and below 1; anything else leaves the weights as they are
     * @param holder the weight of the one whose disk it is
     * @param others the weights of all others, added up; 0 if there are none
     */
    public static double factor(double part, double holder, double others) {
        double most = holder * part / (1 - part);
        return part > 0 && part < 1 && others > most ? most / others : 1;
    }
}
