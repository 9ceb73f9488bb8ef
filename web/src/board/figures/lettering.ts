// The width of words as the page writes them.

import { width } from '../pieces/lettering';

let pen: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();

/** In pixels; `font` is a weight and a size. Without a page an estimate. */
export function textWidth(text: string, font: string): number {
  const key = `${font} ${text}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const wide = measured(text, font);
  known.set(key, wide);
  return wide;
}

function measured(text: string, font: string): number {
  if (typeof document === 'undefined') return width(text) * Number.parseFloat(font.split(' ')[1] ?? '13');
  pen ??= document.createElement('canvas').getContext('2d');
  const family = getComputedStyle(document.documentElement).getPropertyValue('--f-text') || 'sans-serif';
  if (!pen) return width(text) * 13;
  pen.font = `${font} ${family}`;
  return pen.measureText(text).width;
}
