// What a key on the board asks for.

import { ARROWS } from './cursor';
import type { Arrow } from './ground/ahead';

export type Command =
  | { do: 'step'; arrow: Arrow; leap: boolean }
  | { do: 'zoom'; factor: number }
  | { do: 'fit' }
  | { do: 'ruler' }
  | { do: 'ghost' }
  | { do: 'turn'; by: 1 | -1 }
  | { do: 'files'; by: 1 | -1 }
  /** `hold`: at the end of the round stay there instead of going out of the board. */
  | { do: 'round'; by: 1 | -1; hold: boolean }
  | { do: 'end'; by: 1 | -1 }
  | { do: 'act' }
  | { do: 'away' };

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

export function commandOf({ key, shiftKey, ctrlKey, metaKey, altKey }: Key): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  const arrow = ARROWS[key];
  if (arrow) return { do: 'step', arrow, leap: shiftKey };
  switch (key) {
    case '+':
    case '=':
      return { do: 'zoom', factor: 1.4 };
    case '-':
    case '_':
      return { do: 'zoom', factor: 1 / 1.4 };
    case 'm':
      return { do: 'ruler' };
    case 'g':
      return { do: 'ghost' };
    case 'q':
    case ',':
      return { do: 'turn', by: -1 };
    case 'e':
    case '.':
      return { do: 'turn', by: 1 };
    case '[':
      return { do: 'files', by: -1 };
    case ']':
      return { do: 'files', by: 1 };
    case '0':
      return { do: 'fit' };
    case 'Tab':
      return { do: 'round', by: shiftKey ? -1 : 1, hold: false };
    case 'n':
      return { do: 'round', by: 1, hold: true };
    case 'p':
      return { do: 'round', by: -1, hold: true };
    case 'Home':
      return { do: 'end', by: 1 };
    case 'End':
      return { do: 'end', by: -1 };
    case 'Enter':
    case ' ':
      return { do: 'act' };
    case 'Escape':
      return { do: 'away' };
    default:
      return null;
  }
}
