import { addDecimals, compareDecimals, negateDecimal } from '../../core/domain/numbers/decimal.ts';
import type { DriverSnapshot } from '../../server/runtime/driver/driver-snapshot.ts';
import { openStore, type StoreOptions } from '../../server/store/open-store.ts';
import type { FillRecord, OrderRecord } from '../../server/store/records.ts';
import type { Store } from '../../server/store/store.ts';
import type { InstanceEventRecord } from '../../server/store/strategies/instance-store.ts';
import { auditRehearsal, type Holdings } from './rehearsal-audit.ts';

interface StrategyAudit {
  readonly orders: number;
  readonly fills: number;
  readonly differences: readonly string[];
}

const pageSize = 500;

/**
 * Compares stopped instances with the exchange's records: every number that a driver gave out is one order or one denial, every fill
 * of its orders was booked once, and what the instance holds is what its fills add up to. `start`: what its account held then.
 */
export async function auditStrategies(
  database: StoreOptions,
  instances: ReadonlyArray<{ readonly instanceId: string; readonly start: Holdings }>,
): Promise<StrategyAudit> {
  const store = await openStore(database);
  try {
    const audits: StrategyAudit[] = [];
    for (const { instanceId, start } of instances) audits.push(await auditOne(store, instanceId, start));
    return {
      orders: audits.reduce((sum, { orders }) => sum + orders, 0),
      fills: audits.reduce((sum, { fills }) => sum + fills, 0),
      differences: audits.flatMap(({ differences }) => differences),
    };
  } finally {
    await store.close();
  }
}

async function auditOne(store: Store, instanceId: string, start: Holdings): Promise<StrategyAudit> {
  const found: string[] = [];
  const note = (text: string): void => void found.push(`${instanceId}: ${text}`);
  const record = await store.instances.get(instanceId);
  if (record?.snapshot == null) return { orders: 0, fills: 0, differences: [`${instanceId} is not in the store`] };
  if (record.simulation !== null) return auditRehearsal(record, await eventsOf(store, instanceId), start);
  const snapshot = JSON.parse(record.snapshot) as DriverSnapshot;
  const orders = (await ordersOf(store, record.apiIds)).filter(({ clientOrderId }) => clientOrderId?.startsWith(`${instanceId}-`));
  const events = await eventsOf(store, instanceId);
  const denials = events
    .filter(({ kind, payload }) => kind === 'denied' && !String(field(payload, 'code')).startsWith('LIMIT_'))
    // A line may stand for several of its kind.
    .reduce((sum, { payload }) => sum + Number(field(payload, 'joined') ?? 1), 0);

  if (record.status !== 'STOPPED' || !record.settled) note(`it is ${record.status}, settled: ${record.settled}`);
  if (snapshot.orders.length > 0) note(`it believes in ${snapshot.orders.length} working orders`);
  if (orders.length === 0) note('it placed no order');
  const counts = new Map<string, number>();
  for (const { clientOrderId } of orders) counts.set(clientOrderId ?? '', (counts.get(clientOrderId ?? '') ?? 0) + 1);
  for (const [id, count] of counts) if (count > 1) note(`${id} is ${count} orders`);
  const missing = [...Array(snapshot.lastNumber).keys()].map((at) => `${instanceId}-${at + 1}`).filter((id) => !counts.has(id));
  if (missing.length !== denials) note(`${missing.length} numbers without an order, ${denials} denials: ${missing.slice(0, 5)}`);
  if (counts.size > snapshot.lastNumber) note(`${counts.size} orders, but only ${snapshot.lastNumber} numbers were given out`);
  const working = orders.filter(({ status }) => ['UNFILLED', 'PARTIALLY_FILLED', 'WAITING', 'TRADING'].includes(status));
  for (const { clientOrderId, status } of working) note(`${clientOrderId} is ${status} at the exchange`);

  const fills = (await Promise.all(orders.map((order) => fillsOf(store, order)))).flat();
  const booked = events
    .filter(({ kind }) => kind === 'fill')
    .map(({ payload }) => `${field(payload, 'order_id')}/${field(payload, 'trade_id')}`);
  if (new Set(booked).size !== booked.length) note('a fill was booked twice');
  const told = new Set(booked);
  for (const { orderId, tradeId } of fills)
    if (!told.has(`${orderId}/${tradeId}`)) note(`the fill ${tradeId} of order ${orderId} was never booked`);
  if (booked.length !== fills.length) note(`${booked.length} fills booked, ${fills.length} at the exchange`);
  const base = fills.reduce((sum, fill) => addDecimals(sum, baseOf(fill)), '0');
  const held = snapshot.flows.reduce((sum, flow) => addDecimals(sum, flow.base), '0');
  if (compareDecimals(base, held) !== 0) note(`it holds ${held}, its fills add up to ${base}`);
  return { orders: orders.length, fills: fills.length, differences: found };
}

const field = (payload: unknown, name: string): unknown => (payload as Readonly<Record<string, unknown>>)[name];

/** What a fill adds to the base, fees taken in base included. */
function baseOf({ side, qty, fee, feeAsset, symbol }: FillRecord): string {
  const change = side === 'BUY' ? qty : negateDecimal(qty);
  return symbol.startsWith(feeAsset) ? addDecimals(change, negateDecimal(fee)) : change;
}

const fillsOf = async (store: Store, { venue, orderId, apiId }: OrderRecord): Promise<readonly FillRecord[]> =>
  (await store.fills.ofOrder(venue, orderId)).filter((fill) => fill.apiId === apiId);

async function ordersOf(store: Store, apiIds: readonly number[]): Promise<readonly OrderRecord[]> {
  const all: OrderRecord[] = [];
  let page = await store.orders.page({ apiIds, limit: pageSize });
  for (;;) {
    // What was refused stands in the history too, and is no order.
    all.push(...page.items.filter(({ status }) => status !== 'DENIED' && status !== 'FAILURE'));
    if (page.next === null) return all;
    page = await store.orders.page({ apiIds, limit: pageSize, cursor: page.next });
  }
}

async function eventsOf(store: Store, instanceId: string): Promise<readonly InstanceEventRecord[]> {
  const all: InstanceEventRecord[] = [];
  for (;;) {
    const last = all.at(-1);
    const page = await store.instances.events({ instanceId, limit: pageSize, ...(last === undefined ? {} : { beforeId: last.eventId }) });
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}
