package dev.tidemark.standalone.chaos;

import java.io.IOException;

/**
 * An hour goes back to the revision before. Where no hour has one, an operator has an hour
 * processed again first, once.
 */
final class RolledBack implements Fault {
  private final Operator operator;
  private final int variant;
  private boolean processedAgain;

  RolledBack(Operator operator, int variant) {
    this.operator = operator;
    this.variant = variant;
  }

  @Override
  public void inject() throws IOException, InterruptedException {
    try {
      operator.rollBackOne(variant);
    } catch (IOException e) {
      if (!processedAgain) {
        operator.reprocessOne(variant);
        processedAgain = true;
      }
      throw e;
    }
  }

  @Override
  public void heal() throws IOException, InterruptedException {
    operator.release();
  }
}
