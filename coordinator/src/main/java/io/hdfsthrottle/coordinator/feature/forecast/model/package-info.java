/**
 * Statistical models of series of numbers: seasonal ARIMA whose order is selected, and gradient boosted regression
 * trees. Purely numerical; nothing here depends on disks. Every computation is bounded in time and memory by the length
 * of its input, and deterministic.
 *
 * <p>Box, Jenkins: Time Series Analysis, 1970 (the models); Hyndman, Khandakar: Automatic Time Series Forecasting: The
 * forecast Package for R, 2008, section 3 (the selection); Friedman: Greedy Function Approximation: A Gradient
 * Boosting Machine, 2001, section 4.3 (the trees).
 */
package io.hdfsthrottle.coordinator.feature.forecast.model;
