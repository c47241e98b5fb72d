/**
 * Forecasts of tenants' I/O, and the factors of weights that follow from them. A tenant's next slice, and the mean of
 * its next 15, are forecast by gradient boosted trees from what nodes report; its next 15 slices one by one by an ARIMA
 * model. A class moves a weight as far as classes came true, a turn as far as the forecasts behind it were recently
 * better than naive ones, so a wrong forecast moves nothing. Pure functions of values, except for the memory of slices, which belongs to one thread.
 *
 * <p>After sections 4.1 and 4.2 of the paper on the storage scheduler Minerva. The score, how far it lets a forecast
 * act, classes and turns are this project's choice.
 */
package io.hdfsthrottle.coordinator.feature.forecast;
