// Tests begin when the server has drawn its boards: until then they would measure the drawing.

import { setTimeout as wait } from 'node:timers/promises';

const LONGEST = 120_000;

export default async function ready(): Promise<void> {
  const began = Date.now();
  while (Date.now() - began < LONGEST) {
    const answer = await fetch(`${process.env.GUNBAI_URL}/health`);
    if (((await answer.json()) as { boards: boolean }).boards) return;
    await wait(100);
  }
  throw new Error('the server has not drawn its boards in two minutes');
}
