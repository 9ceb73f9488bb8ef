// The drawn map of a ground, put into the page. Inline, so that grid and names can follow the zoom; it is
// drawn once and then only moved.

import { cutLongPaths } from './chunks';

const prepared = new Map<string, Promise<SVGSVGElement>>();

/** A copy of its own of the map at an address. */
export async function loadPicture(url: string): Promise<SVGSVGElement> {
  let picture = prepared.get(url);
  if (!picture) {
    picture = fetchPicture(url, prepared.size);
    prepared.set(url, picture);
    // A failure is not kept: the next board may find the server awake.
    picture.catch(() => prepared.delete(url));
  }
  return (await picture).cloneNode(true) as SVGSVGElement;
}

async function fetchPicture(url: string, n: number): Promise<SVGSVGElement> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`the map at ${url} could not be loaded: ${answer.status}`);
  const text = scoped(await answer.text(), `map${n}-`);
  const root = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement;
  if (!(root instanceof SVGSVGElement)) throw new Error(`the map at ${url} is no SVG`);
  prepare(root);
  return document.importNode(root, true);
}

/** Two maps in one page must not take each other's clips and patterns. */
export function scoped(svg: string, prefix: string): string {
  return svg
    .replace(/(\sid=")([^"]+)"/g, `$1${prefix}$2"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${prefix}$1)`)
    .replace(/(href=")#([^"]+)"/g, `$1#${prefix}$2"`);
}

function prepare(root: SVGSVGElement): void {
  // Numbers are drawn for the hexes in view only; the grain is laid over by style, not as data in the page.
  for (const extra of root.querySelectorAll('.num, .grain, script')) extra.remove();
  root.querySelector('[id$="gunbai-paper"]')?.remove();
  root.removeAttribute('width');
  root.removeAttribute('height');
  root.setAttribute('aria-hidden', 'true');
  root.setAttribute('focusable', 'false');
  cutLongPaths(root);
  for (const names of root.querySelectorAll('.names')) pairNames(names);
}

/** Kanji and the romaji beneath become one group that is scaled about its middle. */
function pairNames(names: Element): void {
  const texts = [...names.children].filter((child) => child.tagName === 'text');
  for (let i = 0; i < texts.length; i += 1) {
    const first = texts[i]!;
    const second = texts[i + 1];
    const pair = first.getAttribute('font-weight') === '700' && second ? [first, second] : [first];
    i += pair.length - 1;
    const group = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    group.setAttribute('class', 'name');
    group.style.transformOrigin = `${pair[0]!.getAttribute('x')}px ${pair[0]!.getAttribute('y')}px`;
    first.replaceWith(group);
    group.append(...pair);
  }
}
