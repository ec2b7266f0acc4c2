package dev.tidemark.standalone.chaos;

/**
 * Something that is wrong for a while.
 *
 * <p>Both methods may throw: what they need may be away because of another fault. A fault that
 * could not be made is left out; a healing that failed is tried again until it is done.
 */
interface Fault {
  void inject() throws Exception;

  /** Does nothing where there is nothing to heal (any more). */
  void heal() throws Exception;

  /** One that is over as soon as it has been. */
  static Fault once(Deed deed) {
    return new Fault() {
      @Override
      public void inject() throws Exception {
        deed.act();
      }

      @Override
      public void heal() {}
    };
  }

  /** One that is made by one deed and healed by another. */
  static Fault of(Deed made, Deed healed) {
    return new Fault() {
      @Override
      public void inject() throws Exception {
        made.act();
      }

      @Override
      public void heal() throws Exception {
        healed.act();
      }
    };
  }

  /** Something that is done. */
  @FunctionalInterface
  interface Deed {
    void act() throws Exception;
  }
}
