import type { Times } from '../wire';

/** Seconds left in the bank of a seat at this moment; `null` without a clock. */
export function leftOf(times: { told: Times; at: number } | null, seat: number, now: number): number | null {
  const told = times?.told.left?.[seat];
  if (times === null || told === undefined) return null;
  const passed = times.told.running[seat] === true ? Math.max(0, now - times.at) / 1000 : 0;
  return Math.max(0, Math.floor(told - passed));
}

/** Is nothing left to a seat that is asked? What was told is rounded up, so this is never said too early. */
export function isSpent(times: { told: Times; at: number } | null, seat: number, now: number): boolean {
  const told = times?.told.left?.[seat];
  return times !== null && told !== undefined && times.told.running[seat] === true && (now - times.at) / 1000 >= told;
}

/** "3 d 4 h", "2 h 05 min", "4:07" */
export function clockText(seconds: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  const days = Math.floor(seconds / 86_400);
  const hours = Math.floor((seconds % 86_400) / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${two(minutes)} min`;
  return `${minutes}:${two(seconds % 60)}`;
}
