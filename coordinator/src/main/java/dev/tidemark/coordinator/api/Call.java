package dev.tidemark.coordinator.api;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A request that may be answered.
 *
 * @param names what stands for the names in an endpoint's path
 * @param query by name, each value in order
 * @param headers by name
 * @param body of one that changes something; empty otherwise
 * @param by whom the landing log names
 */
record Call(
    Function<String, String> names,
    Map<String, List<String>> query,
    Function<String, Optional<String>> headers,
    String body,
    String by) {
  private static final Pattern VERSION = Pattern.compile("-1|\\d{1,18}");
  private static final Pattern DAY = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
  private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

  String path(String name) {
    return names.apply(name);
  }

  /** Refuses what is not known: a name that is misspelt would be a question about everything. */
  void knows(Set<String> parameters) {
    for (String name : query.keySet()) {
      if (!parameters.contains(name)) {
        throw Refusal.badRequest(
            parameters.isEmpty()
                ? "There are no query parameters here."
                : "The query parameters are "
                    + String.join(", ", parameters.stream().sorted().toList())
                    + ".");
      }
    }
  }

  Optional<String> query(String name) {
    List<String> values = query.getOrDefault(name, List.of());
    if (values.size() > 1) {
      throw Refusal.badRequest("'" + name + "' is given more than once.");
    }
    return values.stream().findFirst();
  }

  /** A day of the calendar. */
  LocalDate day(String name) {
    String text =
        query(name).orElseThrow(() -> Refusal.badRequest("'" + name + "' is required: a day."));
    try {
      if (DAY.matcher(text).matches()) {
        return LocalDate.parse(text);
      }
    } catch (DateTimeParseException e) {
      // Said below.
    }
    throw Refusal.badRequest("'" + name + "' must be a day in UTC, such as 2026-08-22.");
  }

  /** A version of the log; of a header it goes before the query. */
  Optional<Long> version(String header, String name) {
    Optional<String> text = headers.apply(header).filter(h -> !h.isEmpty()).or(() -> query(name));
    text.filter(t -> !VERSION.matcher(t).matches())
        .ifPresent(
            t -> {
              throw Refusal.badRequest("'" + name + "' must be a version of the log, or -1.");
            });
    return text.map(Long::parseLong);
  }

  int number(String name, int byDefault, int most) {
    Optional<String> text = query(name);
    if (text.isEmpty()) {
      return byDefault;
    }
    int number = NUMBER.matcher(text.get()).matches() ? Integer.parseInt(text.get()) : 0;
    if (number < 1 || number > most) {
      throw Refusal.badRequest("'" + name + "' must be a number from 1 to " + most + ".");
    }
    return number;
  }
}
