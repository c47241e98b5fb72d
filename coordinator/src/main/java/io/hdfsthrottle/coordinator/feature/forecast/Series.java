package io.hdfsthrottle.coordinator.feature.forecast;

import io.hdfsthrottle.coordinator.feature.forecast.model.Arima;
import io.hdfsthrottle.coordinator.feature.forecast.model.OrderSelection;
import io.hdfsthrottle.coordinator.feature.forecast.model.Seasons;
import java.util.Arrays;
import java.util.Optional;

/**
 * Time series of one tenant's slices, with the forecasts of the next ones and their scores. Slices are one second;
 * rates are in megabytes per second. Bounded: about 10 KiB. For one thread.
 */
final class Series {
    /** The forecast horizon in slices: Minerva's 15 s. */
    static final int AHEAD = 15;

    /** The number of past slices that are kept. */
    static final int LENGTH = 300;

    /** The number of slices from which on there is a model. */
    static final int ENOUGH = 90;

    /** How many features a sample has. */
    static final int FEATURES = 23;

    private static final int MINUTE = 60;
    private static final double MEGA = 1e6;

    /** A tenant idle for a smaller part of the time does not alternate between computing and reading. */
    private static final double SELDOM = 0.1;

    /** The relative distance from the mean that clearly indicates another phase. */
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
    private Score ofClass = Score.NONE;
    private IoClass ioClass = IoClass.MODERATE;
    private int classAge;
    private double rests;
    private double fairShare;
    private int wanting;
    private int throttled;

    /** Whether an earlier leader has forecast it. */
    private final boolean known;

    /** A tenant that was never seen. */
    Series() {
        this.known = false;
    }

    /** A tenant that an earlier leader has forecast. */
    Series(Learned.Standing before) {
        this.known = true;
        this.ofSlice = before.ofSlice();
        this.ofStretch = before.ofStretch();
        this.ofPath = before.ofPath();
        this.ofClass = before.ofClass();
        this.ioClass = before.ioClass();
        this.fairShare = before.fairShare();
        this.wanting = fairShare > 0 ? AHEAD : 0;
    }

    /** How its forecasts stand, for the next leader. */
    Learned.Standing standing() {
        return new Learned.Standing(ofSlice, ofStretch, ofPath, ofClass, ioClass, fairShare);
    }

    /** What was forecast in one slice. */
    private static final class Guess {
        private final double[] features;
        private final double now;
        private final double mean;
        private final double slice;
        private final double stretch;
        private final double[] path;
        private final double[] season;
        private final Optional<IoClass> ioClass;
        private final double fairShare;

        Guess(
                double[] features,
                double now,
                double mean,
                double slice,
                double stretch,
                double[] path,
                double[] season,
                Optional<IoClass> ioClass,
                double fairShare) {
            this.features = features;
            this.now = now;
            this.mean = mean;
            this.slice = slice;
            this.stretch = stretch;
            this.path = path;
            this.season = season;
            this.ioClass = ioClass;
            this.fairShare = fairShare;
        }
    }

    /**
     * Adds a slice: judges the forecasts of it, and those before that can be judged now; adds a sample of what
     * followed.
     */
    void add(Observation now, Samples samples) {
        last = now;
        session = session.next(now);
        throttled += now.held() > 0 ? 1 : 0;
        rests += ((now.hasDemand() ? 0 : 1) - rests) / MINUTE;
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
            IoClass came = IoClass.of(mean * MEGA, oldest.fairShare);
            oldest.ioClass.ifPresent(each -> ofClass = ofClass.andClass(each.error(came)));
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

    /** Judges the models' forecasts of this slice 1, 2, ... {@link #AHEAD} slices ago. */
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
     * Forecasts the slices after the last one.
     *
     * @param others what all other tenants were charged, in bytes per second
     * @param fair its fair share of the disks beside tenants with demand in this slice, in bytes per second
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
        if (last.hasDemand()) {
            wanting++;
            fairShare += (fair - fairShare) / Math.min(wanting, AHEAD);
        }
        classify(isNewAndThrottled() ? Math.max(stretch * MEGA, fairShare) : stretch * MEGA);
        Optional<IoClass> inForce = session.isOpen() && fairShare > 0 ? Optional.of(ioClass) : Optional.empty();
        guesses[count % AHEAD] = new Guess(features, now, mean, slice, stretch, path, season, inForce, fairShare);
    }

    /**
     * Whether the tenant was seen for the first time a few slices ago, and was throttled in all of them but the first:
     * its rate says only how much it was given while it began.
     */
    private boolean isNewAndThrottled() {
        return !known && count < AHEAD && count > 1 && throttled >= count - 1;
    }

    /**
     * Decides the class of a session when it begins, and at least every {@link #AHEAD} slices; of a new tenant in each
     * slice. It stays until the next session begins; while this leader has seen too little, it is the last leader's.
     *
     * @param rate the forecast, in bytes per second
     */
    private void classify(double rate) {
        classAge++;
        boolean due = count < AHEAD ? !known : session.begins() || classAge >= AHEAD;
        if (session.isOpen() && fairShare > 0 && due) {
            ioClass = IoClass.of(rate, fairShare);
            classAge = 0;
        }
    }

    /** The last season, repeated. */
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
            others / MEGA,
            last.streams(),
            last.load().tasks(),
            last.load().stages(),
            last.load().processors(),
            last.load().heap(),
            last.load().moved()
        };
    }

    /** The rate that many slices ago. */
    private double rate(int ago) {
        return ago < Math.min(count, LENGTH) ? rates[Math.floorMod(count - 1 - ago, LENGTH)] : 0;
    }

    /** The mean of that many last slices. */
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

    /** The forecast of that many slices ago. */
    private Guess guess(int ago) {
        return guesses[Math.floorMod(count - ago, AHEAD)];
    }

    private static double squared(double value) {
        return value * value;
    }

    /** Its part in taking turns with other tenants, by the model's forecast. */
    Interleaving.Player player() {
        Guess guess = guess(0);
        double[] path = guess == null ? new double[0] : guess.path;
        double mean = mean(MINUTE);
        return new Interleaving.Player(
                rests > SELDOM ? ofPath.influence() : 0, last.hasDemand(), first(path, mean, -1), first(path, mean, 1));
    }

    /**
     * After how many slices the path is first clearly below (-1) or above (1) the mean; {@link Interleaving#NEVER} if
     * it is not.
     */
    private static int first(double[] path, double mean, int side) {
        for (int i = 0; i < path.length; i++) {
            if (side * (path[i] - mean) > MARGIN * mean) {
                return i + 1;
            }
        }
        return Interleaving.NEVER;
    }

    /** Whether it had demand within the last minute. */
    boolean isActive() {
        return session.idle() < MINUTE;
    }

    /** The initial factor of its weight. */
    double startingFactor(ForecastSettings settings) {
        return isActive() ? ioClass.factor(ofClass.influenceOfClass(), settings) : 1;
    }

    /** The whole forecast, for display. */
    TenantForecast forecast(String tenant, boolean turn, double factor) {
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
                ofClass.influenceOfClass(),
                turn,
                factor);
    }
}
