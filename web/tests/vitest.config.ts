import { defineConfig } from 'vitest/config';

const all = 'tests/**/*.spec.ts';
const timed = 'tests/speed.spec.ts';

const shared = {
  environment: 'node',
  testTimeout: 90_000,
  hookTimeout: 60_000,
  // However busy the machine is.
  expect: { poll: { timeout: 30_000 } },
} as const;

/** The client in a real browser. Started by `cargo test -p browser`, which sets up a table for it. */
export default defineConfig({
  test: {
    globalSetup: 'tests/ready.ts',
    reporters: ['verbose'],
    projects: [
      {
        test: {
          ...shared,
          name: 'table',
          include: [all],
          exclude: [timed],
          // Each file has its own browser; two cores carry two.
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      // What is timed runs last and alone: beside another browser it would measure that one.
      { test: { ...shared, name: 'speed', include: [timed], maxWorkers: 1, sequence: { groupOrder: 1 } } },
    ],
  },
});
