/** Where we are: the lobby, a table, perhaps at a moment of its past, a book, or where a letter led. */
export type Where =
  | { page: 'lobby' }
  | { page: 'notices' }
  | { page: 'verify'; table: string | null }
  | { page: 'rules'; system: string; rule: string | null }
  | { page: 'example'; system: string; name: string }
  | { page: 'table'; table: string; at: number | null }
  | { page: 'unknown' };

function parse(): Where {
  if (/^\/verify\/?$/.test(location.pathname)) {
    return { page: 'verify', table: new URLSearchParams(location.search).get('table') };
  }
  if (/^\/notices\/?$/.test(location.pathname)) return { page: 'notices' };
  const [, place, system, name] = location.pathname.split('/').map(decodeURIComponent);
  if (place === 'rules' && system && !name) {
    return { page: 'rules', system, rule: decodeURIComponent(location.hash.slice(1)) || null };
  }
  if (place === 'examples' && system && name) return { page: 'example', system, name };
  const found = /^\/t\/([^/]+)\/?$/.exec(location.pathname);
  if (found?.[1] === undefined) return { page: location.pathname === '/' ? 'lobby' : 'unknown' };
  const at = new URLSearchParams(location.search).get('at');
  return { page: 'table', table: decodeURIComponent(found[1]), at: at === null ? null : Number(at) };
}

/** The token of a seat link, taken out of the address bar. */
export function takeToken(): string | null {
  const found = /^#seat=(.+)$/.exec(location.hash);
  if (found?.[1] === undefined) return null;
  history.replaceState(history.state, '', location.pathname + location.search);
  return decodeURIComponent(found[1]);
}

class Router {
  where: Where = $state.raw(parse());

  constructor() {
    addEventListener('popstate', () => {
      this.where = parse();
    });
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.where = parse();
    scrollTo(0, 0);
  }

  /** Writes the moment into the address without leaving the page. */
  mark(table: string, at: number | null): void {
    history.replaceState(null, '', `/t/${encodeURIComponent(table)}${at === null ? '' : `?at=${at}`}`);
  }
}

export const router = new Router();
export const verifyPath = (table: string) => `/verify?table=${encodeURIComponent(table)}`;
export const rulesPath = (system: string, rule: string | null = null) =>
  `/rules/${encodeURIComponent(system)}${rule === null ? '' : `#${encodeURIComponent(rule)}`}`;
export const examplePath = (system: string, name: string) =>
  `/examples/${encodeURIComponent(system)}/${encodeURIComponent(name)}`;
export const tablePath = (table: string) => `/t/${encodeURIComponent(table)}`;

/** For links: goes there without loading the page anew. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = event.currentTarget;
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  router.go(link.pathname + link.search + link.hash);
}
