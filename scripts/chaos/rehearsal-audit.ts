import { addDecimals, compareDecimals, multiplyDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import type { DriverSnapshot } from '../../server/runtime/driver/driver-snapshot.ts';
import type { SavedRehearsal } from '../../server/runtime/simulation/rehearsal.ts';
import type { InstanceEventRecord, InstanceRecord } from '../../server/store/strategies/instance-store.ts';

/** Totals by asset. */
export type Holdings = Readonly<Record<string, string>>;

interface FillLine {
  readonly client_order_id: string;
  readonly side: 'BUY' | 'SELL';
  readonly price: string;
  readonly qty: string;
  readonly fee: string;
  readonly fee_asset: string;
  readonly trade_id: string;
}

interface RehearsalAudit {
  readonly orders: number;
  readonly fills: number;
  readonly differences: readonly string[];
}

const quote = 'USDT';

/**
 * Holds a stopped instance whose orders were not sent against itself: every number that its driver gave out is one order or one denial,
 * no fill stands twice, and what it had at its start plus its fills is what its simulated exchange holds, to the last unit.
 */
export function auditRehearsal(record: InstanceRecord, events: readonly InstanceEventRecord[], start: Holdings): RehearsalAudit {
  const found: string[] = [];
  const note = (text: string): void => void found.push(`${record.instanceId} (${record.environment}): ${text}`);
  const snapshot = JSON.parse(record.snapshot ?? 'null') as DriverSnapshot | null;
  const simulation = JSON.parse(record.simulation ?? 'null') as SavedRehearsal | null;
  if (snapshot === null || simulation === null) return { orders: 0, fills: 0, differences: [`${record.instanceId} has no state`] };
  const base = baseOf(record);
  if (record.status !== 'STOPPED' || !record.settled) note(`it is ${record.status}, settled: ${record.settled}`);
  if (snapshot.orders.length + simulation.resting.length > 0)
    note(`${simulation.resting.length} orders rest, it believes in ${snapshot.orders.length}`);

  const accepted = events.flatMap(({ kind, payload }) => (kind === 'accepted' ? [(payload as unknown as FillLine).client_order_id] : []));
  const denied = events.filter(
    ({ kind, payload }) => kind === 'denied' && !String((payload as { code?: string }).code).startsWith('LIMIT_'),
  );
  if (new Set(accepted).size !== accepted.length) note('an order was accepted twice');
  if (accepted.length + denied.length !== snapshot.lastNumber) {
    note(`${snapshot.lastNumber} numbers were given out, ${accepted.length} orders accepted, ${denied.length} denied`);
  }
  if (accepted.length === 0) note('it placed no order');

  const fills = events.flatMap(({ kind, payload }) => (kind === 'fill' ? [payload as unknown as FillLine] : []));
  if (new Set(fills.map(({ trade_id }) => trade_id)).size !== fills.length) note('a fill was booked twice');
  const changes = fills.reduce<Record<string, string>>((sums, fill) => bookedFill(base, sums, fill), { [base]: '0', [quote]: '0' });
  const held = snapshot.flows.reduce((sum, flow) => addDecimals(sum, flow.base), '0');
  if (compareDecimals(held, changes[base] ?? '0') !== 0) note(`it believes in ${held}, its fills add up to ${changes[base]}`);
  const touched = Object.fromEntries(simulation.balances.map(({ asset, total }) => [asset, total]));
  for (const [asset, total] of Object.entries({ ...start, ...touched })) {
    const expected = addDecimals(start[asset] ?? '0', changes[asset] ?? '0');
    if (compareDecimals(expected, total) !== 0) note(`it has ${total} ${asset}, its fills make it ${expected}`);
  }
  for (const { asset, held: tied } of simulation.balances) {
    if (compareDecimals(tied, '0') !== 0) note(`${tied} ${asset} are held for no order`);
  }
  return { orders: accepted.length, fills: fills.length, differences: found };
}

/** Of the one market that instances of the kit trade. */
const baseOf = ({ params }: InstanceRecord): string => {
  const [, symbol = ''] = (params as { readonly instrumentId: string }).instrumentId.split('/');
  return symbol.slice(0, -quote.length);
};

function bookedFill(base: string, sums: Record<string, string>, { side, price, qty, fee, fee_asset }: FillLine): Record<string, string> {
  const amount = multiplyDecimals(price, qty);
  const [bought, sold] = side === 'BUY' ? [qty, amount] : [amount, qty];
  const [gets, gives] = side === 'BUY' ? [base, quote] : [quote, base];
  const after = { ...sums, [gets]: addDecimals(sums[gets] ?? '0', bought), [gives]: addDecimals(sums[gives] ?? '0', negateDecimal(sold)) };
  return { ...after, [fee_asset]: addDecimals(after[fee_asset] ?? '0', negateDecimal(fee)) };
}
