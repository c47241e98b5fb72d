package io.hdfsthrottle.coordinator.forecast;

import io.hdfsthrottle.coordinator.forecast.model.Arima;
import io.hdfsthrottle.coordinator.forecast.model.OrderSelection;
import io.hdfsthrottle.coordinator.forecast.model.Seasons;
import java.util.Arrays;

/**
 * One tenant's slices, what is forecast of the next ones, and how good that was. Slices are one second; rates are in megabytes per second. Bounded: about 10 KiB. One
 * thread.
 */
final class Series {
    /** So far the future is looked at, in slices: Minerva's 15 s. */
    static final int AHEAD = 15;

    /** So many slices are looked back at. */
    static final int LENGTH = 300;

    /** From so many on, there is a model. */
    static final int ENOUGH = 90;

    private static final int MINUTE = 60;
    private static final double MEGA = 1e6;

    /** Who rests in a smaller part of the time does not compute and read by turns. */
    private static final double SELDOM = 0.1;

    /** So far from the mean, in proportion, is clearly another phase. */
    private static final double MARGIN = 0.2;

    private final double[] rates = new double[LENGTH];
    private final Guess[] guesses = new Guess[AHEAD];
    private int count;
    private int period = 1;
    private Arima model;
    private Observation last = Observation.NONE;
    private Session session = Session.NONE;
    private Score ofSlice = Score.NONE;
    private Score ofStretch = Score.NONE;
    private Score ofPath = Score.NONE;
    private IoClass ioClass = IoClass.MODERATE;
    private int classAge;
    private double rests;

    /** What was forecast in one slice. */
    private static final class Guess {
        private final double[] features;
        private final double now;
        private final double mean;
        private final double slice;
        private final double stretch;
        private final double[] path;
        private final double[] season;

        Guess(
                double[] features,
                double now,
                double mean,
                double slice,
                double stretch,
                double[] path,
                double[] season) {
            this.features = features;
            this.now = now;
            this.mean = mean;
            this.slice = slice;
            this.stretch = stretch;
            this.path = path;
            this.season = season;
        }
    }

    /** One more slice: judges what was forecast of it, and what can be judged of those before; tells samples what followed. */
    void add(Observation now, Samples samples) {
        last = now;
        session = session.next(now);
        rests += ((now.wants() ? 0 : 1) - rests) / MINUTE;
        rates[count % LENGTH] = now.rate() / MEGA;
        count++;
        double rate = rate(0);
        judgeSlice(rate);
        judgePath(rate);
        Guess oldest = guess(AHEAD);
        if (oldest != null) {
            double mean = mean(AHEAD);
            double season = Arrays.stream(oldest.season).average().orElse(0);
            ofStretch =
                    ofStretch.and(squared(oldest.stretch - mean), squared(oldest.mean - mean), squared(season - mean));
            samples.add(oldest.features, rate(AHEAD - 1) - oldest.now, mean - oldest.mean);
        }
    }

    private void judgeSlice(double rate) {
        Guess before = guess(1);
        if (before != null) {
            ofSlice = ofSlice.and(
                    squared(before.slice - rate), squared(before.now - rate), squared(before.season[0] - rate));
        }
    }

    /** What models said of this slice 1, 2, ... {@link #AHEAD} slices ago. */
    private void judgePath(double rate) {
        double errors = 0;
        double stays = 0;
        double seasons = 0;
        for (int ahead = 1; ahead <= AHEAD; ahead++) {
            Guess guess = guess(ahead);
            if (guess == null || guess.path.length == 0) {
                return;
            }
            errors += squared(guess.path[ahead - 1] - rate);
            stays += squared(guess.now - rate);
            seasons += squared(guess.season[ahead - 1] - rate);
        }
        ofPath = ofPath.and(errors / AHEAD, stays / AHEAD, seasons / AHEAD);
    }

    /** Selects a model anew. */
    void select() {
        if (count >= ENOUGH) {
            double[] all = all();
            period = Seasons.period(all, MINUTE);
            model = OrderSelection.select(all, period).orElse(null);
        }
    }

    /**
     * Forecasts what comes after the last slice.
     *
     * @param others what all others were charged, in bytes per second
     * @param fair the tenant's fair share of the disks, in bytes per second
     */
    void forecast(Samples samples, double others, double fair) {
        double now = rate(0);
        double mean = mean(AHEAD);
        double[] season = season();
        double[] features = features(others, season[0]);
        double slice = Math.max(now + samples.changeOfSlice(features), 0);
        double stretch = Math.max(mean + samples.changeOfStretch(features), 0);
        double[] path = model == null ? new double[0] : model.forecast(all(), AHEAD);
        for (int i = 0; i < path.length; i++) {
            path[i] = Math.max(path[i], 0);
        }
        guesses[count % AHEAD] = new Guess(features, now, mean, slice, stretch, path, season);
        classify(stretch * MEGA, fair);
    }

    /** A session's class is decided when it begins, and anew as long as it goes on; it stays until the next one begins. */
    private void classify(double rate, double fair) {
        classAge++;
        if (session.goesOn() && fair > 0 && (session.begins() || classAge >= AHEAD)) {
            ioClass = IoClass.of(rate, fair);
            classAge = 0;
        }
    }

    /** The season before, once more. */
    private double[] season() {
        double[] season = new double[AHEAD];
        for (int i = 0; i < AHEAD; i++) {
            season[i] = rate(period - 1 - i % period);
        }
        return season;
    }

    private double[] features(double others, double season) {
        return new double[] {
            rate(0),
            rate(1),
            rate(2),
            rate(3),
            mean(AHEAD),
            mean(MINUTE),
            season,
            last.disks(),
            last.held(),
            last.waiting(),
            last.applications(),
            session.age(),
            session.bytes() / MEGA,
            session.idle(),
            session.beforeBytes() / MEGA,
            session.beforeAge(),
            others / MEGA
        };
    }

    /** The rate so many slices ago. */
    private double rate(int ago) {
        return ago < Math.min(count, LENGTH) ? rates[Math.floorMod(count - 1 - ago, LENGTH)] : 0;
    }

    /** The mean of so many last slices. */
    private double mean(int slices) {
        double sum = 0;
        for (int ago = 0; ago < slices; ago++) {
            sum += rate(ago);
        }
        return sum / Math.min(slices, Math.max(count, 1));
    }

    private double[] all() {
        double[] all = new double[Math.min(count, LENGTH)];
        for (int i = 0; i < all.length; i++) {
            all[i] = rate(all.length - 1 - i);
        }
        return all;
    }

    /** What was forecast so many slices ago. */
    private Guess guess(int ago) {
        return guesses[Math.floorMod(count - ago, AHEAD)];
    }

    private static double squared(double value) {
        return value * value;
    }

    /** How it takes turns with others, as far as the model says. */
    Turns.Player player() {
        Guess guess = guess(0);
        double[] path = guess == null ? new double[0] : guess.path;
        double mean = mean(MINUTE);
        return new Turns.Player(
                rests > SELDOM ? ofPath.influence() : 0, last.wants(), first(path, mean, -1), first(path, mean, 1));
    }

    /** After how many slices the path is first clearly below (-1) or above (1) the mean; {@link Turns#NEVER} if it is not. */
    private static int first(double[] path, double mean, int side) {
        for (int i = 0; i < path.length; i++) {
            if (side * (path[i] - mean) > MARGIN * mean) {
                return i + 1;
            }
        }
        return Turns.NEVER;
    }

    /** How its weight starts. */
    double startingFactor(ForecastSettings settings) {
        return session.idle() < MINUTE ? ioClass.factor(ofStretch.influence(), settings) : 1;
    }

    /** All of it, for people. */
    TenantForecast told(String tenant, boolean turn, double factor) {
        Guess guess = guess(0);
        return new TenantForecast(
                tenant,
                session.age(),
                ioClass.label(),
                (long) (rate(0) * MEGA),
                guess == null ? null : (long) (guess.slice * MEGA),
                guess == null ? null : (long) (guess.stretch * MEGA),
                model == null ? null : model.order().toString(),
                Accuracy.of(ofSlice),
                Accuracy.of(ofStretch),
                Accuracy.of(ofPath),
                turn,
                factor);
    }
}
