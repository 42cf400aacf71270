import type { ParamsProblem, StrategyContext, StrategyDefinition, StrategyStep } from '../../../core/contract/strategy.ts';
import type { PreviewContext, PreviewFigure, PreviewLine, StrategySuggest } from '../../../core/contract/strategy-preview.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { AccountKey } from '../../../core/domain/accounts/account-key.ts';
import type { Instrument, InstrumentId } from '../../../core/domain/markets/instrument.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import { accountsIn } from '../instances/strategy-catalogue.ts';
import { GuestError, type GuestQuestion, type GuestRealm } from './guest-realm.ts';
import type { StepCheck } from './step-check.ts';

type Hook = 'start' | 'onMarket' | 'onOrder' | 'onTimer' | 'onStop';
type Context = StrategyContext<unknown>;
type Instruments = Readonly<Record<InstrumentId, Instrument>>;

/** What a realm tells of a strategy in it. */
export interface DescribedStrategy {
  readonly params: object;
  readonly suggests: boolean;
}

/**
 * A foreign strategy as the driver knows strategies: every hook is a call into its realm, with text both ways. It sees the
 * instruments that its params name.
 */
export class IsolatedStrategy implements StrategyDefinition {
  readonly params: object;
  readonly suggest?: StrategySuggest<object>;
  readonly #realm: GuestRealm;
  readonly #strategyId: string;
  readonly #check: StepCheck;
  /** Params that the realm has. */
  #given: unknown = undefined;
  /** Markets that it has, those that the params name. */
  #markets: readonly Instrument[] = [];
  #accounts: ReadonlySet<ApiId> = new Set();
  /** The state that the realm gave last: it need not be sent back. */
  #state: unknown = undefined;

  constructor(realm: GuestRealm, strategyId: string, { params, suggests }: DescribedStrategy, check: StepCheck) {
    this.#realm = realm;
    this.#strategyId = strategyId;
    this.params = params;
    this.#check = check;
    if (suggests) this.suggest = this.#suggest();
  }

  check(params: unknown, instruments: Instruments): ParamsProblem | null {
    this.#give(params, instruments);
    return problemOf(parsed(this.#realm.call('check', this.#strategyId)));
  }

  // What comes of these is held against the contract where it leaves the thread, as for any strategy.
  preview = (context: PreviewContext<unknown>) => this.#seen('preview', context) as readonly PreviewLine[];
  figures = (context: PreviewContext<unknown>) => this.#seen('figures', context) as readonly PreviewFigure[];

  #suggest(): StrategySuggest<object> {
    return {
      history: (params) => {
        this.#give(params, {});
        // The markets come with the values.
        this.#given = undefined;
        return parsed(this.#realm.call('wishes', this.#strategyId)) as ReturnType<StrategySuggest<object>['history']>;
      },
      values: (context) => this.#seen('suggest', context) as ReturnType<StrategySuggest<object>['values']>,
    };
  }

  #seen(
    what: 'preview' | 'figures' | 'suggest',
    { params, instruments, ...rest }: Omit<PreviewContext<unknown>, 'params'> & { readonly params: unknown },
  ): unknown {
    this.#give(params, instruments);
    return parsed(this.#realm.call(what, this.#strategyId, JSON.stringify(rest)));
  }

  start = (context: Context) => ({ subscribe: [], ...this.#step(context, 'start', null, null) });
  onMarket = (context: Context, state: unknown, event: unknown) => this.#step(context, 'onMarket', state, event);
  onOrder = (context: Context, state: unknown, event: unknown) => this.#step(context, 'onOrder', state, event);
  onTimer = (context: Context, state: unknown, timer: string) => this.#step(context, 'onTimer', state, timer);
  onStop = (context: Context, state: unknown) => this.#step(context, 'onStop', state, null);

  #step(context: Context, hook: Hook, state: unknown, event: unknown): StrategyStep<unknown> {
    this.#give(context.params, context.instruments);
    this.#realm.answerBy((question, values) => answerOf(context, question, values));
    const isKnown = hook !== 'start' && state === this.#state;
    const stateText = isKnown ? '' : JSON.stringify(state);
    const answer = parsed(this.#realm.call('step', this.#strategyId, hook, context.nowMs, stateText, JSON.stringify(event)));
    const step = this.#check.step(answer, this.#accounts);
    this.#state = step.state;
    return step;
  }

  #give(params: unknown, instruments: Instruments): void {
    if (params === this.#given && this.#markets.every((market) => instruments[market.id] === market)) return;
    this.#markets = instrumentsIn(params).flatMap((id) => instruments[id] ?? []);
    this.#realm.call('instruments', JSON.stringify(Object.fromEntries(this.#markets.map((market) => [market.id, market]))));
    if (params === this.#given) return;
    this.#given = params;
    this.#accounts = new Set(accountsIn(params));
    this.#realm.call('params', JSON.stringify(params));
  }
}

/** What it asks about are texts and numbers of its own choice: they are looked up, and found or not. */
function answerOf(context: Context, question: GuestQuestion, values: string): string {
  const [first, second] = parsed(values) as readonly unknown[];
  switch (question) {
    case 'position':
      return JSON.stringify(context.position(Number(first), String(second)));
    case 'balance':
      return JSON.stringify(context.balance(accountOf(first), String(second)));
    case 'order':
      return JSON.stringify(context.order(String(first)));
    case 'positions':
      return JSON.stringify(context.positions);
    case 'balances':
      return JSON.stringify(context.balances);
    case 'random':
      return JSON.stringify(context.random());
  }
}

function accountOf(asked: unknown): AccountKey {
  const { apiId, accountType, symbol } = Object(asked) as Readonly<Record<string, unknown>>;
  const account = { apiId: Number(apiId), accountType: String(accountType) };
  return (symbol === undefined ? account : { ...account, symbol: String(symbol) }) as AccountKey;
}

/** A key that would become a prototype where it is assigned has no business in anybody's state. */
function parsed(text: string): unknown {
  if (text.includes('"__proto__"')) throw new GuestError('its answer has a key __proto__');
  return JSON.parse(text);
}

function problemOf(answer: unknown): ParamsProblem | null {
  if (answer === null) return null;
  const { field, key, params = {} } = answer as Partial<ParamsProblem>;
  if (typeof field !== 'string' || typeof key !== 'string' || typeof params !== 'object' || params === null) {
    throw new GuestError('check must return null or { field, key, params }');
  }
  const values = Object.entries(params).filter(([, value]) => typeof value === 'string' || typeof value === 'number');
  return { field: field.slice(0, 80), key: key.slice(0, 120), params: Object.fromEntries(values) };
}
