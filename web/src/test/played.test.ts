import { expect, test } from 'vitest';
import { playedIn } from '../core/played';
import type { Stroke, Told, ToldStep } from '../wire';

function told(text: string, ...strokes: Stroke[]): Told {
  return { strokes, rule: '', key: '', text };
}

function step(number: number, clock: number, events: Told[], cause: ToldStep['cause'] = { kind: 'act', seat: 0 }) {
  return { number, cause, clock, pips: [], events, head: '' } satisfies ToldStep;
}

const assault: Stroke = { shown: { card: 'a.1', name: { en: 'Assault' }, side: 0 } };
const rally: Stroke = { shown: { card: 'r.1', name: { en: 'Rally' }, side: 0 } };

test('the cards of this turn stand in their order, with the first thing that came of each', () => {
  const steps = [
    step(1, 1, [told('An old card.', rally)]),
    step(2, 2, [told('A plays Assault and Rally.', assault, rally)]),
    step(3, 2, [told('Niwa attacks.'), told('Two are hit.')]),
    step(4, 2, [told('B plays a card face down.', { 'face-down': { side: 1 } })]),
  ];
  expect(playedIn(steps, 2, 4)).toEqual([
    {
      number: 2,
      cards: [
        { side: 0, name: { en: 'Assault' } },
        { side: 0, name: { en: 'Rally' } },
      ],
      text: 'Niwa attacks.',
    },
    { number: 4, cards: [{ side: 1, name: null }], text: '' },
  ]);
  expect(playedIn(steps, 2, 3)).toHaveLength(1);
});

test('a card that was taken back is not in the row', () => {
  const steps = [
    step(1, 1, [told('A plays Assault.', assault)]),
    step(2, 1, [], { kind: 'undo', seat: 0, to: 0, agreed: false }),
    step(3, 1, [told('A plays Rally.', rally)]),
  ];
  expect(playedIn(steps, 1, 3).map((one) => one.cards[0]?.name?.en)).toEqual(['Rally']);
});
