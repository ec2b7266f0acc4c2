package dev.tidemark.landing.log;

import java.util.List;

/**
 * What is wrong with a log.
 *
 * @param sound the newest state that the checkpoints and entries lead to; {@link
 *     LandingState#EMPTY} if they lead to none
 * @param newest the greatest version that any name in the log or its checkpoints has; -1 for none
 * @param damages what cannot be read, or does not follow; empty for a sound log
 */
public record LogDamage(LandingState sound, long newest, List<String> damages) {
  public LogDamage {
    damages = List.copyOf(damages);
  }

  public boolean isSound() {
    return damages.isEmpty();
  }

  /** Whether the sound state is that of the newest version all the same. */
  public boolean isWhole() {
    return sound.version() >= newest && sound.version() >= 0;
  }
}
