import type { ApiId } from '../../../core/contract/trading.ts';
import { addDecimals } from '../../../core/domain/decimal.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/instrument.ts';
import { InstanceAccount } from '../driver/instance-account.ts';
import { brokenLimit, type TradingLimits, type WantedOrder } from '../driver/trading-limits.ts';
import { openQtyBeside, type WorkingOrder } from '../driver/working-orders.ts';
import type { InstanceBooks } from '../worker/worker-protocol.ts';
import type { Denial } from './order-desk.ts';

/** What one instance of an account has done and wants. */
export interface AccountUse {
  readonly workingOrders: readonly WorkingOrder[];
  readonly books: InstanceBooks | null;
}

export interface GuardSources {
  readonly instrument: (id: InstrumentId) => Instrument | null;
  readonly lastPrice: (id: InstrumentId) => string | null;
}

const minuteMs = 60_000;

/** Holds an account's limits against all its instances together; the order, or its amendment, is already counted by its instance. */
export function accountDenial(
  limits: TradingLimits,
  wanted: WantedOrder,
  uses: readonly AccountUse[],
  sources: GuardSources,
  nowMs: number,
): Denial | null {
  const { apiId, instrumentId } = wanted;
  let base = '0';
  let openQty = '0';
  let profitToday = '0';
  let ordersLastMinute = -1;
  for (const { workingOrders, books } of uses) {
    openQty = addDecimals(openQty, openQtyBeside(wanted, workingOrders));
    if (books === null) continue;
    base = addDecimals(base, baseOf(books, apiId, instrumentId));
    ordersLastMinute += books.orderTimes.filter((timeMs) => timeMs > nowMs - minuteMs).length;
    if (limits.maxDailyLoss !== null) profitToday = addDecimals(profitToday, accountOf(books, sources).profitToday());
  }
  const lastPrice = sources.lastPrice(instrumentId);
  return brokenLimit(limits, wanted, { base, openQty, lastPrice, profitToday, ordersLastMinute: Math.max(ordersLastMinute, 0) });
}

const baseOf = ({ flows }: InstanceBooks, apiId: ApiId, instrumentId: InstrumentId): string =>
  flows.find((flow) => flow.apiId === apiId && flow.instrumentId === instrumentId)?.base ?? '0';

/** An instance's books, with its results at the prices of now. */
export function accountOf(books: InstanceBooks, { instrument, lastPrice }: GuardSources): InstanceAccount {
  const known = books.flows.flatMap(({ instrumentId }) => {
    const found = instrument(instrumentId);
    return found === null ? [] : [[instrumentId, found] as const];
  });
  const account = new InstanceAccount({ instruments: Object.fromEntries(known), lastPrice });
  account.restore(books);
  return account;
}
