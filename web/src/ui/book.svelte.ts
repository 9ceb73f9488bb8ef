/** Which paragraph of which rulebook is wanted. Chips anywhere set it; whoever shows the book watches it. */
class Wanted {
  system: string | null = $state(null);
  rule: string | null = $state(null);
  /** Counts up so that the same rule can be asked for again. */
  asked = $state(0);

  open(rule: string, system: string | null = this.system): void {
    this.system = system;
    this.rule = rule;
    this.asked += 1;
  }

  /** The book from its beginning. */
  book(system: string): void {
    this.system = system;
    this.rule = null;
    this.asked += 1;
  }
}

export const wanted = new Wanted();
