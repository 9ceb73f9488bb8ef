import { api, wordsOf } from '../api';
import type { Game } from './game.svelte';

/** Saves the record of a game as a file. */
export async function saveRecord(game: Game): Promise<void> {
  try {
    const text = await api.record(game.table, game.view.token);
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = `${game.sight?.setup.scenario ?? 'game'}-${game.table.slice(0, 8)}.gunbai`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } catch (error) {
    game.say(wordsOf(error));
  }
}
