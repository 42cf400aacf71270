import { addDecimals, compareDecimals } from '../../core/domain/numbers/decimal.ts';
import type { LedgerEntryView, OrderView } from '../../schemas/wire/order.ts';
import type { Trader } from './trader.ts';
import { fillKey, type Witness } from './witness.ts';

const finalStates = new Set(['FILLED', 'CANCELED', 'EXPIRED', 'FAILURE']);
const settleMs = 15_000;

/** Compares what a trader was told with what the restarted server says; gives one sentence per difference. */
export async function differences(trader: Trader): Promise<string[]> {
  const deadline = performance.now() + settleMs;
  // Projections follow the journal with a short delay; everything must be there once they have caught up.
  for (;;) {
    const found = await compare(trader);
    if (found.length === 0 || performance.now() > deadline) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

async function compare(trader: Trader): Promise<string[]> {
  const found: string[] = [];
  const orders = await trader.allOrders();
  const byClientId = new Map<string, OrderView[]>();
  for (const order of orders) byClientId.set(order.client_order_id, [...(byClientId.get(order.client_order_id) ?? []), order]);
  for (const [clientOrderId, acknowledged] of trader.witness.orders) {
    const now = byClientId.get(clientOrderId) ?? [];
    if (now.length !== 1 || now[0] === undefined)
      found.push(`order ${clientOrderId} was acknowledged once and is there ${now.length} times`);
    else found.push(...orderDifferences(acknowledged, now[0]));
  }
  for (const clientOrderId of trader.witness.unanswered) {
    const times = byClientId.get(clientOrderId)?.length ?? 0;
    if (times > 1) found.push(`order ${clientOrderId} was never answered and is there ${times} times`);
  }
  for (const clientOrderId of trader.witness.refused) {
    const now = (byClientId.get(clientOrderId) ?? []).filter(({ status }) => status !== 'DENIED' && status !== 'FAILURE');
    if (now.length > 0) found.push(`order ${clientOrderId} was refused and is ${now[0]?.status}`);
  }
  found.push(...(await fillDifferences(trader, orders)), ...(await ledgerDifferences(trader)));
  return found;
}

function orderDifferences(before: OrderView, now: OrderView): string[] {
  const found: string[] = [];
  if (now.order_id !== before.order_id)
    found.push(`order ${before.client_order_id} changed its id from ${before.order_id} to ${now.order_id}`);
  if (finalStates.has(before.status) && now.status !== before.status)
    found.push(`order ${before.order_id} was ${before.status} and is ${now.status}`);
  if (compareDecimals(now.filled_qty, before.filled_qty) < 0)
    found.push(`order ${before.order_id} had filled ${before.filled_qty} and has ${now.filled_qty}`);
  // Traders only ever amend to more.
  if (compareDecimals(now.qty ?? '0', before.qty ?? '0') < 0)
    found.push(`order ${before.order_id} was amended to ${before.qty} and has ${now.qty}`);
  return found;
}

async function fillDifferences(trader: Trader, orders: readonly OrderView[]): Promise<string[]> {
  const found: string[] = [];
  const fills = await trader.allFills();
  const keys = new Set(fills.map(fillKey));
  if (keys.size !== fills.length) found.push(`${fills.length - keys.size} fills of ${trader.username} are doubled`);
  for (const key of trader.witness.fills) if (!keys.has(key)) found.push(`fill ${key} is lost`);
  const filled = new Map<string, string>();
  for (const fill of fills) filled.set(fill.order_id, addDecimals(filled.get(fill.order_id) ?? '0', fill.qty));
  for (const order of orders) {
    const sum = filled.get(order.order_id) ?? '0';
    if (compareDecimals(sum, order.filled_qty) !== 0)
      found.push(`order ${order.order_id} says ${order.filled_qty} filled, its fills add up to ${sum}`);
  }
  return found;
}

async function ledgerDifferences(trader: Trader): Promise<string[]> {
  const sums = new Map<string, string>();
  const lines = await trader.ledgerLines();
  for (const line of lines) sums.set(line.asset, addDecimals(sums.get(line.asset) ?? '0', line.amount));
  const found = depositDifferences(trader.witness, lines);
  for (const balance of await trader.balances()) {
    const sum = sums.get(balance.asset) ?? '0';
    if (compareDecimals(sum, balance.total) !== 0)
      found.push(`${trader.username} has ${balance.total} ${balance.asset}, the ledger says ${sum}`);
  }
  return found;
}

/** Every deposit stands in the ledger once, with its amount: those made here, and those with which the demo began. */
export function depositDifferences(witness: Pick<Witness, 'deposits' | 'unansweredDeposits'>, lines: readonly LedgerEntryView[]): string[] {
  const found: string[] = [];
  const amounts = new Map<string, string[]>();
  for (const { kind, reference, amount } of lines)
    if (kind === 'TRANSFER') amounts.set(reference, [...(amounts.get(reference) ?? []), amount]);
  for (const [reference, amount] of witness.deposits) {
    const now = amounts.get(reference) ?? [];
    if (now.length !== 1 || compareDecimals(now[0] ?? '0', amount) !== 0)
      found.push(`deposit ${reference} of ${amount} was acknowledged and is there as [${now.join(', ')}]`);
  }
  for (const [reference, now] of amounts) {
    if (now.length > 1) found.push(`deposit ${reference} is there ${now.length} times`);
    if (reference.startsWith('chaos-') && !witness.deposits.has(reference) && !witness.unansweredDeposits.has(reference))
      found.push(`nobody asked for deposit ${reference}`);
  }
  return found;
}
