package dev.tidemark.landing;

/** What becomes of a partition in which nothing landed, once it is closed. */
public enum EmptyHours {
  /** An empty revision is published, so that whoever waits for the partition finds one. */
  PUBLISH,

  /** Nothing more: the log says that it is closed, and readers find nothing. */
  SKIP
}
