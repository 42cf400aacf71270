import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { PreviewReply } from '../../core/contract/strategies.ts';
import { marketsOfParams } from '../../core/domain/accounts/markets-of-params.ts';
import type { FormStore } from './form-store.ts';
import type { Services } from './requires.ts';

type Params = Readonly<Record<string, unknown>>;
type Given = NonNullable<PreviewReply['suggestions']>;
export type SuggestedValue = Given['values'][number];

/** What the strategy suggests for the form, once somebody has asked. It fills in what it is told to, and takes it back. */
export class FormSuggestions {
  /** They are shown, or on their way. */
  isOpen = false;
  asking = false;
  error: AppError | null = null;
  private given: Given | null = null;
  /** Markets and accounts that they were asked for. */
  private givenFor = '';
  /** What stood in the fields that were filled in last, by their names; null: nothing to take back. */
  private before: ReadonlyMap<string, unknown> | null = null;
  private round = 0;
  private readonly store: FormStore;
  private readonly api: Services['api'];

  constructor(store: FormStore, api: Services['api']) {
    this.store = store;
    this.api = api;
    makeAutoObservable<this, 'store' | 'api' | 'round' | 'given' | 'before'>(
      this,
      { error: observableRef, given: observableRef, before: observableRef, store: false, api: false, round: false },
      { autoBind: true },
    );
  }

  /** Null: none yet, or those of other markets. */
  get suggestions(): Given | null {
    return this.givenFor === marketsIn(this.store.params) ? this.given : null;
  }

  /** Those that do not stand in the form already. */
  get unused(): readonly SuggestedValue[] {
    return this.suggestions?.values.filter(({ field, value }) => valueAt(this.store.params, field) !== value) ?? [];
  }

  /** Fields that were filled in and can be taken back. */
  get usedCount(): number {
    return this.before?.size ?? 0;
  }

  async ask(): Promise<void> {
    const { template, chosenEnvironment, params } = this.store;
    if (template === null || template.locked) return;
    const own = ++this.round;
    const asked = marketsIn(params);
    this.isOpen = true;
    this.asking = true;
    this.error = null;
    const environment = chosenEnvironment === null ? {} : { environment: chosenEnvironment };
    const body = { strategy: template.strategy, ...environment, params: { ...params }, suggest: true };
    const reply = await this.api.call('strategyPreview', { body });
    runInAction(() => {
      if (own !== this.round) return;
      this.asking = false;
      this.error = reply.ok ? null : reply.error;
      this.given = reply.ok ? (reply.value.suggestions ?? { values: [], lack: null }) : null;
      this.givenFor = asked;
    });
  }

  close(): void {
    this.round += 1;
    this.isOpen = false;
    this.asking = false;
    this.before = null;
  }

  /** Fills in some of them; what stood there can be brought back. */
  use(values: readonly SuggestedValue[]): void {
    const { params } = this.store;
    this.before = new Map(values.map(({ field }) => [field, valueAt(params, field)]));
    this.store.put(values.reduce<Params>((filled, { field, value }) => withValue(filled, field, value), params));
  }

  /** Brings back what stood in the fields that were filled in last; what was typed elsewhere since then stays. */
  undo(): void {
    if (this.before === null) return;
    this.store.put([...this.before].reduce<Params>((filled, [field, value]) => withValue(filled, field, value), this.store.params));
    this.before = null;
  }
}

const marketsIn = (params: Params): string => JSON.stringify(marketsOfParams(params));

const isObject = (value: unknown): value is Params => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What stands in a field such as `qty` or `legA.qty`. */
export const valueAt = (params: unknown, field: string): unknown =>
  field.split('.').reduce<unknown>((inside, name) => (isObject(inside) ? inside[name] : undefined), params);

function withValue(params: Params, field: string, value: unknown): Params {
  const [name = '', ...rest] = field.split('.');
  const inside = params[name];
  return { ...params, [name]: rest.length === 0 ? value : withValue(isObject(inside) ? inside : {}, rest.join('.'), value) };
}
