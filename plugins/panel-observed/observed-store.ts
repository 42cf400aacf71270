import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { ReplyIn } from '../../core/contract/client-services.ts';
import { multiplyDecimals } from '../../core/domain/numbers/decimal.ts';

export type ObservedInstance = ReplyIn<'observerInstances'>[number];
type ObservedSum = ReplyIn<'observerStat'>;
export type ObservedState = 'running' | 'history';
/** Results are shown as many times; one observer looks at a share of what he watches, another at all of a firm's. */
export const factors = ['1', '2', '5', '10', '20', '50', '100'] as const;
export type Factor = (typeof factors)[number];

export const isFactor = (value: unknown): value is Factor => factors.some((one) => one === value);

/** An amount as many times; what is not known stays so. */
export const times = (amount: string | null, factor: Factor): string | null => (amount === null ? null : multiplyDecimals(amount, factor));

interface Page {
  readonly state: ObservedState;
  readonly before?: string;
  readonly limit: number;
}
export const pageSize = 50;

/** Instances of others: the running ones read anew as a whole, the ended page by page. */
export class ObservedStore {
  readonly #ask: (page: Page) => Promise<Outcome<readonly ObservedInstance[]>>;
  readonly #askSum: () => Promise<Outcome<ObservedSum>>;
  readonly state: ObservedState;
  items: readonly ObservedInstance[] = [];
  /** What the running ones make together, by asset; of one whose prices are not known nothing. */
  sums: ObservedSum['results'] = [];
  isLoaded = false;
  isDone = false;
  error: AppError | null = null;

  constructor(
    state: ObservedState,
    ask: (page: Page) => Promise<Outcome<readonly ObservedInstance[]>>,
    askSum: () => Promise<Outcome<ObservedSum>>,
  ) {
    this.state = state;
    this.#ask = ask;
    this.#askSum = askSum;
    makeAutoObservable(this, { items: observableRef, sums: observableRef, error: observableRef });
  }

  /** What there is now, from the newest on; older pages that were opened are closed again. */
  async renew(): Promise<void> {
    this.#take(await this.#ask({ state: this.state, limit: pageSize }), []);
    if (this.state !== 'running') return;
    const sum = await this.#askSum();
    runInAction(() => {
      this.sums = sum.ok ? sum.value.results.filter(({ instances, unknown }) => instances > unknown) : [];
    });
  }

  /** The page before. */
  async more(): Promise<void> {
    const before = this.items.at(-1)?.instanceId;
    if (before === undefined || this.isDone) return;
    this.#take(await this.#ask({ state: this.state, before, limit: pageSize }), this.items);
  }

  #take(reply: Outcome<readonly ObservedInstance[]>, earlier: readonly ObservedInstance[]): void {
    runInAction(() => {
      this.error = reply.ok ? null : reply.error;
      if (!reply.ok) return;
      this.isLoaded = true;
      // Running ones come as a whole.
      this.isDone = this.state === 'running' || reply.value.length < pageSize;
      this.items = [...earlier, ...reply.value];
    });
  }
}
