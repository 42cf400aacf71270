import { expect, it } from 'vitest';
import type { LedgerEntryView } from '../../schemas/wire/order.ts';
import { depositDifferences } from './verify.ts';

const line = (reference: string, amount: string): LedgerEntryView => ({
  ...{ exchange: 'tessera', entry_id: '1', kind: 'TRANSFER', reference, api_id: 1, account_type: 'spot', asset: 'USDT', amount, time: 0 },
});
const witness = { deposits: new Map([['chaos-a', '0.05']]), unansweredDeposits: new Map([['chaos-b', '0.02']]) };

it.each<[string, readonly LedgerEntryView[], RegExp | null]>([
  ['an acknowledged deposit that is there', [line('chaos-a', '0.050')], null],
  ['one without an answer that happened', [line('chaos-a', '0.05'), line('chaos-b', '0.02')], null],
  ['a lost one', [line('chaos-b', '0.02')], /chaos-a of 0\.05 was acknowledged and is there as \[\]/],
  ['a doubled one', [line('chaos-a', '0.05'), line('chaos-a', '0.05')], /chaos-a is there 2 times/],
  ['one of another amount', [line('chaos-a', '0.06')], /is there as \[0\.06\]/],
  [
    'a doubled one without an answer',
    [line('chaos-a', '0.05'), line('chaos-b', '0.02'), line('chaos-b', '0.02')],
    /chaos-b is there 2 times/,
  ],
  ['a doubled one of the demo', [line('chaos-a', '0.05'), line('demo-1', '1'), line('demo-1', '1')], /demo-1 is there 2 times/],
  ['one that nobody asked for', [line('chaos-a', '0.05'), line('chaos-c', '1')], /nobody asked for deposit chaos-c/],
])('the audit of deposits judges %s', (_, lines, problem) => {
  const found = depositDifferences(witness, lines);
  if (problem === null) expect(found).toEqual([]);
  else expect(found.join('\n')).toMatch(problem);
});
