import { keep, kept } from './keep';

/** What the person at this browser wants to be called: typed once, kept here; an account's name if nothing was typed. */
class Me {
  private typed = $state(kept('name', ''));
  private signed = $state(kept('account-name', ''));

  get name(): string {
    return this.typed === '' ? this.signed : this.typed;
  }
  set name(name: string) {
    this.typed = name.trim().slice(0, MOST);
    keep('name', this.typed === '' ? undefined : this.typed);
  }

  /** The account that is signed in here; `null` after signing out. */
  signedIn(name: string | null): void {
    this.signed = name ?? '';
    keep('account-name', name ?? undefined);
  }
}

/** Letters of a name. */
export const MOST = 24;
export const me = new Me();
