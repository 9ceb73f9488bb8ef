import type { Command, Failure, Question, Say, Tell } from './wire';

export const VERSION = 1;

/** The part of a WebSocket that is used, so that tests can bring their own. */
export interface SocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export type Timing = {
  later(run: () => void, ms: number): unknown;
  cancel(timer: unknown): void;
  random(): number;
};

export type LiveState = 'connecting' | 'open' | 'waiting' | 'refused' | 'closed';

export type LiveOptions = {
  url: string;
  token: string | null;
  since: number | null;
  ontell(tell: Tell): void;
  onstate(state: LiveState, why: Failure | null): void;
  open?: (url: string) => SocketLike;
  timing?: Timing;
};

/** What is said without its number, which the connection gives. */
export type Request = Command | Question;
export type Answer = Extract<Tell, { id: number }>;

/** A request that was not done, with the server's reason. */
export class Refused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

const browser: Timing = {
  later: (run, ms) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer as number),
  random: Math.random,
};

function webSocket(url: string): SocketLike {
  const socket = new WebSocket(url);
  const like: SocketLike = {
    send: (text) => socket.send(text),
    close: () => socket.close(),
    onopen: null,
    onmessage: null,
    onclose: null,
  };
  socket.onopen = () => like.onopen?.();
  socket.onmessage = (event) => like.onmessage?.({ data: event.data });
  socket.onclose = () => like.onclose?.();
  return like;
}

const offline: Failure = {
  code: 'offline',
  message: 'There is no connection to the table just now; it comes back by itself.',
  rule: null,
};

/** How long to wait before the next attempt, in milliseconds: doubling, with some chance in it. */
export function backoff(attempt: number, random: number): number {
  return Math.min(15_000, 300 * 2 ** attempt) * (0.7 + 0.6 * random);
}

/** One seat's (or watcher's) channel to a table. It comes back by itself and says what it saw last. */
export class Live {
  private socket: SocketLike | null = null;
  private pending = new Map<number, { done(answer: Answer): void; failed(why: Error): void }>();
  private nextId = 1;
  private attempt = 0;
  private timer: unknown = null;
  private welcomed = false;
  private since: number | null;
  state: LiveState = 'connecting';

  private readonly timing: Timing;
  private readonly open: (url: string) => SocketLike;

  constructor(private readonly options: LiveOptions) {
    this.timing = options.timing ?? browser;
    this.open = options.open ?? webSocket;
    this.since = options.since;
    this.connect();
  }

  private turn(state: LiveState, why: Failure | null = null): void {
    this.state = state;
    this.options.onstate(state, why);
  }

  private connect(): void {
    this.timer = null;
    this.welcomed = false;
    this.turn('connecting');
    const socket = this.open(this.options.url);
    this.socket = socket;
    socket.onopen = () => {
      const hello: Say = { say: 'hello', version: VERSION, token: this.options.token, since: this.since };
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => {
      if (this.socket === socket && typeof event.data === 'string') this.hear(JSON.parse(event.data) as Tell);
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private lost(): void {
    this.socket = null;
    this.failAll(new Refused(offline));
    if (this.state === 'refused' || this.state === 'closed') return;
    this.turn('waiting');
    this.timer = this.timing.later(() => this.connect(), backoff(this.attempt, this.timing.random()));
    this.attempt += 1;
  }

  private failAll(why: Error): void {
    const all = [...this.pending.values()];
    this.pending.clear();
    for (const one of all) one.failed(why);
  }

  private hear(tell: Tell): void {
    switch (tell.tell) {
      case 'welcome':
        this.welcomed = true;
        this.attempt = 0;
        this.since = tell.sight.seq;
        this.options.ontell(tell);
        this.turn('open');
        return;
      case 'news':
        this.since = tell.seq;
        this.options.ontell(tell);
        return;
      case 'no':
        if (!this.welcomed) {
          this.turn('refused', tell.error);
          this.socket?.close();
          return;
        }
        this.pending.get(tell.id)?.failed(new Refused(tell.error));
        this.pending.delete(tell.id);
        return;
      default:
        // Something that waits its turn is not answered yet.
        if ('id' in tell && tell.tell !== 'waiting') {
          this.pending.get(tell.id)?.done(tell);
          this.pending.delete(tell.id);
        } else {
          this.options.ontell(tell);
        }
    }
  }

  /** Says something and waits for its answer; throws [`Refused`] if it was not done. */
  ask(request: Request): Promise<Answer> {
    const socket = this.socket;
    if (socket === null || this.state !== 'open') return Promise.reject(new Refused(offline));
    const id = this.nextId;
    this.nextId += 1;
    return new Promise((done, failed) => {
      this.pending.set(id, { done, failed });
      socket.send(JSON.stringify({ ...request, id }));
    });
  }

  /** Tries again now, for instance when the window comes back to the front. */
  wake(): void {
    if (this.timer === null) return;
    this.timing.cancel(this.timer);
    this.attempt = 0;
    this.connect();
  }

  close(): void {
    this.turn('closed');
    if (this.timer !== null) this.timing.cancel(this.timer);
    this.timer = null;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.failAll(new Refused(offline));
  }
}
