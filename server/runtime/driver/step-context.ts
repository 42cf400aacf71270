import type { StrategyContext, StrategyOrder, StrategyPosition } from '../../../core/contract/strategy.ts';
import type { ApiId, Balance } from '../../../core/contract/trading.ts';
import type { AccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { BalanceIndex } from './account/balance-index.ts';
import type { InstanceAccount } from './account/instance-account.ts';
import type { WorkingOrder, WorkingOrders } from './orders/working-orders.ts';
import type { SeededRandom } from './seeded-random.ts';

interface ContextSources {
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  readonly random: SeededRandom;
  /** Another array whenever one of them has changed. */
  readonly balances: () => readonly Balance[];
  readonly account: Pick<InstanceAccount, 'positions' | 'position'>;
  readonly orders: Pick<WorkingOrders, 'tagged'>;
}

/** One context for all steps of an instance: its values are those of the step that runs. Functions are bound, so that a hook may take them out. */
export class StepContext implements StrategyContext<never> {
  readonly instruments: Readonly<Record<InstrumentId, Instrument>>;
  readonly #sources: ContextSources;
  readonly #balances = new BalanceIndex();
  #actor = '';
  params: never = undefined as never;
  nowMs = 0;
  readonly random = (): number => this.#sources.random.next();
  readonly position = (apiId: ApiId, instrumentId: InstrumentId): StrategyPosition | null =>
    this.#sources.account.position(apiId, instrumentId);
  readonly balance = (account: AccountKey, asset: string): Balance | null => this.#balances.find(this.#sources.balances(), account, asset);
  readonly order = (tag: string): StrategyOrder | null => {
    const order = this.#sources.orders.tagged(this.#actor, tag);
    return order === null ? null : orderOf(order);
  };

  constructor(sources: ContextSources) {
    this.instruments = sources.instruments;
    this.#sources = sources;
  }

  get positions(): readonly StrategyPosition[] {
    return this.#sources.account.positions;
  }

  get balances(): readonly Balance[] {
    return this.#sources.balances();
  }

  /** `actor` is the executor whose step runs; '' is the strategy itself. */
  enter(actor: string, params: unknown, nowMs: number): void {
    this.#actor = actor;
    this.params = params as never;
    this.nowMs = nowMs;
  }
}

const orderOf = ({ tag, apiId, instrumentId, side, price, openQty, filledQty = '0' }: WorkingOrder): StrategyOrder => ({
  tag,
  apiId,
  instrumentId,
  side,
  price,
  openQty,
  filledQty,
});
