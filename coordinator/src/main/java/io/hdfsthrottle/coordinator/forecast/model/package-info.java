/**
 * Statistical models of series of numbers: seasonal ARIMA whose order is selected, and gradient boosted regression trees. Numbers in, numbers out; nothing here knows of
 * disks. Every computation is bounded in time and memory by the length of what it is given, and deterministic.
 *
 * <p>Box, Jenkins: Time Series Analysis, 1970 (the models); Hyndman, Khandakar: Automatic Time Series Forecasting: The forecast Package for R, 2008, section 3 (the
 * stepwise selection); Friedman: Greedy Function Approximation: A Gradient Boosting Machine, 2001, section 4.3 (the trees).
 */
package io.hdfsthrottle.coordinator.forecast.model;
