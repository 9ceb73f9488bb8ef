// Terrain words of every system as the few things the pen can draw; see crates/draw/src/terrain.rs.

export type Relief = 'flat' | 'marsh' | 'wood' | 'hill' | 'mountain' | 'peak' | 'mound' | 'water' | 'town';

const WORDS: Readonly<Record<string, Relief>> = {
  marsh: 'marsh',
  swamp: 'marsh',
  bog: 'marsh',
  wood: 'wood',
  woods: 'wood',
  forest: 'wood',
  hill: 'hill',
  hills: 'hill',
  rough: 'hill',
  slope: 'hill',
  ridge: 'hill',
  mountain: 'mountain',
  mountains: 'mountain',
  peak: 'peak',
  summit: 'peak',
  kofun: 'mound',
  large_river: 'water',
  water: 'water',
  sea: 'water',
  lake: 'water',
  river: 'water',
  pond: 'water',
  village: 'town',
  town: 'town',
  building: 'town',
  castle: 'town',
};

/** An unknown word is drawn as flat ground: its name is written anyway. */
export const reliefOf = (word: string): Relief => WORDS[word] ?? 'flat';

/** Words as people read them: `large_river` is "large river". */
export const readable = (word: string): string => word.replaceAll('_', ' ').replaceAll('-', ' ');
