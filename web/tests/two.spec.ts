// Two people, each with a browser; one loses the line and comes back.

import type { Page, WebSocketRoute } from 'playwright-core';
import { expect, test } from 'vitest';
import { act, asked, Hand, log, noErrors, open, person, sight, sit, stands, whole, withBrowser } from './people';

withBrowser();

/** The live channel of a page, to be cut and mended. */
async function wired(page: Page): Promise<{ cut(): void; mend(): void }> {
  let whole = true;
  const open: WebSocketRoute[] = [];
  await page.routeWebSocket(/\/live$/, (socket) => {
    if (!whole) {
      void socket.close({ code: 1011 });
      return;
    }
    socket.connectToServer();
    open.push(socket);
  });
  return {
    cut: () => {
      whole = false;
      for (const socket of open.splice(0)) void socket.close({ code: 1011 });
    },
    mend: () => (whole = true),
  };
}

test('what one does the other sees, also after he was away', async () => {
  const opened = await open('yukimura/yao', ['person', 'person']);
  const east = await person();
  const osaka = await person();
  const line = await wired(osaka);
  await sit(east, opened, 0);
  await sit(osaka, opened, 1);
  await asked(osaka, 'East is to move');
  expect(await osaka.locator('.prompt').innerText()).toContain('Waiting for the other side');

  // A chain of clicks is seen when it is complete.
  await whole(east);
  const hand = new Hand(east);
  await hand.piece('todo_M1');
  await asked(east, 'Where does Todo mounted 1 go?');
  expect(await log(osaka)).not.toContain('Todo mounted 1');
  const to = (await sight(opened, 0)).choices.find((choice) => choice.tie?.startsWith('place:'))?.tie?.slice(6) ?? '';
  await hand.hex(to);
  await stands(osaka, 'todo_M1', to);
  noErrors();

  // The line is cut; the East goes on.
  line.cut();
  await osaka
    .getByText(/connecting…/)
    .first()
    .waitFor();
  await act(opened, 0, 'done');
  await asked(east, 'Osaka');
  line.mend();
  await asked(osaka, 'Osaka moves');
  expect(await osaka.locator('.prompt').innerText()).not.toContain('Waiting');
  await osaka.getByRole('log', { name: 'Log' }).filter({ hasText: 'Osaka moves' }).waitFor();

  // And it is his move now, over the new line.
  await whole(osaka);
  const other = new Hand(osaka);
  await other.piece('kimura_M1');
  await asked(osaka, 'Where does Kimura mounted 1 go?');
});
