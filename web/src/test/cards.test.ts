import { describe, expect, it } from 'vitest';
import { countsOf, madeOf, namesOf, openTo } from '../core/cards';
import type { CardFace, Choice } from '../wire';

const face = (id: string, en: string): CardFace => ({ id, name: { en }, text: '' });
const hand = [face('AS.1', 'Assault'), face('AS.2', 'Assault'), face('FI.1', 'Fire')];
const names = namesOf(hand);
const choice = (action: string, cards: string[]): Choice => ({ action, text: action, cards });
const plays = [choice('play AS', ['AS.1']), choice('down AS', ['AS.1']), choice('play AS FI', ['AS.1', 'FI.1'])];

describe('choices made of cards', () => {
  it('takes any copy for another', () => {
    const made = madeOf(plays, countsOf(['AS.2'], names), names);
    expect(made.map((one) => one.action)).toEqual(['play AS', 'down AS']);
  });

  it('does not care for the order', () => {
    const made = madeOf(plays, countsOf(['FI.1', 'AS.1'], names), names);
    expect(made.map((one) => one.action)).toEqual(['play AS FI']);
  });

  it('knows what can be added', () => {
    expect([...openTo(plays, countsOf([], names), names)]).toEqual(['Assault', 'Fire']);
    expect([...openTo(plays, countsOf(['AS.1'], names), names)]).toEqual(['Fire']);
    expect([...openTo(plays, countsOf(['AS.1', 'AS.2'], names), names)]).toEqual([]);
  });
});
