import { wordsOf } from '../api';
import type { AskedQuestion, Order, StandingOrder } from '../wire';
import type { Game } from './game.svelte';

/** Replaces the standing orders of the viewer's seat. */
export async function give(game: Game, orders: StandingOrder[]) {
  try {
    await game.view.ask({ say: 'orders', orders });
    game.view.orders = orders;
  } catch (error) {
    game.say(wordsOf(error));
  }
}

/** What is to be done from now on with questions of this kind, everywhere or in one place. */
export function setOrder(game: Game, kind: string, order: Order, at: string | null = null) {
  const others = game.view.orders.filter((one) => one.kind !== kind || (one.at ?? null) !== at);
  return give(game, order === 'ask' && at === null ? others : [...others, { kind, at, order }]);
}

/** What is ordered for a kind of question, wherever it lies. */
export function orderOf(game: Game, kind: string): Order {
  return game.view.orders.find((one) => one.kind === kind && one.at == null)?.order ?? 'ask';
}

/** The question asked, if it may be left to a standing order: a window that may be passed, or a routine question. */
export function orderable(game: Game): AskedQuestion | null {
  const question = game.question;
  if (question == null) return null;
  const routine = game.sight?.routine.some((one) => one.kind === question.kind) === true;
  return routine || question.orders?.includes('never') === true ? question : null;
}
