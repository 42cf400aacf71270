import type { LiquidityDesk } from '../../../core/contract/server-services.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { toUnits } from '../../../core/domain/numbers/decimal.ts';
import type { OrderSide } from '../../../core/domain/orders/order.ts';
import type { Command } from '../../../server/engine/command.ts';
import { createEngine } from '../../../server/engine/engine.ts';
import type { EngineSink, EngineTrade } from '../../../server/engine/sink.ts';

const assetScale = 8;

interface ExchangeListener {
  traded(instrumentId: string, trade: EngineTrade): void;
  /** The new quantity of a price level, in ticks and lots; 0 removes it. */
  levelChanged?(instrumentId: string, side: OrderSide, price: number, qty: number): void;
}

/** The house's engine in memory, without journal and projections: what agents do to a market, on virtual time. */
export class VirtualExchange {
  readonly #engine = createEngine();
  readonly #now: () => number;
  readonly #indices = new Map<string, number>();
  readonly #sink: EngineSink;
  commands = 0;
  rejections = 0;

  constructor(instruments: readonly Instrument[], now: () => number, { traded, levelChanged = () => undefined }: ExchangeListener) {
    this.#now = now;
    const nothing = (): void => undefined;
    this.#sink = {
      orderChanged: nothing,
      traded: (trade) => traded(instruments[trade.instrument]?.id ?? '', { ...trade }),
      levelChanged: (instrument, ...change) => levelChanged(instruments[instrument]?.id ?? '', ...change),
      posted: nothing,
      balanceChanged: nothing,
      rejected: () => {
        this.rejections++;
      },
      repeated: nothing,
    };
    const assets = [...new Set(instruments.flatMap(({ base, quote }) => [base, quote]))];
    for (const [asset, code] of assets.entries()) this.#apply({ type: 'ADD_ASSET', asset, code, scale: assetScale });
    for (const [instrument, { id, symbol, base, quote, tick, lot, minNotional }] of instruments.entries()) {
      this.#indices.set(id, instrument);
      const basePerLot = toUnits(lot, assetScale) ?? 0n;
      this.#apply({
        type: 'ADD_INSTRUMENT',
        instrument,
        symbol,
        accountType: 'spot',
        contractKind: 'spot',
        base: assets.indexOf(base),
        quote: assets.indexOf(quote),
        basePerLot,
        quotePerTickLot: ((toUnits(tick, assetScale) ?? 0n) * basePerLot) / 10n ** BigInt(assetScale),
        minLots: 1,
        maxLots: 1_000_000_000_000,
        minNotional: toUnits(minNotional, assetScale) ?? 0n,
        bandPpm: 200_000,
        makerFeePpm: 200,
        takerFeePpm: 400,
        maxResting: 1_000_000,
        maxWaiting: 1_000_000,
      });
    }
    for (const account of [0, 1]) {
      this.#apply({ type: 'ADD_ACCOUNT', account, key: `desk-${account}`, accountType: 'spot', tradeGroup: account, desk: true });
      for (const asset of assets.keys()) {
        const amount = 10n ** 30n;
        this.#apply({ type: 'TRANSFER', from: -1, to: account, asset, amount, reference: `${account}/${asset}` });
      }
    }
    if (this.rejections > 0) throw new Error('the virtual exchange could not be set up');
    this.commands = 0;
  }

  /** Desk of account 0 (makers) or 1 (takers). */
  desk(account: 0 | 1): LiquidityDesk {
    const open = new Map<string, { orderId: number; instrumentId: string }>();
    const place = (instrumentId: string, side: OrderSide, price: number, qty: number): string => {
      let orderId = 0;
      const sink = {
        ...this.#sink,
        orderChanged: (order: { orderId: number; account: number }) => {
          if (order.account === account && orderId === 0) orderId = order.orderId;
        },
      };
      this.#apply({ type: 'PLACE', terms: this.#terms(account, instrumentId, side, price, qty) }, sink);
      const clientOrderId = String(orderId);
      if (this.#engine.order(orderId) !== undefined) open.set(clientOrderId, { orderId, instrumentId });
      return clientOrderId;
    };
    return {
      limit: place,
      market: (instrumentId, side, qty) => void place(instrumentId, side, 0, qty),
      cancel: (_, clientOrderId) => {
        const order = open.get(clientOrderId);
        open.delete(clientOrderId);
        if (order !== undefined) this.#apply({ type: 'CANCEL', account, orderId: order.orderId });
      },
      cancelAll: async () => {
        open.clear();
        this.#apply({ type: 'CANCEL_ALL', account, instrument: -1 });
      },
      resting: (instrumentId) =>
        [...open].flatMap(([clientOrderId, order]) => {
          const resting = this.#engine.order(order.orderId);
          if (resting === undefined) open.delete(clientOrderId);
          if (resting === undefined || order.instrumentId !== instrumentId) return [];
          return [{ clientOrderId, side: resting.side, priceTicks: resting.price, qtyLots: resting.qty - resting.filled }];
        }),
      best: (instrumentId) => ({
        bidTicks: this.depth(instrumentId, 'BUY', 1)[0] ?? 0,
        askTicks: this.depth(instrumentId, 'SELL', 1)[0] ?? 0,
      }),
    };
  }

  /** [price, qty] pairs flattened, in ticks and lots, best first. */
  depth(instrumentId: string, side: OrderSide, levels: number): number[] {
    return this.#engine.depth(this.#index(instrumentId), side, levels);
  }

  #index(instrumentId: string): number {
    const index = this.#indices.get(instrumentId);
    if (index === undefined) throw new RangeError(`unknown instrument ${instrumentId}`);
    return index;
  }

  #terms(account: number, instrumentId: string, side: OrderSide, price: number, qty: number) {
    return {
      instrument: this.#index(instrumentId),
      account,
      side,
      orderType: price === 0 ? ('MARKET' as const) : ('LIMIT' as const),
      timeInForce: price === 0 ? ('IOC' as const) : ('GTC' as const),
      positionSide: 'BOTH' as const,
      stp: 'EXPIRE_TAKER' as const,
      price,
      qty,
      quoteAmount: 0n,
      trigger: 0,
      watchedPrice: 'LAST' as const,
      reduceOnly: false,
      closePosition: false,
      clientOrderId: '',
    };
  }

  #apply(command: Command, sink: EngineSink = this.#sink): void {
    this.commands++;
    this.#engine.apply(this.#engine.sequence + 1, this.#now(), command, sink);
  }
}
