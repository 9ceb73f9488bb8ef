import type { Book } from '../wire';

/** The paragraph of this id, or the nearest one above it: 9-2-1(3) → 9-2-1 → 9-2. */
export function resolve(book: Book, id: string): { chapter: number; rule: string } | null {
  for (
    let wish = id;
    wish !== '';
    wish = wish.includes('(') ? wish.slice(0, wish.lastIndexOf('(')) : wish.split(/[-.]/).slice(0, -1).join('-')
  ) {
    const chapter = book.chapters.findIndex((one) => one.rules.some((rule) => rule.id === wish));
    if (chapter >= 0) return { chapter, rule: wish };
  }
  return null;
}
