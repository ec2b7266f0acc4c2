/** The demonstration: the whole pipeline in one process, on sample events or a user's own. */
package dev.tidemark.standalone.demo;
