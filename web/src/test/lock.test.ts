import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

type Entry = { optionalDependencies?: Record<string, string>; resolved?: string };

test('the lock file names every optional dependency and no registry host', () => {
  const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
  const lock = JSON.parse(text) as { packages: Record<string, Entry> };
  const held = new Set(Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const missing = Object.values(lock.packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !held.has(name));
  expect(missing).toEqual([]);
  expect(Object.values(lock.packages).filter((entry) => entry.resolved !== undefined)).toEqual([]);
});
