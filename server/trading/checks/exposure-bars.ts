import { AppError } from '../../../core/contract/app-error.ts';
import type { BarredExposure } from '../../../core/contract/risk.ts';
import type { Order, OrderChange, OrderIntent } from '../../../core/contract/trading.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { compareDecimals } from '../../../core/domain/numbers/decimal.ts';

/** What exposures are counted in, and none itself. */
const money = 'USDT';

type AskedOrder = Pick<OrderIntent, 'apiId' | 'side' | 'reduceOnly' | 'closePosition'>;

/**
 * What limits of risk refuse, in memory, because every order asks for it. Whether a limit is passed was judged before: here stands only which
 * accounts, exchanges, assets and strategies are above theirs.
 */
export class ExposureBars {
  #barred: ReadonlyMap<string, BarredExposure> = new Map();

  /** These take the place of those before. */
  set(exposures: readonly BarredExposure[]): void {
    this.#barred = new Map(exposures.map((one) => [`${one.kind} ${one.key}`, one]));
  }

  /** Why a new order does not pass; null: it enlarges nothing that is above a limit. `strategy`: whose instance sends it. */
  refusal(order: AskedOrder, { exchange, base, quote }: Instrument, strategy: string | undefined): AppError | null {
    if (this.#barred.size === 0 || order.reduceOnly === true || order.closePosition === true) return null;
    const isSell = order.side === 'SELL';
    // Worth for worth: of all that lies in one place only what is paid or received in money becomes more or less.
    const moves = (isSell ? base : quote) === money ? 'in' : (isSell ? quote : base) === money ? 'out' : null;
    const { apiId } = order;
    const account = moves === null ? null : this.#enlarged(`account ${apiId}`, moves === 'out');
    if (account !== null) return new AppError('EXPOSURE_ACCOUNT', { apiId, ...account });
    const place = moves === null ? null : this.#enlarged(`exchange ${exchange}`, moves === 'out');
    if (place !== null) return new AppError('EXPOSURE_EXCHANGE', { exchange, ...place });
    const bought = this.#enlarged(`asset ${base}`, isSell);
    if (bought !== null) return new AppError('EXPOSURE_ASSET', { asset: base, ...bought });
    const paid = this.#enlarged(`asset ${quote}`, !isSell);
    if (paid !== null) return new AppError('EXPOSURE_ASSET', { asset: quote, ...paid });
    const own = strategy === undefined ? null : this.#enlarged(`strategy ${strategy}`, isSell);
    return own === null ? null : new AppError('EXPOSURE_STRATEGY', { ...own });
  }

  /** The same of an order's change, which passes where it does no more than make the order smaller. */
  changeRefusal(change: OrderChange, order: Order | null, instrument: Instrument, strategy: string | undefined): AppError | null {
    if (this.#barred.size === 0) return null;
    // What nobody here knows of may be on either side, and of any size.
    if (order === null)
      return (['BUY', 'SELL'] as const).reduce<AppError | null>(
        (found, side) => found ?? this.refusal({ apiId: change.apiId, side }, instrument, strategy),
        null,
      );
    const { qty, price, triggerPrice } = change;
    const isSmaller = qty !== undefined && order.qty !== null && compareDecimals(qty, order.qty) <= 0;
    return isSmaller && price === undefined && triggerPrice === undefined ? null : this.refusal(order, instrument, strategy);
  }

  /** What stands there, if it is above its limit and becomes more by what goes out (`isLess`) or comes in. */
  #enlarged(id: string, isLess: boolean): Pick<BarredExposure, 'value' | 'limit'> | null {
    const barred = this.#barred.get(id);
    return barred?.isShort === isLess ? { value: barred.value, limit: barred.limit } : null;
  }
}

/** Where no limit stands against orders. */
export const noBars: Pick<ExposureBars, 'refusal' | 'changeRefusal'> = { refusal: () => null, changeRefusal: () => null };
