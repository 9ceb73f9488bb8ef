import { expect, test } from 'vitest';
import { litOf, matching, menuOf } from '../core/menu';
import type { Choice, Piece } from '../wire';

function choice(action: string, tie: string | null = null, extra: Partial<Choice> = {}): Choice {
  return { action, text: action, tie, cost: null, warning: null, ...extra };
}

test('choices on one thing stay together; buttons and untied ones are buttons', () => {
  const menu = menuOf([
    choice('move a', 'piece:a'),
    choice('flip a', 'piece:a'),
    choice('to 0101', 'place:0101', { cost: 3 }),
    choice('all', 'button:all'),
    choice('odd'),
  ]);
  expect([...menu.things.keys()]).toEqual(['piece:a', 'place:0101']);
  expect(menu.things.get('piece:a')).toHaveLength(2);
  expect(menu.buttons.map((button) => button.choice.action)).toEqual(['all', 'odd']);
});

test('an absent tie counts as none', () => {
  const bareChoice = { action: 'done', text: 'end the phase' } as Choice;
  expect(menuOf([bareChoice]).buttons).toHaveLength(1);
});

test('the main button has the role of one, and letters differ', () => {
  const menu = menuOf([
    choice('all', 'button:all', { text: 'everyone who can' }),
    choice('end', 'button:end', { text: 'end the phase', role: 'end' }),
    choice('off', 'button:off', { text: 'leave', warning: 'for good' }),
  ]);
  expect(menu.buttons.map((button) => button.main)).toEqual([false, true, false]);
  const letters = menu.buttons.map((button) => button.letter);
  expect(new Set(letters).size).toBe(3);
  expect(letters).not.toContain('u');
});

test('what goes on comes before what ends a phase; giving something up is never main beside another choice', () => {
  const end = choice('done', 'button:done', { role: 'end' });
  const go = choice('go', 'button:go', { role: 'main' });
  const pass = choice('pass', 'button:pass', { role: 'pass' });
  const mains = (...choices: Choice[]) =>
    menuOf(choices)
      .buttons.filter((button) => button.main)
      .map((button) => button.choice.action);
  expect(mains(end, go)).toEqual(['go']);
  expect(mains(pass, end)).toEqual(['done']);
  expect(mains(choice('first'), choice('second'))).toEqual([]);
  expect(mains(pass, choice('move a', 'piece:a'))).toEqual([]);
  expect(mains(pass)).toEqual(['pass']);
});

test('beside things to click an odd button is not the main one; alone it is', () => {
  const off = choice('off', 'button:off', { text: 'leave the map for good' });
  expect(menuOf([choice('to 1', 'place:1'), off]).buttons[0]?.main).toBe(false);
  expect(menuOf([off]).buttons[0]?.main).toBe(true);
  expect(menuOf([{ ...off, warning: 'for good' }]).buttons[0]?.main).toBe(false);
});

test('enemies are lit as targets, and the words of all choices are read', () => {
  const pieces = [{ id: 'foe', side: 1 } as Piece, { id: 'own', side: 0 } as Piece];
  const menu = menuOf([
    choice('target foe', 'piece:foe', { text: 'attack foe' }),
    choice('move own', 'piece:own', { text: 'move own', cost: 2 }),
    choice('flip own', 'piece:own', { text: 'flip own', warning: 'dangerous' }),
    choice('play x', 'card:x'),
  ]);
  expect(litOf(menu, pieces, 0)).toEqual([
    { thing: 'piece:foe', cost: null, label: 'attack foe', warning: null, kind: 'target' },
    { thing: 'piece:own', cost: 2, label: 'move own, or flip own', warning: 'dangerous', kind: 'choice' },
  ]);
});

test('what is typed is found in actions first, then in words', () => {
  const all = [choice('enter ii', null, { text: 'bring on all' }), choice('to 2412'), choice('move ii_M1')];
  expect(matching(all, 'to 24').map((c) => c.action)).toEqual(['to 2412']);
  expect(matching(all, 'ii').map((c) => c.action)).toEqual(['enter ii', 'move ii_M1']);
  expect(matching(all, 'mo').map((c) => c.action)).toEqual(['move ii_M1']);
  expect(matching(all, '')).toHaveLength(3);
});

test('a choice of a card that lies in no hand is a button', () => {
  const choices = [{ action: 'activate nagao', text: 'activate Nagao', tie: 'card:nagao' }];
  expect(menuOf(choices, new Set()).buttons).toHaveLength(1);
  expect(menuOf(choices, new Set(['nagao'])).things.has('card:nagao')).toBe(true);
});

test('what gives something up is the main button only if there is nothing else', () => {
  const pass = choice('pass', 'button:pass', { role: 'pass' });
  const main = (...all: Choice[]) => menuOf(all).buttons.find((button) => button.main)?.choice.action ?? null;
  expect(main(pass)).toBe('pass');
  expect(main(pass, choice('stand', 'button:stand'))).toBe('stand');
  expect(main(pass, choice('to 1', 'place:1'))).toBe(null);
});
