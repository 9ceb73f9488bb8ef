import { describe, expect, it } from 'vitest';
import { areHidden, countsOf, madeOf, namesOf, openTo } from '../core/cards';
import type { CardFace, Choice, Hand } from '../wire';

const face = (id: string, en: string): CardFace => ({ id, name: { en }, text: '' });
const hand = [face('AS.1', 'Assault'), face('AS.2', 'Assault'), face('FI.1', 'Fire')];
const names = namesOf(hand);
const choice = (action: string, cards: string[]): Choice => ({ action, text: action, cards });
const plays = [choice('play AS', ['AS.1']), choice('down AS', ['AS.1']), choice('play AS FI', ['AS.1', 'FI.1'])];

describe('hands', () => {
  const hand = (seat: number, count: number, names: string[]): Hand => ({
    seat,
    title: '',
    count,
    cards: names.map((name) => face(name, name)),
  });

  it('are hidden where only their number is told, and before anyone has chosen his', () => {
    expect(areHidden([hand(0, 2, ['fire', 'rally']), hand(1, 3, [])], 0)).toBe(true);
    expect(areHidden([hand(0, 0, []), hand(1, 0, [])], 0)).toBe(true);
  });
  it('lie open where the faces of both are shown', () => {
    expect(areHidden([hand(0, 1, ['Sanada']), hand(1, 1, ['Hojo'])], 0)).toBe(false);
    expect(areHidden([], 0)).toBe(false);
  });
});

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
