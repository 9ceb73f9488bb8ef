// Crests, glyphs, figures and side patterns as one hidden SVG of symbols that every board and panel refers to.

import figures from '../../../data/art/figures.svg?raw';

const crestFiles = import.meta.glob<string>('../../../data/art/mon/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const glyphFiles = import.meta.glob<string>('../../../data/art/glyph/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

function named(files: Record<string, string>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(files).map(([path, svg]) => [path.slice(path.lastIndexOf('/') + 1, -'.svg'.length), svg]),
  );
}

const crests = named(crestFiles);
const glyphs = named(glyphFiles);

/** The `href` of a house crest, if it is drawn. */
export const crestHref = (mon: string): string | null => (crests.has(mon) ? `#gunbai-mon-${mon}` : null);
/** The `href` of the picture of an arm, if it is drawn. */
export const glyphHref = (glyph: string): string | null => (glyphs.has(glyph) ? `#gunbai-glyph-${glyph}` : null);

/** Vertical bars, diagonals, dots, waves, lattice, nothing: sides differ without their colours. */
const PATTERNS: readonly (readonly [string, string])[] = [
  ['bars', 'width="4" height="4"><path d="M1 0v4" stroke="#fff" stroke-opacity=".42" stroke-width="1.1"/>'],
  [
    'slant',
    'width="5" height="5" patternTransform="rotate(45)"><path d="M1 0v5" stroke="#fff" stroke-opacity=".42" stroke-width="1.5"/>',
  ],
  ['dots', 'width="5" height="5"><circle cx="1.5" cy="1.5" r="1" fill="#241e17" fill-opacity=".55"/>'],
  ['waves', 'width="8" height="4"><path d="M0 3q2-3 4 0t4 0" fill="none" stroke="#fff" stroke-opacity=".5"/>'],
  ['lattice', 'width="5" height="5"><path d="M0 0l5 5M5 0l-5 5" stroke="#fff" stroke-opacity=".4" stroke-width=".8"/>'],
  ['plain', 'width="6" height="6">'],
  // Hatching over whole hexes, in the side's own colour and direction.
  ['hatch-1', 'width="9" height="9"><path d="M2 0v9" stroke="var(--side-1)" stroke-width="2.2"/>'],
  [
    'hatch-2',
    'width="9" height="9" patternTransform="rotate(45)"><path d="M2 0v9" stroke="var(--side-2)" stroke-width="2.2"/>',
  ],
  ['hatch-3', 'width="9" height="9"><circle cx="4" cy="4" r="1.9" fill="var(--side-3)"/>'],
  [
    'hatch-4',
    'width="14" height="8"><path d="M0 6q3.5-5 7 0t7 0" fill="none" stroke="var(--side-4)" stroke-width="1.8"/>',
  ],
  ['hatch-5', 'width="9" height="9"><path d="M0 0l9 9M9 0l-9 9" stroke="var(--side-5)" stroke-width="1.6"/>'],
  ['hatch-6', 'width="9" height="9"><path d="M0 4h5" stroke="var(--ink-3)" stroke-width="1.8"/>'],
  // Terrain where hexes are filled exactly.
  [
    'fill-marsh',
    'width="22" height="16"><path d="M2 5h9M13 13h7" stroke="#5c8a91" stroke-width="1.4"/><path d="M5 4l-1.5-4M7 4v-4M16 12l1.5-4" stroke="#4b6440" stroke-width="1.2"/>',
  ],
  [
    'fill-wood',
    'width="18" height="18"><path d="M5 9a4 4 0 1 1 .1 0zM14 17a4 4 0 1 1 .1 0z" fill="none" stroke="#46512c" stroke-width="1.2"/>',
  ],
  ['fill-hill', 'width="16" height="14"><path d="M3 9l3-5M9 12l3-5" stroke="#4a3b28" stroke-width="1.1"/>'],
  ['fill-mountain', 'width="20" height="18"><path d="M2 13l5-9l5 9" fill="none" stroke="#4a3b28" stroke-width="1.3"/>'],
  [
    'fill-peak',
    'width="20" height="18"><path d="M2 14l6-11l6 11zM5 14l3-5l3 5" fill="none" stroke="#241e17" stroke-width="1.3"/>',
  ],
  [
    'fill-water',
    'width="24" height="10"><path d="M0 5q6-5 12 0t12 0" fill="none" stroke="#2f5566" stroke-width="1.1"/>',
  ],
  [
    'fill-mound',
    'width="20" height="18"><path d="M8 9a4 4 0 1 1 4-3l4 6h-8z" fill="none" stroke="#46512c" stroke-width="1.3"/>',
  ],
  [
    'fill-town',
    'width="18" height="16"><path d="M4 12V8l4-4l4 4v4z" fill="none" stroke="#8c3a24" stroke-width="1.2"/>',
  ],
];

const inner = (svg: string): string => svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));

/** Without a clip of its own: two clips for each of six hundred uses are dear to a compositor. */
function symbol(kind: string, size: number, files: ReadonlyMap<string, string>): string {
  return [...files]
    .map(
      ([name, svg]) =>
        `<symbol id="gunbai-${kind}-${name}" viewBox="0 0 ${size} ${size}" overflow="visible" fill="currentColor" fill-rule="evenodd">${inner(svg)}</symbol>`,
    )
    .join('');
}

const ID = 'gunbai-symbols';

/** The `href` of a figure, a banner, a tree: the ids of data/art/figures.svg. */
export const symbolHref = (name: string): string => `#gunbai-${name}`;

const DEFS = /<defs>(.*)<\/defs>/s;
const figureSymbols = (): string => (DEFS.exec(figures)?.[1] ?? '').replaceAll('id="', 'id="gunbai-');

const parsed = (text: string): Element => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${text}</svg>`;
  // Parsed as XML: these are our own files, and nothing in them can run.
  return document.importNode(new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement, true);
};

const defined = new Map<string, string>();
let put: Element | null = null;

/** A symbol made of others, once; its `href`. */
export function define(id: string, body: () => string): string {
  if (!defined.has(id)) {
    const text = `<g id="gunbai-${id}">${body()}</g>`;
    defined.set(id, text);
    put?.append(...parsed(text).childNodes);
  }
  return symbolHref(id);
}

/** What has been defined so far, for drawings that stand alone. */
export const definitions = (): string => [...defined.values()].join('');

/** Puts the symbols into the page, once. `<use href={crestHref('ii')}>` then works anywhere in it. */
export function ensureSymbols(): void {
  if (document.getElementById(ID)) return;
  const patterns = PATTERNS.map(
    ([name, rest]) => `<pattern id="gunbai-${name}" patternUnits="userSpaceOnUse" ${rest}</pattern>`,
  ).join('');
  const all = patterns + symbol('mon', 100, crests) + symbol('glyph', 48, glyphs) + figureSymbols() + definitions();
  const root = parsed(`<defs>${all}</defs>`);
  root.id = ID;
  for (const [name, value] of [
    ['width', '0'],
    ['height', '0'],
    ['aria-hidden', 'true'],
  ] as const)
    root.setAttribute(name, value);
  (root as SVGSVGElement).style.position = 'absolute';
  put = root.firstElementChild;
  document.body.append(root);
}
