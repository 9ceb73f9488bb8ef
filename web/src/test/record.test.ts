import { expect, test } from 'vitest';
import { tallyOf } from '../core/record';
import type { PastGame } from '../wire';

const game = (seat: number, result: PastGame['result'], system = 'yukimura') =>
  ({
    seat,
    result,
    table: {
      system,
      seats: [
        { seat: 0, name: { en: 'East' } },
        { seat: 1, name: { en: 'Osaka' } },
      ],
    },
  }) as unknown as PastGame;

test('games are counted by system and side, and running ones are not', () => {
  const games = [game(0, 'won'), game(0, 'lost'), game(1, 'won'), game(0, 'drawn', 'daimyo'), game(1, 'running')];
  expect(tallyOf(games)).toEqual([
    { system: 'yukimura', side: 'East', won: 1, lost: 1, drawn: 0 },
    { system: 'daimyo', side: 'East', won: 0, lost: 0, drawn: 1 },
    { system: 'yukimura', side: 'Osaka', won: 1, lost: 0, drawn: 0 },
  ]);
});
