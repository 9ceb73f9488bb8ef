import { describe, expect, it } from 'vitest';
import { parcels } from './chunks';

describe('a long path', () => {
  it('is cut by where its strokes lie', () => {
    expect(parcels('m10 10 5 5m1000 0-5.5.5')).toEqual(['M10 10 15 15', 'M1015 15 1009.5 15.5']);
  });
  it('keeps strokes of one parcel together, absolute or relative', () => {
    expect(parcels('M10 10l5 5M20 20l-3-3')).toEqual(['M10 10 15 15M20 20 17 17']);
  });
  it('is left alone when it has curves or closed rings', () => {
    expect(parcels('M0 0c1 2 3 4 5 6')).toBeNull();
    expect(parcels('m0 0 5 5 5-5z')).toBeNull();
  });
  it('loses no stroke of a long line', () => {
    const d = `m0 0${' 30 0'.repeat(40)}`;
    const ends = parcels(d)!.join('').match(/M/g)!.length;
    expect(ends).toBe(4);
    expect(parcels(d)!.join('')).toContain('1200 0');
  });
});
