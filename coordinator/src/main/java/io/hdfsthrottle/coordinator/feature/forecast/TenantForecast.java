package io.hdfsthrottle.coordinator.feature.forecast;

/**
 * The forecast of one tenant's I/O, for display. Rates are in bytes per second, on all disks together.
 *
 * @param tenant its name
 * @param sessionSeconds for how long its I/O session has lasted; 0 while it is idle
 * @param ioClass the label of its I/O class
 * @param bytesPerSecond what it was charged in the last slice
 * @param nextBytesPerSecond what it will be charged in the next one; null before anything is forecast
 * @param stretchBytesPerSecond the mean of the next 15 slices; the same
 * @param model the order of the ARIMA model that looks 15 slices ahead; null for none yet
 * @param ofNext the accuracy of forecasts of the next slice
 * @param ofStretch the accuracy of those of the mean of the next 15
 * @param ofAhead the accuracy of the ARIMA model's of the next 15, one by one, by which turns have influence
 * @param influence how far its class may move its weight, 0 to 1: as far as its classes came true
 * @param turn whether it has the turn among tenants that alternate between reading and computing
 * @param factor what its weight is multiplied with
 */
public record TenantForecast(
        String tenant,
        long sessionSeconds,
        String ioClass,
        long bytesPerSecond,
        Long nextBytesPerSecond,
        Long stretchBytesPerSecond,
        String model,
        Accuracy ofNext,
        Accuracy ofStretch,
        Accuracy ofAhead,
        double influence,
        boolean turn,
        double factor) {}
