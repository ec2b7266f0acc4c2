package dev.tidemark.landing.violation.cycle;

import dev.tidemark.landing.violation.LandingThatKnowsHadoop;

/** The other half of the cycle. */
public record Inner(LandingThatKnowsHadoop outer) {}
