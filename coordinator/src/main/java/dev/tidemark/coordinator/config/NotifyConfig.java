package dev.tidemark.coordinator.config;

import dev.tidemark.landing.config.Section;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One entry of the list {@code coordinator.notify}: whom to tell of what, by HTTP or by a command.
 * Its text holds neither the secret nor the address, which often is one.
 *
 * @param name under which the root remembers what it has been told
 * @param url to which events are posted; absent where there is a command
 * @param secret with which the body is signed
 * @param command and its arguments; empty where there is a URL
 * @param on what it is told of
 * @param datasets those of which it is told
 * @param timeout after which an attempt has failed
 */
public record NotifyConfig(
    String name,
    Optional<URI> url,
    Optional<String> secret,
    List<String> command,
    Set<EventType> on,
    Set<String> datasets,
    Duration timeout) {

  private static final Pattern NAME = Pattern.compile("[a-z0-9-]{1,63}");
  private static final Set<EventType> CHOICES = EnumSet.complementOf(EnumSet.of(EventType.MISSED));

  public NotifyConfig {
    command = List.copyOf(command);
    on = Set.copyOf(on);
    datasets = Set.copyOf(datasets);
  }

  /** Every target of a file, checked one by one and against each other. */
  public static List<NotifyConfig> readAll(Section root) {
    List<String> datasets =
        root.sections("datasets").stream().map(d -> d.text("name", "events")).toList();
    List<NotifyConfig> all = new ArrayList<>();
    for (Section section : root.section("coordinator").sections("notify")) {
      NotifyConfig next = read(section, datasets);
      if (all.stream().anyMatch(n -> n.name.equals(next.name) && !n.name.isEmpty())) {
        section.problem("name", "must differ from every other target's", next.name);
      }
      all.add(next);
    }
    return List.copyOf(all);
  }

  private static NotifyConfig read(Section section, List<String> datasets) {
    Optional<String> url = section.text("url");
    NotifyConfig config =
        new NotifyConfig(
            name(section),
            url.flatMap(NotifyConfig::http),
            section.text("secret"),
            section.texts("command", List.of()),
            on(section),
            Set.copyOf(chosen(section, "datasets", datasets)),
            section.duration("timeout", Duration.ofSeconds(10), Duration.ofSeconds(1)));
    if (url.isPresent() == !config.command.isEmpty()) {
      section.problem(
          "url", "or 'command' must be given, and not both", url.isPresent() ? "both" : "neither");
    } else if (url.isPresent() && config.url.isEmpty()) {
      section.problem(
          "url",
          "must be an http or https address without a user, such as https://host/path",
          "something else");
    }
    if (config.secret.isPresent() && url.isEmpty()) {
      section.problem("secret", "signs what is posted to a 'url'", "a 'command'");
    }
    if (config.secret.filter(String::isBlank).isPresent()) {
      section.problem("secret", "must not be empty", "nothing");
    }
    section.rejectUnknown();
    return config;
  }

  private static String name(Section section) {
    return section.requiredText("name").isEmpty()
        ? ""
        : section.matching(
            "name", "", NAME, "must be lower-case letters, digits and '-', at most 63");
  }

  private static Set<EventType> on(Section section) {
    List<String> names = CHOICES.stream().map(EventType::toString).toList();
    return chosen(section, "on", names).stream()
        .map(n -> EventType.valueOf(n.toUpperCase(Locale.ROOT).replace('-', '_')))
        .collect(Collectors.toSet());
  }

  /** Those that are named and exist; all if none is named. */
  private static List<String> chosen(Section section, String key, List<String> all) {
    List<String> named = section.texts(key, all);
    if (named.isEmpty()) {
      section.problem(key, "must name at least one of " + String.join(", ", all), "nothing");
    }
    named.stream()
        .filter(n -> !all.contains(n))
        .forEach(n -> section.problem(key, "must be of " + String.join(", ", all), n));
    return named.stream().filter(all::contains).distinct().toList();
  }

  private static Optional<URI> http(String text) {
    try {
      return Optional.of(new URI(text))
          .filter(u -> "http".equals(u.getScheme()) || "https".equals(u.getScheme()))
          .filter(u -> u.getHost() != null && u.getUserInfo() == null);
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  /** Whether it is told of a dataset. */
  public boolean isFor(String dataset) {
    return datasets.contains(dataset);
  }

  @Override
  public String toString() {
    return name + (url.isPresent() ? " (url)" : " (command)");
  }
}
