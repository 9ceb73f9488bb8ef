import { defineConfig } from 'vitest/config';

/** The client in a real browser. Started by `cargo test -p browser`, which sets up a table for it. */
export default defineConfig({
  test: {
    include: ['tests/**/*.spec.ts'],
    environment: 'node',
    // Each file has its own browser; two cores carry two.
    maxWorkers: 2,
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // However busy the machine is.
    expect: { poll: { timeout: 30_000 } },
    reporters: ['verbose'],
  },
});
