package dev.tidemark.coordinator.config;

import dev.tidemark.landing.config.Section;
import java.util.regex.Pattern;

/**
 * By what a person or a program shows that it may change something.
 *
 * @param name stands in the landing log beside what was changed
 * @param token never logged, nor part of a message
 */
public record AdminToken(String name, String token) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,63}");
  // What a header can carry as it is.
  private static final Pattern TOKEN = Pattern.compile("[\\x21-\\x7e]{16,512}");

  static final String RULE = "must be 16 to 512 printable ASCII characters without spaces";

  static boolean isToken(String text) {
    return TOKEN.matcher(text).matches();
  }

  static AdminToken read(Section section) {
    AdminToken token =
        new AdminToken(
            section.matching(
                "name",
                section.requiredText("name"),
                NAME,
                "must be letters, digits and . _ @ -, at most 64"),
            section.requiredText("token"));
    if (!token.token.isEmpty() && !isToken(token.token)) {
      section.problem("token", RULE, "one of " + token.token.length() + " characters");
    }
    section.rejectUnknown();
    return token;
  }

  @Override
  public String toString() {
    return "AdminToken[name=" + name + "]";
  }
}
