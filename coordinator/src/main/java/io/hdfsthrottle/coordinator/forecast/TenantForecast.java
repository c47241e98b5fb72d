package io.hdfsthrottle.coordinator.forecast;

/**
 * What is forecast of one tenant, for people. Rates are in bytes per second, on all disks together.
 *
 * @param tenant who
 * @param sessionSeconds for how long its I/O session goes on; 0 while it is idle
 * @param ioClass how much it is going to move, by its label
 * @param rate what it was charged in the last slice
 * @param next what it will be charged in the next one; null before anything is forecast
 * @param stretch the mean of the next 15 slices; the same
 * @param model the order of the ARIMA model that looks 15 slices ahead; null for none yet
 * @param ofNext how good forecasts of the next slice were
 * @param ofStretch how good those of the mean of the next 15 were: by it, the class acts
 * @param ofAhead how good the ARIMA model's were of the next 15, one by one: by it, turns are taken
 * @param turn whether it is its turn among those that read and compute by turns
 * @param factor what its weight is multiplied with
 */
public record TenantForecast(
        String tenant,
        long sessionSeconds,
        String ioClass,
        long rate,
        Long next,
        Long stretch,
        String model,
        Accuracy ofNext,
        Accuracy ofStretch,
        Accuracy ofAhead,
        boolean turn,
        double factor) {}
