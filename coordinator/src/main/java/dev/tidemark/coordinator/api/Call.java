package dev.tidemark.coordinator.api;

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
 * @param body of one that changes something; empty otherwise
 * @param by whom the landing log names
 */
record Call(
    Function<String, String> names, Map<String, List<String>> query, String body, String by) {
  private static final Pattern WHOLE = Pattern.compile("\\d{1,18}");
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

  /** A version of the log. */
  Optional<Long> version(String name) {
    return query(name)
        .map(
            text -> {
              if (!WHOLE.matcher(text).matches()) {
                throw Refusal.badRequest("'" + name + "' must be a version, from 0 on.");
              }
              return Long.parseLong(text);
            });
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
