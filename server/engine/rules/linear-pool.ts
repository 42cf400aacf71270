import type { Amount } from '../../../core/domain/clearing/amount.ts';
import type { CrossContract } from '../../../core/domain/clearing/cross-margin.ts';
import type { MarginOrder } from '../../../core/domain/clearing/linear.ts';
import { standardBrackets } from '../../../core/domain/markets/margin-brackets.ts';
import type { EngineState } from '../engine-state.ts';
import type { InstrumentRecord } from '../instrument-record.ts';
import type { OpenOrder } from '../orders/open-order.ts';

/** What shares one wallet: the linear contracts of an account that settle in one asset. */

/** What the account has of the asset; signed where profits were lost that it did not have. */
export const totalOf = (state: EngineState, account: number, asset: number): Amount => state.ledger.find(account, asset)?.total ?? 0;

/** All contracts of the account with this margin asset. */
export const contractsOf = (state: EngineState, account: number, asset: number, instead?: OpenOrder): CrossContract[] =>
  state.instruments.flatMap((instrument) =>
    instrument.rules.hasPositions && instrument.quote === asset ? [contractOf(state, instrument, account, instead)] : [],
  );

export function contractOf(state: EngineState, instrument: InstrumentRecord, account: number, instead?: OpenOrder): CrossContract {
  const { positions, index } = instrument;
  const position = positions.of(account);
  const orders = state.accountOrders.of(account).flatMap((at): MarginOrder[] => {
    const order = state.orders.at(at);
    if (order.instrument !== index || order.place !== 'BOOK' || order.reduceOnly || order === instead) return [];
    return [{ side: order.side, ticks: order.price, lots: order.remaining }];
  });
  return { values: instrument, brackets: standardBrackets, leverage: position.leverage, position, orders, markTicks: positions.mark };
}
