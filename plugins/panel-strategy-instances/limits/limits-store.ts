import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../../core/contract/app-error.ts';
import type { LimitNumbers, StrategyLimits } from '../../../core/contract/strategies.ts';
import { emptyLimits, type LimitFields, limitFieldsOf, limitProblem, limitsOf } from '../../../core/ui/strategy/limit-fields.ts';
import type { Services } from '../requires.ts';

const noLimits: StrategyLimits = {
  maxOrderAmount: null,
  maxPosition: null,
  maxDailyLoss: null,
  maxOrdersPerMinute: null,
  halted: false,
};

/** What all instances of one account are held to together, as typed and as saved. */
export class LimitsStore {
  fields: LimitFields = emptyLimits;
  saved: StrategyLimits | null = null;
  state: 'loading' | 'ready' | 'failed' = 'loading';
  error: AppError | null = null;
  busy = false;
  private readonly api: Services['api'];
  private readonly apiId: number;

  constructor(api: Services['api'], apiId: number) {
    this.api = api;
    this.apiId = apiId;
    makeAutoObservable<this, 'api' | 'apiId'>(
      this,
      { fields: observableRef, saved: observableRef, error: observableRef, api: false, apiId: false },
      { autoBind: true },
    );
  }

  /** The field that cannot be sent. */
  get problem(): keyof LimitFields | null {
    return limitProblem(this.fields);
  }

  get isChanged(): boolean {
    return this.saved !== null && JSON.stringify({ ...this.wanted, halted: this.saved.halted }) !== JSON.stringify(this.saved);
  }

  type(name: keyof LimitFields, value: string): void {
    this.fields = { ...this.fields, [name]: value };
    this.error = null;
  }

  async load(): Promise<void> {
    const reply = await this.api.call('strategyLimits', { query: { apiId: this.apiId } });
    runInAction(() => {
      this.state = reply.ok ? 'ready' : 'failed';
      if (reply.ok) this.take(reply.value);
    });
  }

  /** Saves what is typed. True when it is saved. */
  async save(): Promise<boolean> {
    if (this.problem !== null) return false;
    const body = { apiId: this.apiId, limits: this.wanted };
    const saved = await this.done(this.api.call('strategyLimitsSave', { body }));
    if (saved !== null) this.take(saved);
    return saved !== null;
  }

  /** Throws or releases the account's kill switch; what is typed waits. True when it is done. */
  async halt(halted: boolean): Promise<boolean> {
    const saved = await this.done(this.api.call('strategyHalt', { body: { halted, apiId: this.apiId } }));
    if (saved !== null) runInAction(() => (this.saved = saved));
    return saved !== null;
  }

  private async done(call: Promise<Outcome<StrategyLimits>>): Promise<StrategyLimits | null> {
    this.busy = true;
    const reply = await call;
    runInAction(() => {
      this.busy = false;
      this.error = reply.ok ? null : reply.error;
    });
    return reply.ok ? reply.value : null;
  }

  private get wanted(): LimitNumbers {
    const { halted: _, ...numbers } = limitsOf(this.fields) ?? noLimits;
    return numbers;
  }

  private take(limits: StrategyLimits): void {
    this.saved = limits;
    this.fields = limitFieldsOf(limits);
  }
}
