import { sentence } from './core/prose';
import { Refused } from './live';
import type {
  Account,
  Book,
  Demonstration,
  Failure,
  Ground,
  Guide,
  Joined,
  Lobby,
  Log,
  LuckPage,
  NewLink,
  NewTable,
  Notify,
  Opened,
  PastGame,
  Rematch,
  SaidLuck,
  Sight,
  TableCard,
  ToldStep,
} from './wire';

async function call<T>(path: string, token: string | null = null, body?: unknown): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== null) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const init: RequestInit = { headers };
  if (body !== undefined) {
    init.method = 'POST';
    init.body = JSON.stringify(body);
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw new Refused({ code: 'offline', message: 'The server does not answer.', rule: null });
  }
  if (!answer.ok) throw new Refused(await failureOf(answer));
  return (await answer.json()) as T;
}

async function failureOf(answer: Response): Promise<Failure> {
  try {
    const body = (await answer.json()) as Partial<Failure> & { error?: Partial<Failure> };
    const said = body.error ?? body;
    if (typeof said.message === 'string') {
      return { code: said.code ?? 'unknown', message: said.message, rule: said.rule ?? null };
    }
  } catch {
    // Not JSON: fall through.
  }
  return { code: String(answer.status), message: `The server said ${answer.status}.`, rule: null };
}

/** What never changes is asked for once. */
const once = new Map<string, Promise<unknown>>();
function cached<T>(path: string): Promise<T> {
  const found = once.get(path);
  if (found !== undefined) return found as Promise<T>;
  const asked = call<T>(path);
  once.set(path, asked);
  asked.catch(() => once.delete(path));
  return asked;
}

const part = encodeURIComponent;

export const api = {
  lobby: () => call<Lobby>('/api/lobby'),
  tables: (ids: string[]) => call<TableCard[]>(`/api/tables?ids=${ids.map(part).join(',')}`),
  /** Is there a table at this address? A server that does not answer says nothing about it. */
  isThere: (table: string): Promise<boolean> =>
    fetch(`/t/${part(table)}`, { method: 'HEAD' }).then(
      (answer) => answer.status !== 404,
      () => true,
    ),
  open: (table: NewTable, token: string | null = null) => call<Opened>('/api/tables', token, table),
  sight: (table: string, token: string | null, at?: number) =>
    call<Sight>(`/api/tables/${part(table)}${at === undefined ? '' : `?at=${at}`}`, token),
  /** The log from its beginning, page by page. */
  story: async (table: string, token: string | null): Promise<ToldStep[]> => {
    const steps: ToldStep[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page: Log = await call<Log>(`/api/tables/${part(table)}/story?from=${from}`, token);
      steps.push(...page.steps);
      from = page.next;
    }
    return steps;
  },
  /** Every throw of a game that is over, page by page. */
  luck: async (table: string, token: string | null): Promise<SaidLuck[]> => {
    const throws: SaidLuck[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const page: LuckPage = await call<LuckPage>(`/api/tables/${part(table)}/luck?from=${from}`, token);
      throws.push(...page.throws);
      from = page.next;
    }
    return throws;
  },
  ground: (digest: string) => cached<Ground>(`/api/ground/${part(digest)}`),
  book: (system: string) => cached<Book>(`/api/rules/${part(system)}`),
  example: (system: string, name: string) => cached<Demonstration>(`/api/examples/${part(system)}/${part(name)}`),
  guide: (system: string, scenario: string) => cached<Guide>(`/api/guide/${part(system)}/${part(scenario)}`),
  newLink: (table: string, token: string) => call<NewLink>(`/api/tables/${part(table)}/new-link`, token, {}),
  /** Takes a seat that is open to anyone. */
  join: (table: string, name: string) => call<Joined>(`/api/tables/${part(table)}/join`, null, { name }),
  /** Opens the next game with the same people; their tokens open their seats there. */
  rematch: (table: string, token: string, swap: boolean) =>
    call<Rematch>(`/api/tables/${part(table)}/rematch`, token, { swap }),
  notify: (table: string, token: string, wishes: { webhook: string | null; email: string | null }) =>
    call<Notify>(`/api/tables/${part(table)}/notify`, token, wishes),
  notices: (what: 'confirm' | 'stop', table: string, seat: number, code: string) =>
    call<Notify>(`/api/notices/${what}`, null, { table, seat, code }),
  account: () => call<Account>('/api/account'),
  history: () => call<PastGame[]>('/api/account/history'),
  accountOpen: (name: string, passphrase: string) => call<Account>('/api/account/open', null, { name, passphrase }),
  accountEnter: (name: string, passphrase: string) => call<Account>('/api/account/enter', null, { name, passphrase }),
  accountLeave: () => call<null>('/api/account/leave', null, {}),
  accountPassphrase: (old: string, next: string) => call<Account>('/api/account/passphrase', null, { old, new: next }),
  accountEnd: (passphrase: string) => call<null>('/api/account/end', null, { passphrase }),
  gather: (table: string, token: string) => call<Account>('/api/account/seats', null, { table, token }),
  letGo: (table: string) => call<Account>('/api/account/let-go', null, { table }),
  sit: (table: string) => call<Opened>('/api/account/sit', null, { table }),
  record: async (table: string, token: string | null): Promise<string> => {
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`/api/tables/${part(table)}/record`, { headers });
    if (!answer.ok) throw new Refused(await failureOf(answer));
    return answer.text();
  },
};

/** The address of the live channel of a table. */
export function liveUrl(table: string): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return `${scheme}://${location.host}/api/tables/${part(table)}/live`;
}

export const thumbnail = (digest: string) => `/api/thumbnail/${part(digest)}.svg`;

/** What went wrong, as a sentence: errors of a program begin in lower case and have no full stop. */
export function wordsOf(error: unknown): Failure {
  const failure =
    error instanceof Refused
      ? error.failure
      : { code: 'unknown', message: error instanceof Error ? error.message : String(error), rule: null };
  return { ...failure, message: sentence(failure.message) };
}
