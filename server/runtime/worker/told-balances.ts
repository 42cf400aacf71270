import type { Balance } from '../../../core/contract/trading.ts';
import type { ToldBalances } from './worker-protocol.ts';

/** What is to be told of balances after others; a balance changes by being replaced. Null: nothing. */
export function balancesToTell(before: readonly Balance[] | undefined, now: readonly Balance[]): ToldBalances | null {
  if (before === now) return null;
  if (before === undefined || before.length !== now.length) return { all: now };
  const changed = now.flatMap((balance, place) => (balance === before[place] ? [] : [[place, balance] as const]));
  return changed.length === 0 ? null : { changed };
}

export function balancesAfter(before: readonly Balance[], told: ToldBalances | null): readonly Balance[] {
  if (told === null) return before;
  if ('all' in told) return told.all;
  const now = [...before];
  for (const [place, balance] of told.changed) now[place] = balance;
  return now;
}
