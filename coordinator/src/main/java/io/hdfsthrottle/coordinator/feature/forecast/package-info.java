/**
 * Forecasts of tenants' I/O, and the factors of weights that follow from them. A tenant's next slice, and the mean of
 * its next 15, are forecast by gradient boosted trees from what nodes report; its next 15 slices one by one by an ARIMA
 * model. Forecasts move weights only as far as they were recently better than naive forecasts, so a worse forecast
 * moves nothing. Pure functions of values, except for the memory of slices, which belongs to one thread.
 *
 * <p>After sections 4.1 and 4.2 of the paper on the storage scheduler Minerva. The score, how far it lets a forecast
 * act, classes and turns are this project's choice.
 *
 * <p>Considered and rejected. XGBoost4J: native code with memory and threads of its own, for trees that are grown in
 * some 30 ms from 2,048 samples, and whose errors on the simulation's samples are within 4 % of XGBoost's. Tribuo: its
 * boosted regression trees are XGBoost4J's. {@code com.github.signaflo:timeseries} and
 * {@code com.workday:timeseries-forecast}: both were last released in 2017, and the first brings old versions of Smile
 * and Guava. The models are therefore in {@link io.hdfsthrottle.coordinator.feature.forecast.model}, checked against
 * statsmodels.
 */
package io.hdfsthrottle.coordinator.feature.forecast;
