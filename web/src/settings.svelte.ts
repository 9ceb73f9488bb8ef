import { keep, kept } from './core/keep';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'full' | 'none';
/** How fast the moves of others are shown. */
export const PACES: readonly number[] = [1, 2, 4];
type Kept = {
  theme: Theme;
  motion: Motion;
  pace: number;
  follow: boolean;
  askBeforeEnd: boolean;
  sound: boolean;
  notices: boolean;
};

const start: Kept = {
  theme: 'auto',
  motion: 'auto',
  pace: 1,
  follow: true,
  askBeforeEnd: true,
  sound: false,
  notices: false,
};

class Settings {
  private value: Kept = $state.raw({ ...start, ...kept<Partial<Kept>>('settings', {}) });
  private dark = matchMedia('(prefers-color-scheme: dark)');
  private still = matchMedia('(prefers-reduced-motion: reduce)');
  private systemStill = $state(this.still.matches);

  constructor() {
    this.dark.addEventListener('change', () => this.show());
    this.still.addEventListener('change', () => {
      this.systemStill = this.still.matches;
      this.show();
    });
    this.show();
  }

  get theme(): Theme {
    return this.value.theme;
  }
  set theme(theme: Theme) {
    this.set({ theme });
  }
  get motion(): Motion {
    return this.value.motion;
  }
  set motion(motion: Motion) {
    this.set({ motion });
  }
  get pace(): number {
    return this.value.pace;
  }
  set pace(pace: number) {
    this.set({ pace });
  }
  /** The camera goes where the others move. */
  get follow(): boolean {
    return this.value.follow;
  }
  set follow(follow: boolean) {
    this.set({ follow });
  }
  get sound(): boolean {
    return this.value.sound;
  }
  set sound(sound: boolean) {
    this.set({ sound });
  }
  /** A notification of the browser when it is the player's move and the tab is hidden. */
  get notices(): boolean {
    return this.value.notices;
  }
  set notices(notices: boolean) {
    this.set({ notices });
  }
  /** Ask before a phase ends with units that can still act. */
  get askBeforeEnd(): boolean {
    return this.value.askBeforeEnd;
  }
  set askBeforeEnd(askBeforeEnd: boolean) {
    this.set({ askBeforeEnd });
  }
  /** Nothing moves: everything is shown at once. */
  get calm(): boolean {
    return this.value.motion === 'none' || (this.value.motion === 'auto' && this.systemStill);
  }

  private set(change: Partial<Kept>): void {
    this.value = { ...this.value, ...change };
    keep('settings', this.value);
    this.show();
  }

  private show(): void {
    const dark = this.value.theme === 'dark' || (this.value.theme === 'auto' && this.dark.matches);
    document.documentElement.dataset.theme = dark ? 'dark' : 'light';
    document.documentElement.dataset.motion = this.calm ? 'none' : 'full';
    document.documentElement.dataset.pace = String(this.value.pace);
  }
}

export const settings = new Settings();
