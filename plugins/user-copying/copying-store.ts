import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { type AppError, accepted, type Outcome } from '../../core/contract/app-error.ts';
import type { Api, ReplyIn } from '../../core/contract/client-services.ts';
import { type ListPage, PagedList } from '../../core/ui/index.ts';

type PlanReply = ReplyIn<'copyPlanList'>;
export type Plan = PlanReply['plans'][number];
export type PlanFollower = Plan['followers'][number];
export type Copied = ReplyIn<'copyOrderList'>['items'][number];
export type Copy = Copied['copies'][number];

/** An account that can lead or follow. */
export interface CopyAccount {
  readonly apiId: number;
  /** With its exchange, and of somebody else's whose it is. */
  readonly label: string;
  readonly groupId: number | null;
  readonly isOwn: boolean;
}

const pageSize = 20;

/** Who follows whom, and what was copied; read anew whenever the server says that something was. */
export class CopyingStore {
  readonly #api: Pick<Api, 'call'>;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  busy = false;
  plans: readonly Plan[] = [];
  accounts: readonly CopyAccount[] = [];
  groups: ReadonlyArray<{ readonly group_id: number; readonly name: string }> = [];
  orders: PagedList<Copied>;
  private begun = 0;

  constructor(api: Pick<Api, 'call'>) {
    this.#api = api;
    this.orders = this.pages();
    makeAutoObservable<this, 'pages' | 'begun'>(this, { orders: observableRef, pages: false, begun: false }, { autoBind: true });
  }

  label(apiId: number): string {
    return this.accounts.find((one) => one.apiId === apiId)?.label ?? String(apiId);
  }

  /** Accounts that nobody follows and that follow nobody, beside those of this plan. */
  freeFor(plan: Plan | null): readonly CopyAccount[] {
    const others = this.plans.filter((one) => one !== plan);
    const taken = new Set(others.flatMap(({ main_api_id, followers }) => [main_api_id, ...followers.map(({ apiId }) => apiId)]));
    return this.accounts.filter(({ apiId }) => !taken.has(apiId));
  }

  async load(): Promise<void> {
    const [plans, own] = await Promise.all([this.#api.call('copyPlanList', {}), this.#api.call('accountOwn', {}), this.readOrders()]);
    runInAction(() => {
      if (!plans.ok || !own.ok) {
        // What stands there is older than wished, and better than nothing.
        if (this.state === 'loading') this.state = 'failed';
        return;
      }
      const titleOf = (exchange: string): string => own.value.exchanges.find((one) => one.exchange === exchange)?.title ?? exchange;
      this.groups = own.value.groups;
      this.accounts = [
        ...own.value.accounts.map(({ apiId, name, exchange, group_id: groupId }) => ({
          ...{ apiId, groupId, isOwn: true },
          label: `${name} · ${titleOf(exchange)}`,
        })),
        ...plans.value.others.map(({ apiId, name, exchange, owner }) => ({
          ...{ apiId, groupId: null, isOwn: false },
          label: `${name} · ${titleOf(exchange)} · ${owner}`,
        })),
      ];
      this.plans = plans.value.plans;
      this.state = 'ready';
    });
  }

  /** The newest page again. An answer that comes when a later question was asked is of no interest any more. */
  async readOrders(): Promise<void> {
    const round = ++this.begun;
    const next = this.pages();
    await next.more();
    if (round === this.begun && (next.state !== 'failed' || this.orders.items.length === 0)) runInAction(() => (this.orders = next));
  }

  /** The refusal; null when it was done. */
  save(plan: Plan): Promise<AppError | null> {
    return this.#change(() => this.#api.call('copyPlanSave', { body: { ...plan, followers: [...plan.followers] } }));
  }

  remove({ main_api_id }: Plan): Promise<AppError | null> {
    return this.#change(() => this.#api.call('copyPlanDelete', { body: { main_api_id } }));
  }

  /** One at a time: a second click while the first is under way does nothing. */
  async #change(ask: () => Promise<Outcome<unknown>>): Promise<AppError | null> {
    if (this.busy) return null;
    this.busy = true;
    const reply = await ask();
    await this.load();
    runInAction(() => {
      this.busy = false;
    });
    return reply.ok ? null : reply.error;
  }

  private pages(): PagedList<Copied> {
    return new PagedList(async (after): Promise<Outcome<ListPage<Copied>>> => {
      const reply = await this.#api.call('copyOrderList', {
        query: { limit: pageSize, ...(after === null ? {} : { before: Number(after) }) },
      });
      return reply.ok ? accepted({ results: reply.value.items, next: reply.value.next === null ? null : String(reply.value.next) }) : reply;
    });
  }
}
