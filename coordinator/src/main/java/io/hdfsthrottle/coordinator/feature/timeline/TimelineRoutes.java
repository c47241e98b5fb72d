package io.hdfsthrottle.coordinator.feature.timeline;

import com.google.common.collect.Comparators;
import io.hdfsthrottle.coordinator.api.Answers;
import io.hdfsthrottle.coordinator.api.Needs;
import io.hdfsthrottle.coordinator.api.Page;
import io.hdfsthrottle.coordinator.api.Routes;
import io.hdfsthrottle.coordinator.application.Application;
import io.hdfsthrottle.coordinator.policy.InvalidInput;
import io.hdfsthrottle.coordinator.policy.TenantTerms;
import io.hdfsthrottle.identity.Tenant;
import io.hdfsthrottle.unit.Rate;
import io.hdfsthrottle.unit.Ticker;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * REST endpoints {@code /v1/history}: what tenants had of disks for a day, and {@code /v1/history/now}: who has most at
 * the moment, and {@code /v1/history/live}, the same each second.
 *
 * @param now the time in seconds since 1970
 */
record TimelineRoutes(
        TimelineBook book,
        Activity activity,
        Live live,
        Ticker ticker,
        LongSupplier now,
        Function<Application, Tenant> tenantOf)
        implements Routes {
    /** The disk that stands for all of them. */
    private static final String ALL = "all";

    /** The disks of which each is told by itself. */
    private static final String EACH = "each";

    /** The disks that have no series of their own. */
    private static final String OTHERS = "others";

    /** One answer has no more steps of all series together: about 6 MiB. */
    private static final long MOST_STEPS = 150_000;

    private static final long LATEST = 1L << 40;
    private static final long DAY = 86_400;
    private static final long HOUR = 3_600;
    private static final int USUAL = 20;
    private static final int MOST_NOW = 1_000;
    private static final int LONGEST_MATCH = 255;

    /** Of so many tenants those that watch are told. */
    private static final int WATCHED = 16;

    private static final Map<String, ToDoubleFunction<Figures>> SORTS = Map.of(
            "given", Figures::given,
            "entitled", Figures::entitled,
            "demand", Figures::demand,
            "waited", Figures::waited);

    /** One series, in which null stands for a step of which nothing is known. */
    private record SeriesAnswer(
            String tenant,
            String disk,
            List<Long> givenBytesPerSecond,
            List<Long> entitlementBytesPerSecond,
            List<Long> demandBytesPerSecond,
            List<Long> waitedMillis) {
        static SeriesAnswer of(Line line, long step) {
            return new SeriesAnswer(
                    line.tenant,
                    line.disk,
                    each(line, Figures::given, 1),
                    each(line, Figures::entitled, 1),
                    each(line, Figures::demand, 1),
                    each(line, Figures::waited, step));
        }

        private static List<Long> each(Line line, ToDoubleFunction<Figures> value, long factor) {
            return line.figures.stream()
                    .map(each -> each == null ? null : Math.round(value.applyAsDouble(each) * factor))
                    .toList();
        }
    }

    private record HistoryAnswer(long from, long stepSeconds, List<SeriesAnswer> series, String next) {}

    private record TenantAnswer(
            String tenant,
            long givenBytesPerSecond,
            long entitlementBytesPerSecond,
            long demandBytesPerSecond,
            long waitedMillis) {
        static TenantAnswer of(String tenant, Figures figures) {
            return new TenantAnswer(
                    tenant,
                    Math.round(figures.given()),
                    Math.round(figures.entitled()),
                    Math.round(figures.demand()),
                    Math.round(figures.waited()));
        }
    }

    /** @param limitBytesPerSecond for each of {@code per}; null for none */
    private record ApplicationAnswer(
            String application,
            String name,
            String user,
            String tenant,
            long givenBytesPerSecond,
            long waitedMillis,
            String per,
            Long limitBytesPerSecond) {}

    private record NowAnswer(
            int tenantsInAll,
            List<TenantAnswer> tenants,
            int applicationsInAll,
            List<ApplicationAnswer> applications) {}

    /** @param at in seconds since 1970 */
    private record LiveAnswer(long at, List<TenantAnswer> tenants) {}

    /** @param tenant null for all that have no series of their own */
    private record Line(String tenant, String disk, List<Figures> figures) {}

    /** A series that may be asked for. */
    private record Known(String tenant, String disk, Series series) {
        String key() {
            return tenant + " " + disk;
        }
    }

    @Override
    public List<String> sections() {
        return List.of("bandwidth.js", "applications.js", "history.js");
    }

    @Override
    public List<String> assets() {
        return List.of("chart.js", "lines.js", "watch.js", "uPlot.iife.min.js", "uPlot.min.css");
    }

    @Override
    public void addTo(RoutesConfig routes, Executor answering) {
        routes.get("/v1/history", this::history, Needs.VIEW);
        routes.get("/v1/history/now", this::now, Needs.VIEW);
        routes.get("/v1/history/live", this::live, Needs.VIEW);
    }

    private void live(Context context) {
        long longest = Live.LONGEST.toSeconds();
        long seconds = Answers.count(context, "forSeconds", longest, longest);
        live.watch(context, ticker.nanos() + Duration.ofSeconds(seconds).toNanos());
    }

    /** What those that watch are told now. */
    byte[] event() {
        return Answers.event(new LiveAnswer(now.getAsLong(), tenants(book.sample(), "", Figures::given, WATCHED)));
    }

    private void history(Context context) {
        Optional<Tenant> tenant =
                Optional.ofNullable(context.queryParam("tenant")).map(name -> TenantTerms.tenantNamed("tenant", name));
        String disk = Optional.ofNullable(context.queryParam("disk")).orElse(ALL);
        Span span = span(context);
        HistoryAnswer answer = book.read(timeline -> {
            Page<Known> page = Page.of(context, known(timeline, tenant, disk), Known::key);
            if ((long) page.items().size() * span.steps() > MOST_STEPS) {
                throw new InvalidInput(
                        "limit",
                        page.items().size() + " series of " + span.steps() + " steps",
                        "at most " + MOST_STEPS + " steps in all; take longer steps or fewer series a page");
            }
            List<SeriesAnswer> series = new ArrayList<>(page.map(each -> SeriesAnswer.of(
                    new Line(each.tenant, each.disk, span.of(each.series, timeline.all())), span.step())));
            if (page.next() == null) {
                rest(timeline, tenant, disk, span).ifPresent(line -> series.add(SeriesAnswer.of(line, span.step())));
            }
            return new HistoryAnswer(span.from(), span.step(), series, page.next());
        });
        Answers.json(context, 200, answer);
    }

    private Span span(Context context) {
        long present = now.getAsLong();
        long to = Math.min(Answers.count(context, "to", present, LATEST), present);
        long from = Math.max(Answers.count(context, "from", to - HOUR, LATEST), present - DAY);
        if (from >= to) {
            throw new InvalidInput("from", from, "a time before `to`, which is " + to + ", and within the last day");
        }
        Optional<Long> step = Optional.ofNullable(context.queryParam("step"))
                .map(given -> Answers.count(context, "step", Series.SLOT, DAY));
        if (step.isPresent() && (step.get() == 0 || step.get() % Series.SLOT != 0)) {
            throw new InvalidInput("step", step.get(), "a multiple of 10 seconds, for example 60");
        }
        Span span = Span.of(from, to, step);
        if (span.steps() > Span.MOST_STEPS) {
            throw new InvalidInput(
                    "step", span.step(), "so long that there are at most " + Span.MOST_STEPS + " from `from` to `to`");
        }
        return span;
    }

    private static List<Known> known(Timeline timeline, Optional<Tenant> tenant, String disk) {
        if (disk.equals(ALL)) {
            return timeline.tenants().entrySet().stream()
                    .filter(each -> tenant.isEmpty() || tenant.get().equals(each.getKey()))
                    .map(each -> new Known(each.getKey().name(), ALL, each.getValue()))
                    .toList();
        }
        return timeline.places().entrySet().stream()
                .filter(each ->
                        tenant.isEmpty() || tenant.get().equals(each.getKey().tenant()))
                .filter(each -> disk.equals(EACH) || disk.equals(each.getKey().disk()))
                .map(each ->
                        new Known(each.getKey().tenant().name(), each.getKey().disk(), each.getValue()))
                .toList();
    }

    /** What has no series of its own. */
    private static Optional<Line> rest(Timeline timeline, Optional<Tenant> tenant, String disk, Span span) {
        if (disk.equals(ALL)) {
            return tenant.isPresent()
                    ? Optional.empty()
                    : span.rest(timeline.all(), timeline.tenants().values(), timeline.all())
                            .map(figures -> new Line(null, ALL, figures));
        }
        Series whole = tenant.map(timeline.tenants()::get).orElse(tenant.isPresent() ? null : timeline.all());
        if (!disk.equals(EACH) || whole == null) {
            return Optional.empty();
        }
        List<Series> parts =
                known(timeline, tenant, EACH).stream().map(Known::series).toList();
        return span.rest(whole, parts, timeline.all())
                .map(figures -> new Line(tenant.map(Tenant::name).orElse(null), OTHERS, figures));
    }

    private void now(Context context) {
        String sort = Optional.ofNullable(context.queryParam("sort")).orElse("given");
        ToDoubleFunction<Figures> by = SORTS.get(sort);
        if (by == null) {
            throw new InvalidInput(
                    "sort", sort, SORTS.keySet().stream().sorted().toList());
        }
        String match = Optional.ofNullable(context.queryParam("match")).orElse("");
        if (match.length() > LONGEST_MATCH) {
            throw new InvalidInput("match", match, "at most " + LONGEST_MATCH + " characters");
        }
        String part = match.toLowerCase(Locale.ROOT);
        int limit = (int) Answers.count(context, "limit", USUAL, MOST_NOW);
        Sample sample = book.sample();
        List<Activity.Line> lines = activity.lines();
        Answers.json(
                context,
                200,
                new NowAnswer(
                        sample.tenants().size(),
                        tenants(sample, part, by, limit),
                        lines.size(),
                        lines.stream()
                                .filter(line -> matches(line.application(), part))
                                .collect(Comparators.greatest(
                                        limit,
                                        sort.equals("waited")
                                                ? Comparator.comparingDouble(Activity.Line::waited)
                                                : Comparator.comparingDouble(Activity.Line::given)))
                                .stream()
                                .map(this::answer)
                                .toList()));
    }

    private static List<TenantAnswer> tenants(Sample sample, String part, ToDoubleFunction<Figures> by, int limit) {
        Stream<Map.Entry<Tenant, Figures>> matching = sample.tenants().entrySet().stream()
                .filter(each -> contains(each.getKey().name(), part));
        List<TenantAnswer> tenants = new ArrayList<>(matching
                .collect(Comparators.greatest(
                        limit, Comparator.comparingDouble(each -> by.applyAsDouble(each.getValue()))))
                .stream()
                .map(each -> TenantAnswer.of(each.getKey().name(), each.getValue()))
                .toList());
        if (part.isEmpty() && !sample.others().isNothing()) {
            tenants.add(TenantAnswer.of(null, sample.others()));
        }
        return tenants;
    }

    private boolean matches(Application application, String part) {
        return part.isEmpty()
                || contains(application.id(), part)
                || contains(application.name(), part)
                || contains(application.user(), part)
                || contains(tenantOf.apply(application).name(), part);
    }

    private static boolean contains(String text, String part) {
        return text.toLowerCase(Locale.ROOT).contains(part);
    }

    private ApplicationAnswer answer(Activity.Line line) {
        Application application = line.application();
        Rate limit = application.terms().limit();
        return new ApplicationAnswer(
                application.id(),
                application.name(),
                application.user(),
                tenantOf.apply(application).name(),
                Math.round(line.given()),
                Math.round(line.waited()),
                application.terms().per().label(),
                limit.isUnlimited() ? null : limit.bytesPerSecond());
    }
}
