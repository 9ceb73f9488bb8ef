import type { Lit } from '../board/types';
import type { Choice, Piece } from '../wire';
import { bare, kindOf } from './scene';

/** A button of the prompt slip. */
export type MenuButton = { choice: Choice; letter: string | null; main: boolean };

export type Menu = {
  /** Choices that lie on something: piece, place, spot, card. */
  things: Map<string, Choice[]>;
  buttons: MenuButton[];
  /** Choices that are put together from cards of a hand. */
  made: Choice[];
  /** Ways the unit of the question can stand: chosen by its handles. */
  stances: Choice[];
};

const RESERVED = new Set('utxrnpf'.split(''));

/** A letter of the text that no other button has. */
function letterFor(text: string, taken: Set<string>): string | null {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? [];
  const wish = [...words.map((word) => word.charAt(0)), ...words.join('')];
  const letter = wish.find((l) => !taken.has(l) && !RESERVED.has(l));
  if (letter !== undefined) taken.add(letter);
  return letter ?? null;
}

/** A card that lies in no hand cannot be clicked: its choice is a button. */
function onThing(choice: Choice, cards: ReadonlySet<string> | null): boolean {
  if (choice.tie == null || kindOf(choice.tie) === 'button') return false;
  return kindOf(choice.tie) !== 'card' || cards === null || cards.has(bare(choice.tie));
}

/** Sorts the choices of a question into what is clicked on the board and what needs a button. */
export function menuOf(choices: Choice[], cards: ReadonlySet<string> | null = null): Menu {
  const things = new Map<string, Choice[]>();
  const loose: Choice[] = [];
  const made: Choice[] = [];
  const stances: Choice[] = [];
  for (const choice of choices) {
    if ((choice.cards ?? []).length > 0) {
      made.push(choice);
    } else if (choice.tie == null && choice.pose != null) {
      stances.push(choice);
    } else if (onThing(choice, cards)) {
      const thing = choice.tie as string;
      things.set(thing, [...(things.get(thing) ?? []), choice]);
    } else {
      loose.push(choice);
    }
  }
  const taken = new Set<string>();
  const main = mainOf(loose, things.size + made.length + stances.length);
  const buttons = loose.map((choice) => ({
    choice,
    letter: letterFor(choice.text, taken),
    main: choice === main,
  }));
  return { things, buttons, made, stances };
}

/** Gives something up, or hides it: never proposed while there is anything else. */
const isLast = (choice: Choice): boolean => choice.role === 'pass' || choice.role === 'face-down';

/**
 * The main button is the system's word: a choice that goes on with what is prepared, else one that ends the phase.
 * Without such a role a button is the main one only where nothing else can be chosen.
 */
function mainOf(loose: Choice[], things: number): Choice | null {
  const calm = loose.filter((choice) => choice.warning == null);
  const named =
    calm.findLast((choice) => choice.role === 'main') ??
    calm.find((choice) => choice.role === 'finish') ??
    calm.find((choice) => choice.role === 'end');
  if (named !== undefined || things > 0) return named ?? null;
  const others = calm.filter((choice) => !isLast(choice));
  const left = others.length > 0 ? others : calm;
  return left.length === 1 ? (left[0] ?? null) : null;
}

/** Does a choice end a phase or a turn? */
export const endsPhase = (choice: Choice): boolean => choice.role === 'end';

/** What the board lights. */
export function litOf(menu: Menu, pieces: Piece[], ownSide: number | null): Lit[] {
  const sides = new Map(pieces.map((piece) => [piece.id, piece.side]));
  const lit: Lit[] = [];
  for (const [thing, choices] of menu.things) {
    const first = choices[0];
    if (first === undefined || kindOf(thing) === 'card') continue;
    const side = kindOf(thing) === 'piece' ? sides.get(bare(thing)) : undefined;
    const hostile = ownSide !== null && side !== undefined && side !== ownSide;
    lit.push({
      thing,
      cost: first.cost ?? null,
      ...(first.pose == null ? {} : { pose: first.pose }),
      label: choices.map((choice) => choice.text).join(', or '),
      warning: choices.find((choice) => choice.warning != null)?.warning ?? null,
      kind: hostile ? 'target' : 'choice',
    });
  }
  return lit;
}

/** Choices whose action or words contain every word that was typed. */
export function matching(choices: Choice[], typed: string): Choice[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const hay = (choice: Choice) => `${choice.action} ${choice.text}`.toLowerCase();
  const found = choices.filter((choice) => words.every((word) => hay(choice).includes(word)));
  const start = typed.toLowerCase();
  return found.sort((a, b) => Number(!a.action.startsWith(start)) - Number(!b.action.startsWith(start)));
}
