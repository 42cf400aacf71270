import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError } from '../../core/contract/app-error.ts';
import type { FieldProblem } from '../../core/contract/forms.ts';
import type {
  Instance,
  InstanceEnvironment,
  PreviewReply,
  StrategyDraft,
  StrategyPreview,
  StrategyTemplate,
} from '../../core/contract/strategies.ts';
import type { Disposer } from '../../core/contract/token.ts';
import { emptyLimits, type LimitFields, limitProblem, limitsOf } from '../../core/ui/strategy/limit-fields.ts';
import { type Refusal, refusalOf } from '../../core/ui/strategy/refusal.ts';
import { type FormChoice, FormMemory } from './form-memory.ts';
import type { Services } from './requires.ts';

type Params = Readonly<Record<string, unknown>>;

/** The form of a strategy that is to be started: what stands in it, what is wrong with it, and what became of it. */
export class FormStore {
  /** `pluginId/id`; null: none is chosen. */
  strategy: string | null = null;
  name = '';
  environment: string | null = null;
  params: Params = {};
  limits: LimitFields = emptyLimits;
  /** Of the schema, as the form finds them; null before it has looked. */
  problems: readonly FieldProblem[] | null = null;
  /** Of the last start, until something is changed. */
  refusal: Refusal | null = null;
  /** What the strategy itself has against the params as they stand. */
  objection: Refusal | null = null;
  /** What follows from the params that were complete last. */
  figures: PreviewReply['figures'] = [];
  /** What the params as they stand would place. */
  lines: PreviewReply['lines'] = [];
  /** An instance was started from the form as it stands. */
  started = false;
  /** Goes up whenever the form is filled anew: it then looks at everything again. */
  round = 0;
  /** It was filled with what somebody sent, and not with what it remembered. */
  brings = false;
  /** Fields that are still empty say so. */
  revealed = false;
  /** A start is on its way. */
  starting = false;
  /** What was saved is here, or could not be read. */
  ready = false;
  /** Where instances may run, in the server's order. */
  environments: readonly InstanceEnvironment[] = [];
  environmentsError: AppError | null = null;
  private readonly services: Services;
  private readonly memory: FormMemory;

  constructor(services: Services) {
    this.services = services;
    this.memory = new FormMemory(services.documents);
    makeAutoObservable<this, 'services' | 'memory'>(
      this,
      {
        params: observableRef,
        limits: observableRef,
        problems: observableRef,
        refusal: observableRef,
        objection: observableRef,
        figures: observableRef,
        lines: observableRef,
        environments: observableRef,
        environmentsError: observableRef,
        services: false,
        memory: false,
      },
      { autoBind: true },
    );
  }

  /** Brings back what was in the form last. */
  open(): Disposer {
    void this.loadEnvironments();
    return this.memory.open(() =>
      runInAction(() => {
        this.ready = true;
        if (this.strategy === null && this.memory.strategy !== null) this.choose(this.memory.strategy);
      }),
    );
  }

  get template(): StrategyTemplate | null {
    return this.strategy === null ? null : this.services.strategies.template(this.strategy);
  }

  /** The chosen environment where it is offered; paper before money. */
  get chosenEnvironment(): InstanceEnvironment | null {
    const offered = this.environments;
    return offered.find((one) => one === this.environment) ?? offered.find((one) => one === 'test') ?? offered[0] ?? null;
  }

  get limitProblem(): keyof LimitFields | null {
    return limitProblem(this.limits);
  }

  get isComplete(): boolean {
    return this.problems?.length === 0 && this.limitProblem === null && this.chosenEnvironment !== null;
  }

  /** What charts show of it: of an instance that was started they show what it does. */
  get preview(): StrategyPreview | null {
    const { template, lines, started } = this;
    return template === null || lines.length === 0 || started ? null : { plugin: template.plugin, lines };
  }

  /** Opens a strategy's form as it was left; null goes back to the list. */
  choose(strategy: string | null): void {
    this.take(strategy, strategy === null ? null : this.memory.choiceOf(strategy));
    this.brings = false;
    this.memory.keep(strategy, null);
  }

  /** Fills the form: parameters used again, a row of a list, a template. */
  fill({ strategy, params, name, environment }: StrategyDraft, limits?: LimitFields): void {
    const kept = this.memory.choiceOf(strategy);
    this.take(strategy, {
      params,
      name: name ?? kept.name,
      environment: environment ?? kept.environment,
      limits: limits ?? kept.limits,
      started: false,
    });
    this.brings = true;
    this.remember();
  }

  setParams(params: Params, problems: readonly FieldProblem[]): void {
    // The form also reports what it found in what it was given.
    if (JSON.stringify(params) !== JSON.stringify(this.params)) this.forgive();
    this.params = params;
    this.problems = problems;
    this.remember();
  }

  /** Params that the form has not looked at yet. */
  put(params: Params): void {
    this.params = params;
    this.problems = null;
    this.forgive();
  }

  change(patch: Partial<Pick<FormStore, 'name' | 'environment' | 'limits'>>): void {
    Object.assign(this, patch);
    this.forgive();
    this.remember();
  }

  reveal(): void {
    this.revealed = true;
  }

  /** Starts an instance under the given name. Null when it was refused; why stands in `refusal`. */
  async start(name: string): Promise<Instance | null> {
    const { template, chosenEnvironment: environment } = this;
    if (template === null || environment === null || this.starting) return null;
    this.starting = true;
    this.refusal = null;
    const { params, limits: fields } = this;
    const limits = limitsOf(fields);
    const { strategy } = template;
    const outcome = await this.services.strategies.start({
      strategy,
      name,
      environment,
      params,
      ...(limits === undefined ? {} : { limits }),
    });
    runInAction(() => {
      this.starting = false;
      // Whoever went on to another form meanwhile is not told here.
      if (this.strategy !== strategy) return;
      if (!outcome.ok) this.refusal = this.read(outcome.error);
      else if (this.params === params) {
        this.started = true;
        this.remember();
      }
    });
    return outcome.ok ? outcome.value : null;
  }

  /** Null: the strategy has nothing against the params. */
  object(error: AppError | null): void {
    this.objection = error === null ? null : this.read(error);
  }

  showFigures(figures: PreviewReply['figures']): void {
    this.figures = figures;
  }

  showLines(lines: PreviewReply['lines']): void {
    this.lines = lines;
  }

  private read(error: AppError): Refusal | null {
    const { template } = this;
    if (template === null) return null;
    const refusal = refusalOf(error, template, this.params, this.services.texts);
    // The form says itself that the start has failed: of a refusal that says so too only the cause is left.
    return error.code === 'STRATEGY_START_FAILED' ? { ...refusal, text: String(error.params.cause) } : refusal;
  }

  private forgive(): void {
    this.refusal = null;
    this.objection = null;
    this.started = false;
  }

  private take(strategy: string | null, choice: FormChoice | null): void {
    this.strategy = strategy;
    this.name = choice?.name ?? '';
    this.environment = choice?.environment ?? null;
    this.params = choice?.params ?? {};
    this.limits = choice?.limits ?? emptyLimits;
    this.problems = null;
    this.figures = [];
    this.lines = [];
    this.round += 1;
    this.forgive();
    this.started = choice?.started ?? false;
    this.revealed = false;
  }

  private remember(): void {
    const { strategy, name, environment, params, limits, started } = this;
    this.memory.keep(strategy, { name, environment, params, limits, started });
  }

  private async loadEnvironments(): Promise<void> {
    const reply = await this.services.api.call('strategyEnvironments', {});
    runInAction(() => {
      this.environmentsError = reply.ok ? null : reply.error;
      if (reply.ok) this.environments = reply.value;
    });
  }
}
