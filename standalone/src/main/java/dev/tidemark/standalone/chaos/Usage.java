package dev.tidemark.standalone.chaos;

/**
 * The most that any process of a member took.
 *
 * @param heapMegabytes that its virtual machine may have
 * @param megabytes of memory that was resident
 * @param files and sockets that were open at a time
 */
record Usage(String member, int heapMegabytes, long megabytes, int files) {}
