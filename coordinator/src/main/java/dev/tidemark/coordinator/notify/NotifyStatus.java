package dev.tidemark.coordinator.notify;

import dev.tidemark.coordinator.config.EventType;

/**
 * How it goes with a target in this process.
 *
 * @param telling whether it is this process that tells it
 * @param told events delivered since the start
 * @param lateTold of those, partitions that were not published in time
 * @param failures in a row
 */
public record NotifyStatus(
    String dataset, String target, boolean telling, long told, long lateTold, long failures) {

  static NotifyStatus begin(String dataset, String target) {
    return new NotifyStatus(dataset, target, false, 0, 0, 0);
  }

  NotifyStatus told(EventType type) {
    long late = type == EventType.SERVICE_LEVEL ? 1 : 0;
    return new NotifyStatus(dataset, target, telling, told + 1, lateTold + late, 0);
  }

  NotifyStatus failed() {
    return new NotifyStatus(dataset, target, telling, told, lateTold, failures + 1);
  }

  NotifyStatus begun() {
    return new NotifyStatus(dataset, target, true, told, lateTold, failures);
  }

  NotifyStatus standingBy() {
    return new NotifyStatus(dataset, target, false, told, lateTold, failures);
  }
}
