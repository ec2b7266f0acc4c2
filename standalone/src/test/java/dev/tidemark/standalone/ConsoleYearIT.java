package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.coordinator.api.CoordinatorHttp;
import dev.tidemark.coordinator.config.AdminToken;
import dev.tidemark.coordinator.config.ApiConfig;
import dev.tidemark.landing.Granularity;
import dev.tidemark.landing.config.DatasetConfig;
import dev.tidemark.landing.config.RetentionConfig;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.fs.MemoryFileSystem;
import dev.tidemark.landing.log.Journal;
import dev.tidemark.landing.log.LogEntry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;

/** The console on a year of hours, and when the coordinator goes away and comes back. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleYearIT {
  private static final int DAYS = 365;
  private static final int HOURS = DAYS * 24;
  private static final String TOKEN = "alice-0123456789abcdef";

  private final LandingFileSystem files = new MemoryFileSystem();
  private final Clock clock = Clock.systemUTC();
  private Browser browser;
  private CoordinatorHttp http;

  @BeforeAll
  void start(@TempDir Path directory) {
    Optional<Browser> found = Browser.start(directory);
    Assumptions.assumeTrue(
        found.isPresent(),
        "Chromium or its driver is not installed (Debian: apt-get install chromium"
            + " chromium-driver); not run");
    browser = found.get();
    YearOfHours.write(files, clock, DAYS);
    http = serve(0);
    browser.size(1400, 900).theme("light").open("http://127.0.0.1:" + http.port() + "/");
    browser.awaitText("#live", "live");
  }

  private CoordinatorHttp serve(int port) {
    CoordinatorHttp server =
        new CoordinatorHttp(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT), clock);
    server.watch(dataset(), files, Duration.ofSeconds(10));
    return server.start(new ApiConfig("127.0.0.1", port, List.of(new AdminToken("alice", TOKEN))));
  }

  private static DatasetConfig dataset() {
    return new DatasetConfig(
        "events",
        URI.create("memory:/"),
        List.of("events"),
        Granularity.HOUR,
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        Optional.empty(),
        Duration.ZERO,
        Duration.ZERO,
        Duration.ZERO,
        RetentionConfig.NONE);
  }

  @AfterAll
  void stop() {
    if (browser != null) {
      browser.close();
    }
    if (http != null) {
      http.close();
    }
  }

  @Test
  void a_year_is_there_and_scrolls_smoothly() {
    browser.awaitText(".legend", "8 held", Duration.ofMinutes(2));
    browser.awaitText(".legend", String.format("%,d published", HOURS - 8), Duration.ofMinutes(2));
    double before = browser.secondsOfWork();
    Object frames =
        browser.runAsync(
            "const done = arguments[0], grid = document.querySelector('[role=grid]');"
                + "let frames = 0; grid.scrollTop = 0;"
                + "requestAnimationFrame(function step() {"
                + " frames++; grid.scrollTop += 60;"
                + " if (grid.scrollTop + grid.clientHeight < grid.scrollHeight - 1)"
                + " requestAnimationFrame(step); else done(frames);"
                + "});");
    assertThat(((Number) frames).intValue()).isGreaterThan(100);
    // Of 16 there are to draw 60 frames a second.
    assertThat((browser.secondsOfWork() - before) * 1000 / ((Number) frames).intValue())
        .as("milliseconds of work in a frame")
        .isLessThan(10);
    assertThat(browser.count("[role=gridcell]"))
        .as("only what is in sight is in the page")
        .isBetween(200, 2000);
    // From one end to the other by the keyboard, and to what wants a person.
    browser.run("document.querySelector('[role=grid]').scrollTop = 0");
    browser.click(".g-body [role=gridcell]");
    browser.pressWithControl(Keys.HOME);
    browser.pressWithControl(Keys.END);
    String oldest = String.valueOf(browser.run("return document.activeElement.dataset.id"));
    assertThat(oldest).isLessThan(clock.instant().minus(Duration.ofDays(360)).toString());
    browser.press("n");
    await()
        .until(
            () ->
                String.valueOf(browser.run("return document.activeElement.className"))
                    .contains("s-held"));
    assertThat(browser.barriers()).isEmpty();
  }

  @Test
  void it_says_when_the_coordinator_is_gone_and_goes_on_when_it_is_back() {
    browser.run("window.mark = 'the same page'");
    int port = http.port();
    http.close();
    browser.awaitText("#live", "disconnected", Duration.ofMinutes(2));
    browser.awaitText("#trouble", "Trying again in");
    http = serve(port);
    browser.awaitText("#live", "live", Duration.ofMinutes(2));
    assertThat(browser.text("#trouble")).isEmpty();
    Journal.of(files, clock, "somebody")
        .append(
            state ->
                state.partitions().values().stream()
                    .filter(p -> p.hold().isEmpty())
                    .findFirst()
                    .map(p -> new LogEntry.Held(p.id(), "a look")));
    browser.awaitText(".legend", "9 held");
    assertThat(browser.run("return window.mark")).isEqualTo("the same page");
  }
}
