import { expect, test } from 'vitest';
import { pause, Queue, type Showing } from '../core/queue';

const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

function setUp() {
  const log: string[] = [];
  let end: () => void = () => {};
  const queue = new Queue(
    (busy) => log.push(busy ? 'busy' : 'idle'),
    () => end(),
  );
  const showing = (name: string): Showing => ({
    play: async (skipped) => {
      log.push(`play ${name}`);
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      if (skipped()) log.push(`cut ${name}`);
    },
    finish: () => log.push(`end ${name}`),
  });
  return { log, queue, showing, finish: () => end() };
}

test('one after the other', async () => {
  const { log, queue, showing, finish } = setUp();
  queue.add(showing('a'));
  queue.add(showing('b'));
  await soon();
  finish();
  await soon();
  finish();
  await soon();
  expect(log.filter((line) => line !== 'busy')).toEqual(['play a', 'end a', 'play b', 'end b', 'idle']);
});

test('a skip ends all that wait without playing it, and later things play again', async () => {
  const { log, queue, showing, finish } = setUp();
  for (const name of ['a', 'b', 'c']) queue.add(showing(name));
  await soon();
  queue.skip();
  await soon();
  expect(log.filter((line) => line !== 'busy')).toEqual(['play a', 'cut a', 'end a', 'end b', 'end c', 'idle']);
  queue.add(showing('d'));
  await soon();
  finish();
  await soon();
  expect(log).toContain('play d');
  expect(log).not.toContain('cut d');
});

test('what fails to show is still finished', async () => {
  const log: string[] = [];
  const queue = new Queue(() => {});
  const error = console.error;
  console.error = () => {};
  queue.add({ play: () => Promise.reject(new Error('no')), finish: () => log.push('end') });
  await soon();
  console.error = error;
  expect(log).toEqual(['end']);
  expect(queue.busy).toBe(false);
});

test('a pause can be cut short', async () => {
  let cut: () => void = () => {};
  const waiting = pause(60_000, (end) => {
    cut = end;
  });
  cut();
  await waiting;
});
