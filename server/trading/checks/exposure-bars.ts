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
  #barred: ReadonlyMap<string, readonly BarredExposure[]> = new Map();

  /** These take the place of those before. */
  set(exposures: readonly BarredExposure[]): void {
    const barred = new Map<string, readonly BarredExposure[]>();
    for (const one of exposures) {
      const id = `${one.kind} ${one.key}`;
      barred.set(id, [...(barred.get(id) ?? []), one]);
    }
    this.#barred = barred;
  }

  /** Why a new order does not pass; null: it enlarges nothing that is above a limit. `strategy`: whose instance sends it. */
  refusal(order: AskedOrder, { exchange, base, quote }: Instrument, strategy: string | undefined): AppError | null {
    if (this.#barred.size === 0 || order.reduceOnly === true || order.closePosition === true) return null;
    const isSell = order.side === 'SELL';
    const [gained, paid] = isSell ? [quote, base] : [base, quote];
    const { apiId } = order;
    const account = this.#enlarged(`account ${apiId}`, gained, paid);
    if (account !== null) return new AppError('EXPOSURE_ACCOUNT', { apiId, ...account });
    const place = this.#enlarged(`exchange ${exchange}`, gained, paid);
    // What all clients hold together is told to none of them.
    if (place !== null) return new AppError('EXPOSURE_EXCHANGE', { exchange });
    const more = this.#enlarged(`asset ${gained}`, gained, null);
    if (more !== null) return new AppError('EXPOSURE_ASSET', { asset: gained });
    const less = this.#enlarged(`asset ${paid}`, null, paid);
    if (less !== null) return new AppError('EXPOSURE_ASSET', { asset: paid });
    // What an instance holds is counted in what it trades, whatever it pays with.
    const own = strategy === undefined ? null : this.#enlarged(`strategy ${strategy}`, isSell ? null : base, isSell ? base : null);
    return own === null ? null : new AppError('EXPOSURE_STRATEGY');
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

  /**
   * What stands there above its limit and becomes more by what is gained and paid. Both are worth the same: a swap of two assets, each of which
   * is held as the other is, leaves what stands there as it was.
   */
  #enlarged(id: string, gained: string | null, paid: string | null): Pick<BarredExposure, 'value' | 'limit'> | null {
    const found = this.#barred.get(id)?.find(({ shorts }) => {
      const isShort = (asset: string): boolean => shorts === 'all' || shorts.includes(asset);
      const more = gained === null || gained === money ? 0 : isShort(gained) ? -1 : 1;
      const less = paid === null || paid === money ? 0 : isShort(paid) ? 1 : -1;
      return more + less > 0;
    });
    return found === undefined ? null : { value: found.value, limit: found.limit };
  }
}

/** Where no limit stands against orders. */
export const noBars: Pick<ExposureBars, 'refusal' | 'changeRefusal'> = { refusal: () => null, changeRefusal: () => null };
