import { makeAutoObservable, observableRef, onBecomeObserved, reaction, runInAction } from 'mobx';
import type { Outcome } from '../../core/contract/app-error.ts';
import type {
  Instance,
  Strategies,
  StrategyChoice,
  StrategyDraft,
  StrategyPreview,
  StrategyTemplate,
} from '../../core/contract/strategies.ts';
import { itemsOf, type TopicMessage } from '../../core/contract/stream-items.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Services } from './requires.ts';

const formPanel = 'panel-strategy-form/strategy-form';
const hasEnded = ({ status }: Instance): boolean => status === 'STOPPED' || status === 'INTERRUPTED';
const byNewest = (a: Instance, b: Instance): number => b.createdMs - a.createdMs || (a.instanceId < b.instanceId ? 1 : -1);

/**
 * The user's strategies and running instances. Nothing is asked for before somebody looks; from then on the topic keeps the
 * instances live, and templates are read again whenever the user's plugins have changed.
 */
export class StrategiesStore implements Strategies {
  templates: readonly StrategyTemplate[] = [];
  chosen: string | null = null;
  draft: Strategies['draft'] = null;
  preview: StrategyPreview | null = null;
  failed = false;
  /** As the server tells them. */
  private told: readonly Instance[] = [];
  /** Whose stop is asked for and not answered. */
  private stopping: readonly string[] = [];
  private hasTemplates = false;
  private hasInstances = false;
  private readonly services: Services;
  private readonly stops: Disposer[] = [];
  /** A slow answer must not bring back what the topic has seen end. */
  private readonly ended = new Set<string>();
  private isStarted = false;
  private reads = 0;
  private drafts = 0;

  constructor(services: Services) {
    this.services = services;
    makeAutoObservable<this, 'told' | 'stopping' | 'services' | 'stops' | 'ended' | 'isStarted' | 'reads' | 'drafts'>(
      this,
      {
        templates: observableRef,
        told: observableRef,
        stopping: observableRef,
        draft: observableRef,
        preview: observableRef,
        template: false,
        start: false,
        stop: false,
        update: false,
        cancelUpdate: false,
        services: false,
        stops: false,
        ended: false,
        isStarted: false,
        reads: false,
        drafts: false,
      },
      { autoBind: true },
    );
    for (const part of ['templates', 'running', 'hasTemplates'] as const) {
      this.stops.push(onBecomeObserved(this, part as 'templates', () => this.begin()));
    }
  }

  /** What is to stop is shown as stopping at once: its step under way may take its time. Where the server refuses it, it stands there as before. */
  get running(): readonly Instance[] {
    const { told, stopping } = this;
    const isStopping = ({ instanceId, status }: Instance): boolean =>
      stopping.includes(instanceId) && (status === 'TRADING' || status === 'PREPARING');
    return told.map((one) => (isStopping(one) ? { ...one, status: 'STOPPING' } : one));
  }

  get loading(): boolean {
    return !this.failed && !(this.hasTemplates && this.hasInstances);
  }

  reload(): void {
    void this.read();
  }

  template(strategy: string): StrategyTemplate | null {
    return this.templates.find((one) => one.strategy === strategy) ?? null;
  }

  start({ strategy, name, environment, params, limits }: StrategyChoice): Promise<Outcome<Instance>> {
    const body = { strategy, name, environment, params: { ...params }, ...(limits === undefined ? {} : { limits }) };
    return this.taken(this.services.api.call('strategyStart', { body }));
  }

  async stop(instanceId: string): Promise<Outcome<Instance>> {
    this.stopping = [...this.stopping, instanceId];
    const outcome = await this.taken(this.services.api.call('strategyStop', { body: { instanceId: instanceId } }));
    runInAction(() => (this.stopping = this.stopping.filter((one) => one !== instanceId)));
    return outcome;
  }

  update(instanceId: string, params: Readonly<Record<string, unknown>>): Promise<Outcome<Instance>> {
    return this.taken(this.services.api.call('strategyUpdate', { body: { instanceId: instanceId, params: { ...params } } }));
  }

  cancelUpdate(instanceId: string): Promise<Outcome<Instance>> {
    return this.taken(this.services.api.call('strategyUpdateCancel', { body: { instanceId: instanceId } }));
  }

  choose(instanceId: string | null): void {
    this.chosen = instanceId;
  }

  prepare(draft: StrategyDraft): void {
    this.drafts += 1;
    this.draft = { ...draft, at: this.drafts };
    this.services.workspace.openPanel(formPanel);
  }

  settle(at: number): void {
    if (this.draft?.at === at) this.draft = null;
  }

  showPreview(preview: StrategyPreview | null): void {
    this.preview = preview;
  }

  dispose(): void {
    for (const stop of this.stops.splice(0).reverse()) void stop();
  }

  private begin(): void {
    if (this.isStarted) return;
    this.isStarted = true;
    const { stream, session } = this.services;
    this.stops.push(
      stream.subscribe('strategies', (message) => this.take(message)),
      // Roles, VIP levels and plugin sets decide which strategies there are; the topic begins with what they are now, also for another user.
      stream.subscribe('plugins', () => void this.read()),
      reaction(
        () => session.user?.username,
        () => this.forget(),
      ),
    );
  }

  private async read(): Promise<void> {
    this.reads += 1;
    const own = this.reads;
    const reply = await this.services.api.call('strategyTemplates', {});
    // Plugins or the user have changed meanwhile: the answer to that is on its way.
    if (own !== this.reads) return;
    runInAction(() => {
      this.failed = !reply.ok;
      if (!reply.ok) return;
      this.templates = reply.value;
      this.hasTemplates = true;
    });
  }

  private take(message: TopicMessage): void {
    if (message.k === 's') {
      this.told = itemsOf<Instance>(message);
      this.hasInstances = true;
    } else for (const instance of itemsOf<Instance>(message)) this.put(instance);
  }

  private put(instance: Instance): void {
    const others = this.told.filter(({ instanceId }) => instanceId !== instance.instanceId);
    if (hasEnded(instance)) this.ended.add(instance.instanceId);
    this.told = this.ended.has(instance.instanceId) ? others : [...others, instance].sort(byNewest);
  }

  /** Somebody else works here from now on. */
  private forget(): void {
    // What is still being read is of whom was here before.
    this.reads += 1;
    this.templates = [];
    this.told = [];
    this.stopping = [];
    this.chosen = null;
    this.draft = null;
    this.preview = null;
    this.hasTemplates = false;
    this.hasInstances = false;
  }

  /** An answer says what the topic will say a moment later. */
  private async taken(reply: Promise<Outcome<Instance>>): Promise<Outcome<Instance>> {
    const outcome = await reply;
    if (outcome.ok) runInAction(() => this.put(outcome.value));
    return outcome;
  }
}
