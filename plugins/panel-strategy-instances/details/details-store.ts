import { makeAutoObservable, observableRef, reaction, runInAction } from 'mobx';
import type { Instance, InstanceDeviation, InstanceEvent, InstanceInfo, InstanceMark } from '../../../core/contract/strategies.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Services } from '../requires.ts';
import { EventPages } from './event-pages.ts';

interface Waiting {
  after(delayMs: number, task: () => void): () => void;
}

/** An instance may step many times a second; its details follow at this pace. */
const followMs = 1_000;
/** Fills that the curve is drawn from. */
const mostMarks = 500;

/** Everything about one instance: read when it is chosen, and again while it changes. */
export class DetailsStore {
  info: InstanceInfo | null = null;
  state: 'loading' | 'ready' | 'failed' | 'unknown' = 'loading';
  readonly events: EventPages<InstanceEvent>;
  readonly deviations: EventPages<InstanceDeviation>;
  readonly marks: EventPages<InstanceMark>;
  private readonly services: Pick<Services, 'api' | 'strategies'>;
  private readonly timers: Waiting;
  private readonly instanceId: string;
  private stopWaiting: (() => void) | null = null;
  private fills = -1;

  constructor(services: Pick<Services, 'api' | 'strategies'>, timers: Waiting, instanceId: string) {
    const { api } = services;
    const of = { instanceId: instanceId };
    this.services = services;
    this.timers = timers;
    this.instanceId = instanceId;
    this.events = new EventPages(async (page) => {
      const reply = await api.call('instanceInfo', { query: { ...of, ...page } });
      if (page.beforeEvent === undefined) this.take(reply.ok ? reply.value : null, reply.ok ? null : reply.error.code);
      return reply.ok ? { ok: true, value: reply.value.events } : reply;
    });
    this.deviations = new EventPages((page) => api.call('instanceDeviations', { query: { ...of, ...page } }));
    this.marks = new EventPages((page) => api.call('instanceMarks', { query: { ...of, ...page } }), mostMarks);
    makeAutoObservable<this, 'services' | 'timers' | 'instanceId' | 'stopWaiting' | 'fills'>(
      this,
      {
        info: observableRef,
        events: false,
        deviations: false,
        marks: false,
        services: false,
        timers: false,
        instanceId: false,
        stopWaiting: false,
        fills: false,
      },
      { autoBind: true },
    );
  }

  /** The instance as it is now; what was read last once it has ended. */
  get instance(): Instance | null {
    return this.running ?? this.info?.instance ?? null;
  }

  /** Reads everything, and again whenever the instance has made a step or ended, until disposed. */
  follow(): Disposer {
    void this.load();
    const stop = reaction(
      () => this.running?.step,
      () => this.loadSoon(),
    );
    return () => {
      stop();
      this.stopWaiting?.();
      this.stopWaiting = null;
    };
  }

  async load(): Promise<void> {
    await this.events.renew();
    if (this.info === null || this.info.instance.fills === this.fills) return;
    this.fills = this.info.instance.fills;
    await Promise.all([this.deviations.renew(), this.marks.renew()]);
  }

  private get running(): Instance | null {
    return this.services.strategies.running.find(({ instanceId }) => instanceId === this.instanceId) ?? null;
  }

  private loadSoon(): void {
    this.stopWaiting ??= this.timers.after(followMs, () => {
      this.stopWaiting = null;
      void this.load();
    });
  }

  private take(info: InstanceInfo | null, code: string | null): void {
    runInAction(() => {
      if (info !== null) this.info = info;
      this.state = info !== null ? 'ready' : code === 'INSTANCE_UNKNOWN' ? 'unknown' : 'failed';
    });
  }
}
