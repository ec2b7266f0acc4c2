package dev.tidemark.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

/** A real browser with one page, as a person uses it. */
final class Browser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Set<String> WORK =
      Set.of("ScriptDuration", "LayoutDuration", "RecalcStyleDuration");

  /** Writes down from the beginning what the page was not allowed to do. */
  private static final String WATCH =
      "window.violations = [];"
          + "addEventListener('securitypolicyviolation',"
          + " e => window.violations.push(e.violatedDirective + ' ' + e.blockedURI));"
          + "window.jumps = 0;"
          + "new PerformanceObserver(list => list.getEntries().forEach(e => {"
          + " if (!e.hadRecentInput) window.jumps += e.value; }))"
          + ".observe({type: 'layout-shift', buffered: true});";

  private final ChromeDriver driver;

  private Browser(ChromeDriver driver) {
    this.driver = driver;
    driver.executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", WATCH));
  }

  /** Debian's own, and nothing that would have to be fetched. */
  static Optional<Browser> start(Path directory) {
    Optional<Path> chromium = installed("chromium");
    Optional<Path> chromedriver = installed("chromedriver");
    if (chromium.isEmpty() || chromedriver.isEmpty()) {
      return Optional.empty();
    }
    LoggingPreferences logging = new LoggingPreferences();
    logging.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions();
    options.setBinary(chromium.get().toFile());
    options.setCapability("goog:loggingPrefs", logging);
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--no-first-run",
        "--user-data-dir=" + directory.resolve("chromium"));
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(chromedriver.get().toFile())
            .usingAnyFreePort()
            .build();
    return Optional.of(new Browser(new ChromeDriver(service, options)));
  }

  private static Optional<Path> installed(String program) {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
        .map(d -> Path.of(d, program))
        .filter(Files::isExecutable)
        .findFirst();
  }

  Browser size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
    return this;
  }

  /** What the system prefers: dark or light. */
  Browser theme(String theme) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", theme))));
    return this;
  }

  /** Anew, whatever was shown. */
  void open(String address) {
    driver.get("about:blank");
    driver.get(address);
  }

  Object run(String script, Object... arguments) {
    return driver.executeScript(script, arguments);
  }

  Object runAsync(String script, Object... arguments) {
    driver.manage().timeouts().scriptTimeout(Duration.ofSeconds(60));
    return driver.executeAsyncScript(script, arguments);
  }

  /** The first that there is, as soon as there is one. */
  WebElement find(String css) {
    await(css).atMost(PATIENCE).until(() -> !driver.findElements(By.cssSelector(css)).isEmpty());
    return driver.findElement(By.cssSelector(css));
  }

  int count(String css) {
    return driver.findElements(By.cssSelector(css)).size();
  }

  /** Asked of the page itself, for it may just draw it anew. */
  String text(String css) {
    Object text =
        run("const e = document.querySelector(arguments[0]); return e ? e.textContent : ''", css);
    return String.valueOf(text);
  }

  void awaitText(String css, String part, Duration limit) {
    await(css + " with '" + part + "'").atMost(limit).until(() -> text(css).contains(part));
  }

  void awaitText(String css, String part) {
    awaitText(css, part, PATIENCE);
  }

  void click(String css) {
    await("a click on " + css)
        .atMost(PATIENCE)
        .ignoreExceptions()
        .until(
            () -> {
              driver.findElement(By.cssSelector(css)).click();
              return true;
            });
  }

  void type(String css, String text) {
    find(css).sendKeys(text);
  }

  /** To whatever has the focus. */
  void press(CharSequence... keys) {
    new Actions(driver).sendKeys(keys).perform();
  }

  void pressWithControl(Keys key) {
    new Actions(driver).keyDown(Keys.CONTROL).sendKeys(key).keyUp(Keys.CONTROL).perform();
  }

  String address() {
    return driver.getCurrentUrl();
  }

  /** What the page was refused by its own policy, as it and the console of the browser say. */
  List<String> violations() {
    List<?> seen = (List<?>) run("return window.violations");
    List<String> logged =
        driver.manage().logs().get(LogType.BROWSER).getAll().stream()
            .map(e -> e.getMessage())
            .filter(m -> m.contains("Content Security Policy") || m.contains("Uncaught"))
            .toList();
    return Stream.concat(seen.stream().map(String::valueOf), logged.stream()).toList();
  }

  /** What axe has to say against what is shown; nothing if all is well. */
  List<?> barriers() {
    run(axe());
    return (List<?>)
        runAsync(
            "const done = arguments[arguments.length - 1];"
                + "axe.run(document, {resultTypes: ['violations']}).then(r => done("
                + "r.violations.map(v => v.id + ': ' + v.nodes.slice(0, 3).map("
                + "n => n.target + ' ' + n.failureSummary).join(' | '))));");
  }

  private static String axe() {
    try (InputStream in = Browser.class.getResourceAsStream("/axe.min.js")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** CPU time that the page's scripts, styles and layout took so far, whatever else is running. */
  double secondsOfWork() {
    driver.executeCdpCommand("Performance.enable", Map.of("timeDomain", "threadTicks"));
    List<?> metrics =
        (List<?>) driver.executeCdpCommand("Performance.getMetrics", Map.of()).get("metrics");
    return metrics.stream()
        .map(m -> (Map<?, ?>) m)
        .filter(m -> WORK.contains(String.valueOf(m.get("name"))))
        .mapToDouble(m -> ((Number) m.get("value")).doubleValue())
        .sum();
  }

  void screenshot(Path file) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
