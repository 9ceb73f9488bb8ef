import { describe, expect, it } from 'vitest';
import { leapt, meant, round, stepped } from './cursor';
import { fanOut } from './fan';
import { worldOf } from './ground/world';
import { hit } from './hit';
import { commandOf } from './keys';
import { lightsOf } from './lights';
import { scoped } from './picture';
import { arrange, NOTHING } from './pieces/arrange';
import { dressOf } from './pieces/states';
import { describe as describeThing } from './speech';
import { pieceId, spotOf, thingOf } from './things';
import type { Lit } from './types';
import { madeHexes, madePiece } from './workbench/synthetic';

const made = madeHexes(8, 6, 0);
const world = worldOf(made.boards, made.grounds);
const pieces = [madePiece(0, '0202'), madePiece(1, '0404'), madePiece(2, '0505'), madePiece(4, '0505')];
const arranged = arrange(world, pieces, new Map(), NOTHING);
const lit: Lit[] = [
  { thing: 'piece:ii_0', label: 'pick Ii' },
  { thing: 'place:0303', label: 'go there', cost: 3 },
  { thing: 'place:0303', label: 'go there by road', cost: 1 },
  { thing: 'piece:todo_1', label: 'attack', kind: 'target' },
  { thing: 'place:nowhere', label: 'lost' },
];
const lights = lightsOf(lit, world, arranged);
const field = { world, arranged, lights, fan: null, k: 1 };

describe('things', () => {
  it('are read with and without their kind, and with boards', () => {
    expect(thingOf('place:D:0113')).toEqual({ kind: 'place', id: 'D:0113' });
    expect(thingOf('D:0113')).toEqual({ kind: 'place', id: 'D:0113' });
    expect(thingOf('piece:goto_G1')).toEqual({ kind: 'piece', id: 'goto_G1' });
    expect(pieceId('goto_G1')).toBe('goto_G1');
    expect(spotOf('-120,45')).toEqual({ x: -120, y: 45 });
    expect(spotOf('here')).toBeNull();
  });
});

describe('lights', () => {
  it('take the cheapest of several choices, and leave out what lies on no board', () => {
    expect(lights.byThing.get('place:0303')!.cost).toBe(1);
    expect(lights.order.map((light) => light.lit.thing)).toEqual(['piece:ii_0', 'piece:todo_1', 'place:0303']);
    expect(lights.targetPieces).toHaveLength(1);
  });
});

describe('a hit', () => {
  const seat = (label: string) => world.seat(label)!;
  it('is the piece on its counter, lit or not', () => {
    expect(hit(field, seat('0202'), 0).thing).toBe('piece:ii_0');
    expect(hit(field, seat('0505'), 0).thing).toBe('piece:kimura_4');
  });
  it('is the one lit piece of a hex beside its counter too', () => {
    const p = seat('0202');
    expect(hit(field, { x: p.x + 29, y: p.y }, 0).thing).toBe('piece:ii_0');
  });
  it('is the place where nothing stands', () => {
    expect(hit(field, seat('0303'), 0)).toEqual({ thing: 'place:0303', place: '0303', piece: null });
    expect(hit(field, { x: 2, y: 2 }, 0).thing).toBeNull();
  });
  it('gives a finger the lit thing it just missed', () => {
    const p = seat('0303');
    const beside = { x: p.x, y: p.y - 40 };
    expect(hit(field, beside, 0).thing).toBe('place:0302');
    expect(hit(field, beside, 50).thing).toBe('place:0303');
  });
  it('reaches every piece of a stack in its fan', () => {
    const fan = fanOut(
      '0505',
      arranged.stacks.get('0505')!,
      seat('0505'),
      { from: { x: 0, y: 0 }, to: { x: 900, y: 900 } },
      0.5,
    );
    expect(fan.slots.map((slot) => slot.piece.id)).toEqual(['kimura_4', 'sanada_2']);
    expect(fan.slots[0]!.size * 0.5).toBeGreaterThanOrEqual(44);
    const under = fan.slots[1]!;
    expect(hit({ ...field, fan }, under, 0).thing).toBe('piece:sanada_2');
  });
});

describe('the cursor', () => {
  it('steps over hexes, also from a piece', () => {
    expect(stepped('place:0303', 'down', field)).toBe('place:0304');
    expect(stepped('piece:ii_0', 'right', field)).toBe('place:0302');
    expect(stepped('place:0101', 'up', field)).toBeNull();
  });
  it('leaps to what is lit, and goes round it', () => {
    expect(leapt('place:0201', 'down', field)).toBe('piece:ii_0');
    expect(round(null, 1, lights)).toBe('piece:ii_0');
    expect(round('piece:ii_0', 1, lights)).toBe('piece:todo_1');
    expect(round('place:0303', 1, lights)).toBeNull();
    expect(round(null, -1, lights)).toBe('place:0303');
  });
  it('means on Enter what a click would', () => {
    expect(meant('place:0202', field)).toBe('piece:ii_0');
    expect(meant('place:0303', field)).toBe('place:0303');
    expect(meant('place:0101', field)).toBe('place:0101');
  });
  it('is spoken in full', () => {
    const text = describeThing('place:0202', field);
    expect(text).toContain('Hex 0202');
    expect(text).toContain(pieces[0]!.label);
    expect(text).toContain('May be chosen: pick Ii');
    expect(describeThing('place:0303', field)).toContain('cost 1');
  });
});

describe('keys', () => {
  const key = (name: string, shiftKey = false) =>
    commandOf({ key: name, shiftKey, ctrlKey: false, metaKey: false, altKey: false });
  it('are commands, unless held with control', () => {
    expect(key('ArrowLeft')).toEqual({ do: 'step', arrow: 'left', leap: false });
    expect(key('Tab', true)).toEqual({ do: 'round', by: -1, hold: false });
    expect(key('u')).toBeNull();
    expect(commandOf({ key: '+', shiftKey: false, ctrlKey: true, metaKey: false, altKey: false })).toBeNull();
  });
});

describe('states', () => {
  it('have a shape or a seal, and unknown words a seal with their letter', () => {
    expect(dressOf(['acted'])).toEqual({ shapes: new Set(['veil']), morale: null, seals: [] });
    expect(dressOf(['pinned']).seals[0]).toMatchObject({ sign: '縛', word: 'pinned' });
    expect(dressOf(['cut-off']).shapes).toEqual(new Set(['cut']));
    expect(dressOf(['bewildered']).seals[0]).toMatchObject({ sign: 'B', word: 'bewildered' });
    expect(dressOf(['morale-2']).morale).toBe('2');
    expect(dressOf(null).seals).toEqual([]);
  });
  it('put each seal in a place of its own', () => {
    const { seals } = dressOf(['pinned', 'held', 'no-command', 'marked']);
    expect(new Set(seals.map((seal) => `${seal.x},${seal.y}`)).size).toBe(4);
  });
});

it('keeps the ids of two maps apart', () => {
  const svg = '<svg><clipPath id="yao-ground"/><g clip-path="url(#yao-ground)"/><use href="#yao-ground"/></svg>';
  const out = scoped(svg, 'm1-');
  expect(out).toBe(
    '<svg><clipPath id="m1-yao-ground"/><g clip-path="url(#m1-yao-ground)"/><use href="#m1-yao-ground"/></svg>',
  );
});
