package dev.tidemark.coordinator.simulation;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** Nothing is logged: trouble is what a simulation makes on purpose, thousands of times. */
final class Silence implements BeforeAllCallback, AfterAllCallback {
  private Level before = Level.OFF;

  @Override
  public void beforeAll(ExtensionContext context) {
    // The first logger sets all levels; one that came later would undo what is done here.
    LoggerFactory.getLogger(Silence.class).debug("{}", context.getDisplayName());
    before = LogManager.getRootLogger().getLevel();
    Configurator.setAllLevels(LogManager.ROOT_LOGGER_NAME, Level.OFF);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    Configurator.setAllLevels(LogManager.ROOT_LOGGER_NAME, before);
  }
}
