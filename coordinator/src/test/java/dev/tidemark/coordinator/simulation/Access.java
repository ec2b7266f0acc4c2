package dev.tidemark.coordinator.simulation;

import dev.tidemark.landing.LandingZone;
import java.util.ArrayList;
import java.util.List;

/**
 * One operation on the shared file system.
 *
 * @param path what it is about; of a rename, the source
 * @param target of a rename; otherwise empty
 */
record Access(Kind kind, String path, String target) {

  /** What is done. */
  enum Kind {
    READ,
    STAT,
    LIST,
    CREATE,
    CLOSE,
    RENAME,
    MAKE_DIRECTORIES,
    DELETE_FILE,
    DELETE_EMPTY_DIRECTORY,
    DELETE_TREE;

    boolean onlyLooks() {
      return this == READ || this == STAT || this == LIST;
    }

    /** Whether it can be done when nobody waits for its outcome any more. */
    boolean canBeLate() {
      return !onlyLooks() && this != CREATE;
    }
  }

  /** A path, with or without all that is below it. */
  private record Spot(String path, boolean withBelow) {
    boolean meets(Spot other) {
      return path.equals(other.path)
          || (withBelow && isBelow(other.path, path))
          || (other.withBelow && isBelow(path, other.path));
    }

    private static boolean isBelow(String path, String directory) {
      return path.length() > directory.length()
          && path.startsWith(directory)
          && path.charAt(directory.length()) == '/';
    }
  }

  static Access of(Kind kind, String path) {
    return new Access(kind, path, "");
  }

  /**
   * Whether it makes a difference which of the two is done first.
   *
   * @param changed whether the other, which was done, changed anything
   */
  boolean matters(Access other, boolean changed) {
    List<Spot> mine = kind.onlyLooks() ? List.of() : changes();
    List<Spot> others = changed ? other.changes() : List.of();
    return meet(mine, others) || meet(mine, other.looks()) || meet(looks(), others);
  }

  /** Whether it is about nothing but what is in some of these directories. */
  boolean isWithin(List<String> directories) {
    return kind != Kind.RENAME
        && directories.stream().anyMatch(d -> new Spot(d, true).meets(new Spot(path, false)));
  }

  private static boolean meet(List<Spot> some, List<Spot> others) {
    return some.stream().anyMatch(s -> others.stream().anyMatch(s::meets));
  }

  private List<Spot> changes() {
    List<Spot> spots = new ArrayList<>();
    switch (kind) {
      case RENAME -> {
        spots.add(new Spot(path, true));
        spots.add(new Spot(target, true));
      }
      case MAKE_DIRECTORIES -> {
        for (String d = path; !d.isEmpty(); d = LandingZone.parent(d)) {
          spots.add(new Spot(d, false));
        }
      }
      case DELETE_TREE, DELETE_EMPTY_DIRECTORY -> spots.add(new Spot(path, true));
      default -> spots.add(new Spot(path, false));
    }
    return spots;
  }

  /** What its outcome depends on, even if it changes nothing. */
  private List<Spot> looks() {
    return switch (kind) {
      case LIST, DELETE_EMPTY_DIRECTORY -> List.of(new Spot(path, true));
      case CREATE -> List.of(new Spot(path, false), parent(path));
      case RENAME -> List.of(new Spot(path, true), new Spot(target, false), parent(target));
      default -> List.of(new Spot(path, false));
    };
  }

  private static Spot parent(String path) {
    return new Spot(LandingZone.parent(path), false);
  }

  @Override
  public String toString() {
    return kind + " " + path + (target.isEmpty() ? "" : " -> " + target);
  }
}
