import { keep, kept } from './core/keep';

export type Theme = 'auto' | 'light' | 'dark';
export type Motion = 'auto' | 'full' | 'none';
type Kept = { theme: Theme; motion: Motion; pace: number; askBeforeEnd: boolean };

const start: Kept = { theme: 'auto', motion: 'auto', pace: 1, askBeforeEnd: true };

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
  }
}

export const settings = new Settings();
