import { describe, expect, test } from 'vitest';
import { backoff, Live, type LiveState, Refused, type SocketLike } from '../live';
import type { Say, Sight, Tell } from '../wire';

class FakeSocket implements SocketLike {
  sent: Say[] = [];
  closed = false;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Say);
  }
  close() {
    this.closed = true;
    this.onclose?.();
  }
  tell(tell: unknown) {
    this.onmessage?.({ data: JSON.stringify(tell) });
  }
}

function setUp(since: number | null = null) {
  const sockets: FakeSocket[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const told: Tell[] = [];
  const states: LiveState[] = [];
  const live = new Live({
    url: 'ws://x',
    token: 'secret',
    since,
    ontell: (tell) => told.push(tell),
    onstate: (state) => states.push(state),
    open: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    timing: {
      later: (run, ms) => {
        const timer = { run, ms };
        timers.push(timer);
        return timer;
      },
      cancel: (timer) => timers.splice(timers.indexOf(timer as { run: () => void; ms: number }), 1),
      random: () => 0.5,
    },
  });
  const socket = () => sockets.at(-1) as FakeSocket;
  const welcome = (seq = 0) => socket().tell({ tell: 'welcome', sight: { seq } as Sight, missed: [] });
  return { live, sockets, socket, timers, told, states, welcome };
}

describe('a live channel', () => {
  test('says hello with version, token and what it saw last', () => {
    const { socket } = setUp(7);
    socket().onopen?.();
    expect(socket().sent).toEqual([{ say: 'hello', version: 1, token: 'secret', since: 7 }]);
  });

  test('gives each answer to the request it belongs to', async () => {
    const { live, socket, welcome } = setUp();
    welcome();
    const first = live.ask({ say: 'act', action: 'done', after: 3 });
    const second = live.ask({ say: 'why', thing: 'place:1' });
    expect(socket().sent.map((say) => ('id' in say ? say.id : 0))).toEqual([1, 2]);
    socket().tell({ tell: 'why', id: 2, said: null });
    socket().tell({ tell: 'done', id: 1, number: 4, head: 'ab' });
    expect((await second).tell).toBe('why');
    expect(await first).toMatchObject({ tell: 'done', number: 4 });
  });

  test('a refusal carries its rule', async () => {
    const { live, socket, welcome } = setUp();
    welcome();
    const asked = live.ask({ say: 'act', action: 'to 1', after: 3 });
    socket().tell({ tell: 'no', id: 1, error: { code: 'refused', message: 'too far', rule: '7-1' } });
    await expect(asked).rejects.toBeInstanceOf(Refused);
    await asked.catch((error: Refused) => expect(error.failure.rule).toBe('7-1'));
  });

  test('comes back after a loss, tells what it saw last, and fails what was pending', async () => {
    const { live, sockets, socket, timers, states, welcome } = setUp();
    welcome(4);
    socket().tell({ tell: 'news', seq: 5, steps: [], difference: {}, rest: {} });
    const pending = live.ask({ say: 'act', action: 'done', after: 1 });
    socket().onclose?.();
    await expect(pending).rejects.toThrow(/connection/);
    expect(timers).toHaveLength(1);
    timers.shift()?.run();
    expect(sockets).toHaveLength(2);
    socket().onopen?.();
    expect(socket().sent[0]).toMatchObject({ say: 'hello', since: 5 });
    welcome(9);
    expect(states).toEqual(['connecting', 'open', 'waiting', 'connecting', 'open']);
    socket().onclose?.();
    timers.shift()?.run();
    socket().onopen?.();
    expect(socket().sent[0]).toMatchObject({ since: 9 });
  });

  test('waits longer each time, but not for ever, and a welcome starts anew', () => {
    const { socket, timers, welcome } = setUp();
    const waits: number[] = [];
    for (let n = 0; n < 8; n += 1) {
      socket().onclose?.();
      const timer = timers.shift();
      waits.push(timer?.ms ?? 0);
      timer?.run();
    }
    expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(19_500);
    welcome();
    socket().onclose?.();
    expect(timers[0]?.ms).toBe(waits[0]);
    expect(backoff(0, 0)).toBeLessThan(backoff(0, 1));
  });

  test('a refused hello is final', () => {
    const { socket, timers, states } = setUp();
    socket().tell({ tell: 'no', id: 0, error: { code: 'version', message: 'too old' } });
    expect(socket().closed).toBe(true);
    expect(timers).toHaveLength(0);
    expect(states.at(-1)).toBe('refused');
  });

  test('nothing is said while there is no connection', async () => {
    const { live, socket, welcome } = setUp();
    await expect(live.ask({ say: 'overlays' })).rejects.toBeInstanceOf(Refused);
    welcome();
    socket().onclose?.();
    await expect(live.ask({ say: 'overlays' })).rejects.toBeInstanceOf(Refused);
  });

  test('a closed channel stays closed, and waking tries at once', () => {
    const { live, sockets, socket, timers, welcome } = setUp();
    welcome();
    socket().onclose?.();
    live.wake();
    expect(timers).toHaveLength(0);
    expect(sockets).toHaveLength(2);
    live.close();
    expect(timers).toHaveLength(0);
    expect(live.state).toBe('closed');
  });

  test('words of an older connection are not heard', () => {
    const { sockets, socket, timers, told, welcome } = setUp();
    welcome();
    socket().onclose?.();
    timers.shift()?.run();
    sockets[0]?.tell({ tell: 'chat', chat: { n: 1, seat: null, text: 'late', at: 0 } });
    expect(told.filter((tell) => tell.tell === 'chat')).toHaveLength(0);
  });
});
