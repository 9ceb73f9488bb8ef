import { describe, expect, test } from 'vitest';
import { blocks, cited, sentence, spans } from '../core/prose';

describe('markdown-lite', () => {
  test('emphasis, code and rule numbers', () => {
    expect(spans('a **b *c*** `d`')).toMatchObject([
      { kind: 'text', text: 'a ' },
      { kind: 'strong' },
      { kind: 'text' },
      { kind: 'code', text: 'd' },
    ]);
    expect(spans('see [9-2(1)].')).toEqual([
      { kind: 'text', text: 'see ' },
      { kind: 'rule', rule: '9-2(1)' },
      { kind: 'text', text: '.' },
    ]);
  });

  test('markup of the web stays words', () => {
    const [block] = blocks('<img src=x onerror=alert(1)> & <b>');
    expect(block).toEqual({ kind: 'paragraph', spans: [{ kind: 'text', text: '<img src=x onerror=alert(1)> & <b>' }] });
  });

  test('lines of a paragraph join, an empty line parts', () => {
    expect(blocks('a\nb\n\nc').map((block) => block.kind)).toEqual(['paragraph', 'paragraph']);
  });

  test('lists, with a line that goes on', () => {
    expect(blocks('- one\n  more\n- two\n\n1. first')).toMatchObject([
      { kind: 'list', ordered: false, items: [[{ text: 'one' }, { text: ' more' }], [{ text: 'two' }]] },
      { kind: 'list', ordered: true, items: [[{ text: 'first' }]] },
    ]);
  });

  test('tables', () => {
    expect(blocks('| a | b |\n|---|---|\n| 1 | **2** |\nafter')).toMatchObject([
      { kind: 'table', head: [[{ text: 'a' }], [{ text: 'b' }]], rows: [[[{ text: '1' }], [{ kind: 'strong' }]]] },
      { kind: 'paragraph' },
    ]);
  });

  test('a lone star or pipe is itself', () => {
    expect(spans('2 * 3 * 4')).toEqual([{ kind: 'text', text: '2 * 3 * 4' }]);
    expect(blocks('| not a table')).toMatchObject([{ kind: 'paragraph' }]);
  });
});

test('errors of a program become sentences, and rules are cited without the words of programs', () => {
  expect(sentence('no seat is open')).toBe('No seat is open.');
  expect(sentence('Is it over?')).toBe('Is it over?');
  expect(sentence('大坂方が投了した。')).toBe('大坂方が投了した。');
  expect(cited('9-2-1.none')).toBe('9-2-1');
  expect(cited('36.6.end')).toBe('36.6');
  expect(cited('A-10.F')).toBe('A-10.F');
  expect(cited('15.1-2b')).toBe('15.1-2b');
});

test('lines of Japanese are joined without a space', () => {
  const text = '敵の隣に入ったユニットは、\nそこで止まる。\nLatin words\nkeep theirs';
  const line = '敵の隣に入ったユニットは、そこで止まる。 Latin words keep theirs';
  expect(blocks(text)).toEqual([{ kind: 'paragraph', spans: [{ kind: 'text', text: line }] }]);
});
