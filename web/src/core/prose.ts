/** Markdown-lite: paragraphs, headings, emphasis, code, lists, tables. It makes a tree, never HTML. */
export type Span =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'rule'; rule: string }
  | { kind: 'strong' | 'em'; spans: Span[] };

export type Block =
  | { kind: 'paragraph'; spans: Span[] }
  | { kind: 'heading'; spans: Span[] }
  | { kind: 'quote'; spans: Span[] }
  | { kind: 'list'; ordered: boolean; items: Span[][] }
  | { kind: 'table'; head: Span[][]; rows: Span[][][] };

const INLINE = /\*\*(.+?)\*\*|\*(?!\s)(.+?)\*|`([^`]+)`|\[([0-9][\w().-]*)\]/;

export function spans(text: string): Span[] {
  const out: Span[] = [];
  let rest = text;
  while (rest !== '') {
    const found = INLINE.exec(rest);
    if (found === null) {
      out.push({ kind: 'text', text: rest });
      break;
    }
    if (found.index > 0) out.push({ kind: 'text', text: rest.slice(0, found.index) });
    const [all, strong, em, code, rule] = found;
    if (strong !== undefined) out.push({ kind: 'strong', spans: spans(strong) });
    else if (em !== undefined) out.push({ kind: 'em', spans: spans(em) });
    else if (code !== undefined) out.push({ kind: 'code', text: code });
    else if (rule !== undefined) out.push({ kind: 'rule', rule });
    rest = rest.slice(found.index + all.length);
  }
  return out;
}

function cells(line: string): Span[][] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => spans(cell.trim()));
}

const ITEM = /^\s*(?:[-*]|(\d+)[.)])\s+(.*)$/;
const TABLE_RULE = /^\s*\|?[\s:|-]+\|?\s*$/;

/** Han, kana, and the punctuation between them. */
const WIDE = /[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]/;

/** The lines of a paragraph as one: with a space between words, with none between Japanese characters. */
function joined(lines: string[]): string {
  return lines.reduce((text, line) => {
    const apart = WIDE.test(text.slice(-1)) && WIDE.test(line.charAt(0)) ? '' : ' ';
    return text === '' ? line : text + apart + line;
  }, '');
}

export function blocks(text: string): Block[] {
  const out: Block[] = [];
  const lines = text.replace(/\r/g, '').split('\n');
  let para: string[] = [];
  const flush = () => {
    if (para.length > 0) out.push({ kind: 'paragraph', spans: spans(joined(para)) });
    para = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const item = ITEM.exec(line);
    const heading = /^#{1,6}\s+(.*)$/.exec(line);
    if (line.trim() === '') {
      flush();
    } else if (heading !== null) {
      flush();
      out.push({ kind: 'heading', spans: spans(heading[1] ?? '') });
    } else if (line.startsWith('>')) {
      flush();
      out.push({ kind: 'quote', spans: spans(line.replace(/^>\s?/, '')) });
    } else if (
      line.trim().startsWith('|') &&
      TABLE_RULE.test(lines[at + 1] ?? '') &&
      (lines[at + 1] ?? '').includes('-')
    ) {
      flush();
      const rows: Span[][][] = [];
      const head = cells(line);
      at += 1;
      while ((lines[at + 1] ?? '').trim().startsWith('|')) {
        at += 1;
        rows.push(cells(lines[at] ?? ''));
      }
      out.push({ kind: 'table', head, rows });
    } else if (item !== null && para.length === 0) {
      const ordered = item[1] !== undefined;
      const last = out.at(-1);
      const afterItem = at > 0 && ((lines[at - 1] ?? '').trim() !== '' || last?.kind === 'list');
      if (last?.kind === 'list' && last.ordered === ordered && afterItem) last.items.push(spans(item[2] ?? ''));
      else out.push({ kind: 'list', ordered, items: [spans(item[2] ?? '')] });
    } else if (/^\s+\S/.test(line) && para.length === 0 && out.at(-1)?.kind === 'list') {
      const list = out.at(-1);
      if (list?.kind === 'list') list.items.at(-1)?.push(...spans(` ${line.trim()}`));
    } else {
      para.push(line.trim());
    }
  }
  flush();
  return out;
}

/** The words alone, for searching. */
export function plain(text: string): string {
  return text.replace(/[*`|#]/g, '');
}

/** A line of a program or a log as a sentence: a capital at its beginning, a full stop at its end. */
export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…。！？」）]$/.test(capital) ? capital : `${capital}.`;
}

/** The number of a rule as players cite it: without the word by which programs tell its parts apart. */
export const cited = (rule: string): string => rule.replace(/\.[a-z][a-z-]*$/, '');
