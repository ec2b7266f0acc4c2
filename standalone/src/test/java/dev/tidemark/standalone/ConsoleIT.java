package dev.tidemark.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.tidemark.embedded.ChildJvm;
import dev.tidemark.embedded.Ports;
import dev.tidemark.landing.GenerationId;
import dev.tidemark.landing.LandingZone;
import dev.tidemark.landing.PartitionId;
import dev.tidemark.landing.fs.LandingFileSystem;
import dev.tidemark.landing.hadoop.FileSystems;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;

/**
 * The console in a real browser, on a whole pipeline with minute partitions that is sent events all
 * the while. With {@code -Dconsole.screenshots=DIR} it leaves pictures there.
 */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleIT {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String HOSTILE =
      "<img src=x onerror=window.pwned=1><script>pwned=2</script>";
  private static final String PUBLISHED = ".g-body .s-published";

  private String console;
  private String token;
  private URI root;
  private ChildJvm pipeline;
  private Visitors visitors;
  private Browser browser;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    Optional<Browser> found = Browser.start(directory);
    Assumptions.assumeTrue(
        found.isPresent(),
        "Chromium or its driver is not installed (Debian: apt-get install chromium"
            + " chromium-driver); not run");
    browser = found.get();
    console = "http://127.0.0.1:" + Ports.free() + "/";
    root = URI.create("hdfs://127.0.0.1:" + Ports.free() + "/tidemark/events");
    URI collector = URI.create("http://127.0.0.1:" + Ports.free());
    pipeline = new Program(directory).start("standalone", arguments(directory, collector));
    await()
        .atMost(LIMIT)
        .ignoreExceptionsInstanceOf(IOException.class)
        .failFast("the pipeline has ended", () -> !pipeline.isAlive())
        .until(() -> Visitors.isReady(collector));
    Path file = directory.resolve("data/console-token");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    token = Files.readString(file);
    assertThat(pipeline.output()).contains("Console    " + console).doesNotContain(token);
    visitors = new Visitors(collector, "visitor", Duration.ofMillis(100), Clock.systemUTC());
    sendHostile(collector);
    browser.size(1400, 900).theme("light").open(console);
    await("something published")
        .atMost(LIMIT)
        .failFast("the pipeline has ended", () -> !pipeline.isAlive())
        .until(() -> browser.count(PUBLISHED) > 0);
  }

  private String[] arguments(Path directory, URI collector) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("standalone"));
    for (String setting :
        List.of(
            "standalone.data-dir=" + directory.resolve("data"),
            "kafka.bootstrap.servers=127.0.0.1:" + Ports.free(),
            "datasets.0.root=" + root,
            "datasets.0.granularity=PT1M",
            "datasets.0.delay=PT1S",
            "datasets.0.grace=PT1S",
            "coordinator.http.port=" + URI.create(console).getPort(),
            "coordinator.service-level=PT1M",
            "collector.port=" + collector.getPort(),
            "ingest.trigger=PT1S",
            "ingest.checkpoint-dir=" + directory)) {
      arguments.addAll(List.of("--set", setting));
    }
    return arguments.toArray(String[]::new);
  }

  /** Without a time, which is required: it ends in quarantine. */
  private static void sendHostile(URI collector) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(collector.resolve("/v1/events"))
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "{\"event_id\":\"h1\",\"sid\":\""
                        + HOSTILE
                        + "\",\"type\":\"search\",\"timestamp\":\""
                        + HOSTILE
                        + "\"}"))
            .build();
    assertThat(HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode())
        .isEqualTo(200);
  }

  @AfterAll
  void stop() throws IOException {
    if (visitors != null) {
      visitors.close();
    }
    if (pipeline != null) {
      pipeline.close();
    }
    if (browser != null) {
      browser.close();
    }
  }

  @BeforeEach
  void anew() {
    browser.size(1400, 900).theme("light");
    browser.run("sessionStorage.clear(); localStorage.clear()");
    browser.open(console);
    browser.awaitText("#live", "live");
  }

  @Test
  void the_grid_changes_as_partitions_publish() {
    browser.run("window.mark = 'the same page'");
    String open = browser.find(".g-body .s-open").getDomAttribute("data-id");
    await(open + " is published")
        .atMost(LIMIT)
        .until(() -> browser.count("[data-id='" + open + "'].s-published") == 1);
    assertThat(browser.run("return window.mark")).isEqualTo("the same page");
    assertThat(browser.find("[data-id='" + open + "']").getDomAttribute("aria-label"))
        .startsWith(open + " published");
    assertThat(browser.text(".legend")).contains("published", "open");
    assertThat(((Number) browser.run("return window.jumps")).doubleValue()).isLessThan(0.1);
  }

  @Test
  void a_partition_is_held_and_released_by_clicks() {
    browser.click(".g-body .s-open");
    browser.find("[data-verb=hold]");
    browser.run("window.before = document.querySelector('[data-verb=hold]')");
    browser.click("[data-verb=hold]");
    assertThat(browser.text("dialog .command code")).startsWith("tidemark hold 20");
    browser.type("#a-reason", "it's <b>wrong</b>");
    browser.awaitText("dialog .command code", "--reason 'it'\\''s <b>wrong</b>'");
    browser.type("#a-token", "not-a-token-of-anybody");
    browser.click("dialog [type=submit]");
    browser.awaitText("dialog .error", "none of those configured");
    browser.run("document.getElementById('a-token').value = ''");
    browser.type("#a-token", token);
    browser.click("dialog [type=submit]");
    browser.awaitText(".badge", "held");
    browser.awaitText(".timeline", "it's <b>wrong</b>");
    browser.awaitText(".timeline", "api console 127.0.0.1");
    assertThat(browser.count(".timeline b")).isZero();
    browser.find(".g-body .s-held[aria-selected=true]");
    assertThat(browser.run("return window.before === document.querySelector('[data-verb=hold]')"))
        .as("who presses a button while the page changes has pressed it")
        .isEqualTo(true);

    browser.click("[data-verb=release]");
    assertThat(browser.count("#a-token")).as("the token is known by now").isZero();
    browser.type("#a-reason", "mended");
    browser.click("dialog [type=submit]");
    await().atMost(LIMIT).until(() -> !browser.text(".badge").contains("held"));
    browser.awaitText(".timeline", "mended");
    assertThat(browser.address()).doesNotContain(token);
    assertThat(browser.run("return JSON.stringify(sessionStorage) + JSON.stringify(localStorage)"))
        .as("it was not asked to keep it")
        .isEqualTo("{}{}");
  }

  @Test
  void a_partition_is_processed_again_after_its_plan_was_shown() {
    browser.click(PUBLISHED);
    browser.awaitText(".d-content", "Revisions");
    browser.click("[data-verb=reprocess]");
    assertThat(browser.find("dialog [type=submit]").isEnabled()).isFalse();
    browser.type("#a-token", token);
    browser.run(
        "[...document.querySelectorAll('dialog button')]"
            + ".find(b => b.textContent === 'Show the plan').click()");
    browser.awaitText(".plan", "1 partition, ");
    int revision = revisionInPlan();
    browser.type("#a-reason", "the declarations are mended");
    browser.click("dialog [type=submit]");
    browser.awaitText(".d-content", (revision + 1) + " (readers see it)", LIMIT);
    browser.awaitText(".timeline", "the declarations are mended");

    String partition = browser.find(".detail").getDomAttribute("data-id");
    asks(
        "rollback",
        "it was right before",
        "tidemark rollback "
            + partition
            + " --revision "
            + revision
            + " --reason 'it was right before'");
    browser.awaitText(".d-content", (revision + 2) + " (readers see it)", LIMIT);
    browser.awaitText(".badge", "pinned");
    browser.awaitText(
        ".timeline", "rollback to revision " + revision + " asked for: it was right before");
  }

  private int revisionInPlan() {
    return Integer.parseInt(browser.text(".plan tbody td:nth-child(3)"));
  }

  /** Clicks what can be done, says why, and sees what the command line would be. */
  private void asks(String verb, String why, String command) {
    browser.click("[data-verb=" + verb + "]");
    if (browser.count("#a-token") == 1) {
      browser.type("#a-token", token);
    }
    browser.type("#a-reason", why);
    assertThat(browser.text("dialog .command code")).isEqualTo(command);
    browser.click("dialog [type=submit]");
    await(verb + " is done").until(() -> browser.count("dialog") == 0);
  }

  @Test
  void an_open_one_is_closed_and_what_failed_of_it_tried_again_by_clicks() throws IOException {
    LandingFileSystem files = FileSystems.open(root);
    // Long enough before its end, and after that of the one before.
    await()
        .atMost(LIMIT)
        .until(() -> Set.of(1, 2, 3).contains(LocalTime.now(Clock.systemUTC()).getSecond() / 10));
    String open = browser.find(".g-body .s-open").getDomAttribute("data-id");
    String inTheWay = LandingZone.stage(new GenerationId(PartitionId.parse(open), 0));
    files.makeDirectories(inTheWay + "/of-somebody-else");
    browser.click("[data-id='" + open + "']");
    browser.awaitText(".d-head", open);

    asks(
        "close",
        "the source is gone",
        "tidemark close " + open + " --force --reason 'the source is gone'");
    browser.awaitText(".timeline", "closed (forced)");
    browser.awaitText(".timeline", "the source is gone");
    browser.awaitText(".badge", "failed", LIMIT);
    browser.awaitText(".timeline", "prepare failed, waits for a person");
    assertThat(browser.text(".why")).contains("PREPARE failed 1 time");
    assertThat(browser.text(".advice")).contains("tidemark retry " + open);

    files.deleteTree(inTheWay);
    asks("retry", "it is moved away", "tidemark retry " + open + " --reason 'it is moved away'");
    browser.awaitText(".d-content", "(readers see it)", LIMIT);
    browser.awaitText(".timeline", "released: it is moved away");
  }

  @Test
  void only_partitions_with_a_reason_of_quarantine_are_processed_again() {
    browser.open(console + "#events/problems");
    browser.click(".problems [data-verb=reprocess]");
    String reason = browser.text("button.reason");
    String partition = browser.text(".problems td:nth-child(4)");
    browser.type("#a-token", token);
    browser.run(
        "[...document.querySelectorAll('dialog button')]"
            + ".find(b => b.textContent === 'Show the plan').click()");
    browser.awaitText(".plan", "1 partition, ");
    assertThat(browser.text(".plan tbody")).startsWith(partition);
    assertThat(browser.text("dialog .command code"))
        .isEqualTo(
            "tidemark reprocess --from %s --to %s --quarantine-reason '%s'"
                .formatted(partition, partition, reason.replace("'", "'\\''")));
    int revision = revisionInPlan();
    browser.type("#a-reason", "mended");
    browser.click("dialog [type=submit]");
    // What it says may be followed at once by what changed.
    await("it is asked for").atMost(LIMIT).until(() -> browser.count("dialog") == 0);
    browser.open(console + "#events/grid/" + partition.replace(":", "%3A"));
    browser.awaitText(".d-content", (revision + 1) + " (readers see it)", LIMIT);
  }

  @Test
  void the_keyboard_alone_is_enough() {
    browser.find(PUBLISHED);
    for (int i = 0; i < 40 && isNotInGrid(); i++) {
      browser.press(Keys.TAB);
    }
    assertThat(isNotInGrid()).as("the Tab key leads into the grid").isFalse();
    String first = focused();
    browser.press(Keys.ARROW_LEFT);
    assertThat(focused()).isLessThan(first);
    browser.press(Keys.HOME);
    assertThat(
            browser.run(
                "return document.querySelectorAll('[role=gridcell][tabindex=\"0\"]').length"))
        .isEqualTo(1L);
    browser.press(Keys.END, Keys.ARROW_DOWN, Keys.ARROW_UP);
    browser.pressWithControl(Keys.HOME);
    String now = focused();
    browser.press(Keys.ENTER);
    browser.awaitText(".d-head", now);
    assertThat(browser.address()).endsWith("/grid/" + now.replace(":", "%3A"));
    browser.press(Keys.ESCAPE);
    browser.awaitText(".detail", "Choose a partition");
    assertThat(isNotInGrid()).isFalse();
    browser.press("?");
    browser.awaitText("dialog", "Keys and colours");
    browser.press(Keys.ESCAPE);
    await().until(() -> browser.count("dialog") == 0);
    browser.press("f");
    browser.awaitText("main", "Watermark");
    browser.press("q");
    browser.awaitText("main", "Rejected");
    browser.press("g");
    browser.find("[role=grid]");
  }

  private boolean isNotInGrid() {
    return !"gridcell".equals(browser.run("return document.activeElement.getAttribute('role')"));
  }

  private String focused() {
    return String.valueOf(browser.run("return document.activeElement.dataset.id"));
  }

  @Test
  void hostile_text_is_text() {
    browser.open(console + "#events/problems");
    browser.awaitText(".examples pre", "onerror=window.pwned=1", LIMIT);
    assertThat(browser.text(".examples pre")).contains("<script>");
    assertThat(browser.count("main img, main script")).isZero();
    assertThat(browser.run("return window.pwned === undefined")).isEqualTo(true);
    assertThat(browser.text("main")).contains("tidemark rejected replay");
  }

  @Test
  void a_token_that_is_not_known_takes_nothing_away_from_who_only_reads() {
    browser.run("sessionStorage.setItem('tidemark-token', 'of-yesterday')");
    browser.open(console + "#events/flow");
    browser.awaitText(".sources", "events/0");
    browser.find("#token[data-has=false]");
    assertThat(browser.run("return sessionStorage.length")).isEqualTo(0L);

    browser.click("#token");
    browser.type("#a-token", "not-a-token-of-anybody");
    browser.click("dialog [type=submit]");
    browser.awaitText("dialog .error", "does not know this token");
    browser.run("document.getElementById('a-token').value = ''");
    browser.type("#a-token", token);
    browser.click("dialog [type=submit]");
    browser.find("#token[data-has=true]");
    assertThat(browser.count("dialog")).isZero();
  }

  @Test
  void the_flow_is_drawn_with_the_service_level() {
    browser.open(console + "#events/flow");
    browser.find(".plot canvas");
    browser.awaitText("main", "Promised within 1 min");
    browser.awaitText(".sources", "events/0");
    assertThat(browser.count(".plot canvas")).isGreaterThanOrEqualTo(3);
  }

  /** A partition that was closed by force is published before its end. */
  @Test
  void a_time_before_another_is_not_a_negative_length() {
    browser.open(console + "#events/flow");
    assertThat(
            browser.runAsync(
                "const done = arguments[0];"
                    + "import('/console/time.js').then(t => done([t.apart(-40000, 'its end'),"
                    + " t.apart(185000, 'its end'), t.behindNow(-5000), t.behindNow(0)]))"))
        .isEqualTo(
            List.of(
                "40 s before its end",
                "3 min 5 s after its end",
                "5 s ahead of now",
                "0 s behind now"));
  }

  @Test
  void it_is_small_takes_nothing_from_elsewhere_and_breaks_no_rule_of_its_own() {
    for (String view : List.of("grid", "flow", "problems")) {
      browser.open(console + "#events/" + view);
      browser.awaitText("#live", "live");
      browser.find("main .panel");
      assertThat(browser.violations()).as(view).isEmpty();
    }
    browser.open(console + "#events/flow");
    browser.find(".plot canvas");
    Object bytes =
        browser.run(
            "return performance.getEntriesByType('resource')"
                + ".concat(performance.getEntriesByType('navigation'))"
                + ".filter(e => !e.name.includes('/api/') && !e.name.includes('/health'))"
                + ".reduce((n, e) => n + e.encodedBodySize, 0)");
    assertThat(((Number) bytes).longValue()).isBetween(50_000L, 300_000L);
    assertThat(
            (List<?>)
                browser.run("return performance.getEntriesByType('resource').map(e => e.name)"))
        .allSatisfy(name -> assertThat((String) name).startsWith(console));
  }

  @ParameterizedTest
  @ValueSource(strings = {"light", "dark"})
  void nobody_is_kept_out(String theme) {
    browser.theme(theme);
    for (String view : List.of("grid", "flow", "problems")) {
      browser.open(console + "#events/" + view);
      browser.awaitText("#live", "live");
      if (view.equals("grid")) {
        browser.click(PUBLISHED);
        browser.awaitText(".d-content", "Revisions");
      } else if (view.equals("flow")) {
        browser.find(".plot canvas");
      } else {
        browser.awaitText("main", "Rejected");
      }
      assertThat(browser.barriers()).as(view).isEmpty();
      pictures(view, theme);
      browser.size(1400, 900);
    }
    browser.open(console);
    browser.click(PUBLISHED);
    browser.click("[data-verb=reprocess]");
    assertThat(browser.barriers()).as("a dialog").isEmpty();
    pictures("dialog", theme);
  }

  private void pictures(String view, String theme) {
    for (int width : List.of(1400, 900, 360)) {
      browser.size(width, width == 360 ? 740 : 900);
      await()
          .until(
              () ->
                  browser
                      .run("return document.documentElement.scrollWidth <= innerWidth")
                      .equals(true));
      if (System.getProperty("console.screenshots") != null) {
        browser.screenshot(
            Path.of(
                System.getProperty("console.screenshots"),
                view + "-" + theme + "-" + width + ".png"));
      }
    }
  }

  @Test
  void what_is_chosen_stays_and_the_address_brings_it_back() {
    browser.click("#theme");
    assertThat(browser.run("return document.documentElement.dataset.theme")).isEqualTo("dark");
    browser.click(PUBLISHED);
    browser.awaitText(".d-content", "Revisions");
    String address = browser.address();
    String title = browser.text("title");
    browser.open(address);
    browser.awaitText(".d-content", "Revisions");
    assertThat(browser.text("title")).isEqualTo(title);
    assertThat(browser.run("return document.documentElement.dataset.theme")).isEqualTo("dark");
  }
}
