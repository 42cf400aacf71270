import { describe, expect, it } from 'vitest';
import { instanceStatusTable } from './instance-status.ts';
import { executionStatusTable } from './orders/execution-status.ts';
import { orderStatusTable } from './orders/order-status.ts';
import { canMove, IllegalTransition, isFinal, move, type StateTable } from './state-table.ts';

const tables: readonly StateTable<string>[] = [
  orderStatusTable,
  executionStatusTable,
  instanceStatusTable,
] as unknown as StateTable<string>[];

describe('state tables', () => {
  it.each(
    tables.map((table) => [table.name, table] as const),
  )('of the %s only name states that they know, and reach an end from everywhere', (_name, table) => {
    const states = Object.keys(table.next);
    for (const state of states) {
      for (const next of table.next[state] ?? []) expect(states).toContain(next);
      expect(reachesEnd(table, state, new Set())).toBe(true);
    }
  });

  it('name both states when a move is not in the table', () => {
    expect(() => move(orderStatusTable, 'FILLED', 'CANCELED')).toThrow(new IllegalTransition('order', 'FILLED', 'CANCELED').message);
    expect(move(orderStatusTable, 'UNFILLED', 'FILLED')).toBe('FILLED');
  });

  it('let nothing leave a final state and nobody resume an interrupted instance', () => {
    expect(isFinal(orderStatusTable, 'EXPIRED')).toBe(true);
    expect(canMove(instanceStatusTable, 'INTERRUPTED', 'TRADING')).toBe(false);
  });
});

function reachesEnd(table: StateTable<string>, state: string, seen: Set<string>): boolean {
  if (isFinal(table, state)) return true;
  seen.add(state);
  return (table.next[state] ?? []).some((next) => !seen.has(next) && reachesEnd(table, next, seen));
}
