import type { Principal } from '../../../core/contract/access.ts';
import { accepted, denied, type Outcome, refused } from '../../../core/contract/app-error.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { InstanceEnvironment } from '../../../core/contract/strategies.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { ApiId } from '../../../core/contract/trading.ts';
import type { Quota } from '../../store/quota/user-quota.ts';
import type { ApiAccountRecord } from '../../store/records.ts';
import type { Store } from '../../store/store.ts';
import type { InstanceRecord, PendingEffect } from '../../store/strategies/instance-store.ts';
import type { SwitchBook } from '../../trading/switch-book.ts';
import { noLimits, type TradingLimits } from '../driver/account/trading-limits.ts';
import type { StrategyMarkets } from '../strategy-markets.ts';
import type { StrategyOrigin } from '../worker/worker-protocol.ts';
import { instanceEvent } from './history/instance-log.ts';
import { WriteRounds } from './history/write-rounds.ts';
import { InstanceHost } from './instance-host.ts';
import { InstanceValuer } from './market/instance-valuer.ts';
import type { MarketWatch } from './market/market-watch.ts';
import { newInstanceRecord } from './new-instance-record.ts';
import { accountWithoutMarket } from './orders/account-without-market.ts';
import type { LimitBook, LimitChange, LimitScope } from './orders/limit-book.ts';
import { OrderGuard } from './orders/order-guard.ts';
import { type DoorParts, doorOf } from './orders/trading-door.ts';
import { Owners } from './owners.ts';
import { type FormParams, type ParamsPreview, paramsPreview } from './params-preview.ts';
import { type ParamsCheckParts, paramsProblem } from './params-problem.ts';
import { StepLane, type StepLaneParts } from './step-lane.ts';
import { StrategyAdmission, type StrategyAdmissionParts } from './strategy-admission.ts';
import { type Strategy, type StrategyCatalogue, updatableFields } from './strategy-catalogue.ts';
import { StrategyThreads, type StrategyThreadsParts } from './strategy-threads.ts';
import type { StrategySchemas } from './try-origin.ts';

export interface InstanceChoice {
  readonly strategy: string;
  readonly name: string;
  readonly environment: InstanceEnvironment;
  readonly params: unknown;
  readonly limits: TradingLimits;
}

interface InstanceServiceParts extends StrategyAdmissionParts, DoorParts, StrategyThreadsParts, ParamsCheckParts, StepLaneParts {
  readonly store: Pick<Store, 'instances' | 'users' | 'orders' | 'fills'>;
  readonly quota: Quota;
  readonly catalogue: StrategyCatalogue;
  readonly limits: LimitBook;
  /** What risk has switched off. */
  readonly switches: Pick<SwitchBook, 'startRefusal' | 'onChange'>;
  readonly markets: StrategyMarkets;
  readonly watch: MarketWatch;
  readonly account: (apiId: ApiId) => ApiAccountRecord | null;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly newId: () => string;
  /** False: instances of the demo's people rest until a start with the demo. */
  readonly demo: boolean;
}

/** Who can stop an instance: its owner, the house because he has lost its strategy, or risk. */
export type InstanceStopper = 'OWNER' | 'HOUSE' | 'RISK';

const mostRunning = 50;
/** How long a kill switch that another server has written may stay unseen here, whatever becomes of its news. */
const limitsEveryMs = 1_000;
/** The same of who owners are. */
const ownersEveryMs = 30_000;

/** All strategy instances of the house: starts, stops and updates them, and takes them up again after a restart. */
export class InstanceService {
  /** Who may start what, with which accounts. */
  readonly admission: StrategyAdmission;
  readonly #parts: InstanceServiceParts;
  readonly #lane: StepLane;
  readonly #rounds: WriteRounds;
  readonly #hosts = new Map<string, InstanceHost>();
  readonly #stoppers = new Map<string, InstanceStopper>();
  /** Of the demo's people while there is no demo: they only take back their orders. */
  readonly #resting: InstanceHost[] = [];
  readonly #threads: StrategyThreads;
  readonly #valuer: InstanceValuer;
  readonly #guard: OrderGuard;
  readonly #owners: Owners;
  readonly #listeners = new Set<(record: InstanceRecord) => void>();
  /** Users once for each start under way that has no host yet: it takes a place from the moment in which it is let in. */
  readonly #starting: string[] = [];

  constructor(parts: InstanceServiceParts) {
    this.#parts = parts;
    this.admission = new StrategyAdmission(parts);
    this.#valuer = new InstanceValuer(parts.markets);
    this.#threads = new StrategyThreads(parts);
    this.#lane = new StepLane(parts);
    this.#rounds = new WriteRounds(parts.clock);
    this.#guard = new OrderGuard(parts);
    this.#owners = new Owners(parts.store);
  }

  /** Takes up what was running; venues must be open. The disposer saves what is under way and ends the threads. */
  async start(): Promise<Disposer> {
    const { store, logger } = this.#parts;
    const pending = new Map<string, PendingEffect[]>();
    for (const effect of await store.instances.pendingEffects()) {
      pending.set(effect.instanceId, [...(pending.get(effect.instanceId) ?? []), effect]);
    }
    for (const record of await store.instances.unsettled()) {
      const owner = await this.#owners.of(record.userId);
      const host = this.#newHost(record);
      if (owner.demo && !this.#parts.demo) {
        this.#resting.push(host);
        host.rest();
        continue;
      }
      this.#hosts.set(record.instanceId, host);
      host.resume(pending.get(record.instanceId) ?? []);
      if (this.#isHalted(record)) host.cancelOrders();
    }
    if (this.#parts.catalogue.list().length > 0) this.#threads.warmUp();
    const stopReading = this.#parts.clock.every(limitsEveryMs, () => this.readLimits());
    const stopAsking = this.#parts.clock.every(ownersEveryMs, () => this.ownerChanged());
    if (this.#hosts.size > 0) logger.info({ instances: this.#hosts.size }, 'strategy instances go on');
    if (this.#resting.length > 0) {
      logger.info({ instances: this.#resting.length }, 'strategy instances of the demo rest, without orders, until a start with --demo');
    }
    const stopSwitches = this.#parts.switches.onChange(() => this.#takeBackHalted());
    const stopLooking = this.#guard.start();
    return async () => {
      await stopSwitches();
      stopReading();
      stopAsking();
      await stopLooking();
      const closing = [...this.#hosts.values(), ...this.#resting].map((host) => host.close());
      // Only now, so that no instance goes on with a step that was given up.
      this.#lane.close();
      await Promise.all(closing);
      await this.#lane.idle();
      await this.#threads.close();
    };
  }

  /** Starts an instance; its owner is the caller. Nothing is left behind when it is refused before its first step. */
  async begin(principal: Principal, choice: InstanceChoice): Promise<Outcome<InstanceRecord>> {
    const { userId } = principal;
    if (userId === null) return refused('SESSION_MISSING');
    const strategy = this.admission.admit(principal, choice.strategy);
    if (!strategy.ok) return strategy;
    const halted = this.#parts.switches.startRefusal([]);
    if (halted !== null) return denied(halted);
    if (this.#runningOf(userId) >= mostRunning) return refused('STRATEGY_TOO_MANY', { limit: mostRunning });
    this.#starting.push(userId);
    const created = await this.#create(principal, userId, strategy.value, choice).finally(() => {
      this.#starting.splice(this.#starting.indexOf(userId), 1);
    });
    if (!created.ok) return created;
    const host = created.value;
    const fault = await host.commands.add({ type: 'start' });
    return fault === null ? accepted(host.record) : refused('STRATEGY_START_FAILED', { cause: `${fault.hook}: ${fault.problem}` });
  }

  async #create(principal: Principal, userId: string, strategy: Strategy, choice: InstanceChoice): Promise<Outcome<InstanceHost>> {
    const apiIds = this.admission.accounts(principal, strategy, choice.params);
    if (!apiIds.ok) return apiIds;
    const frozen = this.#parts.switches.startRefusal(apiIds.value);
    if (frozen !== null) return denied(frozen);
    const problem = await this.#paramsProblem(principal, strategy, choice.params, choice.environment);
    if (!problem.ok) return problem;
    const idle = accountWithoutMarket(choice.params, apiIds.value, this.#parts);
    if (idle !== null) return refused('STRATEGY_ACCOUNT_UNFIT', { apiId: idle });
    const { newId, trading, clock, lease } = this.#parts;
    const id = newId().replaceAll('-', '');
    const record = newInstanceRecord({ id, userId, choice, apiIds: apiIds.value, nowMs: clock.nowMs() }, trading);
    const created = [instanceEvent('created', record.createdMs)];
    const stored = await this.#parts.quota.within(userId, ({ instances }) => instances.create(record, created, lease));
    if (!stored.ok) return stored;
    await this.#owners.of(userId);
    const host = this.#newHost(record);
    this.#hosts.set(record.instanceId, host);
    return accepted(host);
  }

  /** What the params of a form come to in the markets as they are. */
  async preview(
    principal: Principal,
    { strategy: key, ...form }: FormParams & Pick<InstanceChoice, 'strategy'>,
  ): Promise<Outcome<ParamsPreview>> {
    const strategy = this.admission.admit(principal, key);
    return strategy.ok ? paramsPreview(this.#parts, this.#threads, principal, strategy.value, form) : strategy;
  }

  /** It cannot be undone. Stopping what is already on its way to its end changes nothing. */
  async stop(principal: Principal, instanceId: string, by: InstanceStopper = 'OWNER'): Promise<Outcome<InstanceRecord>> {
    const host = this.#own(principal, instanceId);
    if (host === null) return this.#ended(principal, instanceId);
    const { status } = host.record;
    if (status === 'TRADING' || status === 'PREPARING') this.#stoppers.set(instanceId, by);
    const fault = status === 'TRADING' || status === 'PREPARING' ? await host.commands.add({ type: 'stop' }) : null;
    // Nothing but the stop of the server leaves it as it was: the next start goes on with it.
    if (fault !== null && host.record.status === 'TRADING') return refused('SERVER_STOPPING');
    return accepted(host.record);
  }

  /** The same for one of whoever, by the house; who may has been asked. */
  async stopForHouse(instanceId: string): Promise<Outcome<InstanceRecord>> {
    const host = this.#hosts.get(instanceId);
    if (host !== undefined) return this.stop(this.#owners.principal(host.record.userId), instanceId, 'RISK');
    const record = await this.#parts.store.instances.get(instanceId);
    return record === null ? refused('INSTANCE_UNKNOWN') : accepted(record);
  }

  /** Who has stopped one that is on its way to its end; null: it ends by itself, or that was before a start of the server. */
  stoppedBy(instanceId: string): InstanceStopper | null {
    return this.#stoppers.get(instanceId) ?? null;
  }

  /** One of whoever, running or ended. */
  async any(instanceId: string): Promise<InstanceRecord | null> {
    return this.#hosts.get(instanceId)?.record ?? this.#parts.store.instances.get(instanceId);
  }

  /** Changes fields that may change while it runs, all at once; the params are checked as a whole. */
  async update(principal: Principal, instanceId: string, changes: Readonly<Record<string, unknown>>): Promise<Outcome<InstanceRecord>> {
    const host = this.#own(principal, instanceId);
    if (host === null) return refused('INSTANCE_UNKNOWN');
    const { record } = host;
    if (record.status !== 'TRADING') return refused('INSTANCE_STATUS', { status: record.status });
    const barred = this.admission.barred(principal, record.apiIds);
    if (barred !== null) return denied(barred);
    if (host.commands.isUpdating) return refused('STRATEGY_UPDATE_PENDING');
    const strategy = this.#parts.catalogue.find(record.strategy);
    if (strategy === null) return refused('STRATEGY_UNKNOWN', { strategy: record.strategy });
    const before = record.params as Readonly<Record<string, unknown>>;
    const allowed = updatableFields(strategy.schema);
    const fixed = Object.keys(changes).find((name) => !allowed.includes(name) && !isSame(changes[name], before[name]));
    if (fixed !== undefined) return refused('STRATEGY_FIELD_FIXED', { field: fixed.slice(0, 80) });
    const params = { ...before, ...changes };
    const release = host.commands.reserveUpdate();
    try {
      const problem = await this.#paramsProblem(principal, strategy, params, record.environment as InstanceEnvironment);
      if (!problem.ok) return problem;
      const fault = await host.commands.add({ type: 'update', params });
      return fault === null ? accepted(host.record) : refused('STRATEGY_UPDATE_FAILED', { cause: `${fault.hook}: ${fault.problem}` });
    } finally {
      release();
    }
  }

  /** Takes back an update that waits. */
  cancelUpdate(principal: Principal, instanceId: string): Outcome<InstanceRecord> {
    const host = this.#own(principal, instanceId);
    if (host === null) return refused('INSTANCE_UNKNOWN');
    host.commands.cancelUpdate();
    return accepted(host.record);
  }

  /** Changes limits over everyone, a user or an account; a thrown kill switch also takes the orders back. */
  async changeLimits(scope: LimitScope, patch: Partial<TradingLimits>): Promise<LimitChange> {
    const change = await this.#parts.limits.change(scope, patch, this.#parts.clock.nowMs());
    this.#takeBackHalted();
    return change;
  }

  /** Obeys limits and kill switches that another server has written. */
  async readLimits(): Promise<void> {
    if (await this.#parts.limits.refresh()) this.#takeBackHalted();
  }

  /** Instances of this user go on though nobody can sign in as him. */
  ownedByHouse(userId: string): void {
    this.#owners.ofHouse(userId);
  }

  /** What an owner may do has changed, or, without one, may have for all: his instances obey it with their next order. */
  async ownerChanged(userId?: string): Promise<void> {
    await this.#owners.refresh(userId === undefined ? undefined : [userId]);
    this.#takeBackHalted();
  }

  #takeBackHalted(): void {
    for (const host of this.#hosts.values()) if (this.#isHalted(host.record)) host.cancelOrders();
  }

  limitsOf(scope: LimitScope): TradingLimits {
    return this.#parts.limits.of(scope);
  }

  /** An instance of the caller as it is now, running or ended. */
  async find(principal: Principal, instanceId: string): Promise<InstanceRecord | null> {
    const running = this.#own(principal, instanceId);
    if (running !== null) return running.record;
    const stored = await this.#parts.store.instances.get(instanceId);
    return stored !== null && stored.userId === principal.userId ? stored : null;
  }

  /** Like {@link find}; an admin sees everybody's. */
  async look(principal: Principal, instanceId: string): Promise<InstanceRecord | null> {
    if (principal.role !== 'admin') return this.find(principal, instanceId);
    return this.any(instanceId);
  }

  running(userId: string): readonly InstanceRecord[] {
    const records = [...this.#hosts.values()].map(({ record }) => record);
    return records
      .filter((record) => record.userId === userId && record.status !== 'INTERRUPTED')
      .sort((a, b) => b.createdMs - a.createdMs || (a.instanceId < b.instanceId ? 1 : -1));
  }

  isUpdating(instanceId: string): boolean {
    return this.#hosts.get(instanceId)?.commands.isUpdating ?? false;
  }

  refusalOf(instanceId: string): InstanceHost['refusal'] {
    return this.#hosts.get(instanceId)?.refusal ?? null;
  }

  /** Of everybody, but for those that were interrupted. */
  allRunning(): readonly InstanceRecord[] {
    return [...this.#hosts.values()].map(({ record }) => record).filter(({ status }) => status !== 'INTERRUPTED');
  }

  /** Tells of every step that was saved. */
  onChange(listener: (record: InstanceRecord) => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  #paramsProblem(principal: Principal, strategy: Strategy, params: unknown, environment: InstanceEnvironment): Promise<Outcome<null>> {
    return paramsProblem(this.#parts, this.#threads, principal, strategy, params, environment);
  }

  /** The owner has been read. */
  #newHost(record: InstanceRecord): InstanceHost {
    const { markets, watch, clock, logger } = this.#parts;
    return new InstanceHost(record, {
      thread: this.#threads.of(record.strategy.slice(0, record.strategy.indexOf('/'))),
      door: doorOf(record, () => this.#owners.principal(record.userId), this.#parts),
      lane: this.#lane,
      rounds: this.#rounds,
      watch,
      markets,
      valuer: this.#valuer,
      limits: (current) => this.#limits(current),
      guard: (current, wanted) => this.#guard.denial(current, wanted, [...this.#hosts.values()]),
      clock,
      logger,
      onChange: ({ record: saved }) => {
        for (const listener of this.#listeners) listener(saved);
      },
      onSettled: ({ record: { instanceId } }) => {
        this.#hosts.delete(instanceId);
        this.#stoppers.delete(instanceId);
      },
    });
  }

  /** Instances of a plugin's strategies that have not ended. */
  runningOf(pluginId: string): readonly InstanceRecord[] {
    const records = [...this.#hosts.values()].map(({ record }) => record);
    return records.filter(({ strategy, status }) => strategy.startsWith(`${pluginId}/`) && status !== 'INTERRUPTED');
  }

  /** Whether a plugin's strategies come up from this origin, and its running instances could go on with them; nothing changes. */
  tryOrigin(pluginId: string, origin: StrategyOrigin): Promise<Outcome<StrategySchemas>> {
    return this.#threads.try(pluginId, origin, this.runningOf(pluginId));
  }

  /** Running instances go on, from their state, with what was tried last. */
  adopt(pluginId: string): Promise<void> {
    return this.#threads.adopt(pluginId);
  }

  #limits({ userId, apiIds, environment, limits }: InstanceRecord): TradingLimits {
    const own = { ...noLimits, ...(limits as Partial<TradingLimits>) };
    const all = this.#parts.limits.forInstance(own, environment, userId, apiIds);
    return this.#owners.isDisabled(userId) || this.#parts.switches.startRefusal(apiIds) !== null ? { ...all, isHalted: true } : all;
  }

  #isHalted({ userId, apiIds }: InstanceRecord): boolean {
    const { limits, switches } = this.#parts;
    return this.#owners.isDisabled(userId) || limits.isHalted(userId, apiIds) || switches.startRefusal(apiIds) !== null;
  }

  #own(principal: Principal, instanceId: string): InstanceHost | null {
    const host = this.#hosts.get(instanceId);
    return host !== undefined && host.record.userId === principal.userId ? host : null;
  }

  #runningOf(userId: string): number {
    const hosts = [...this.#hosts.values()].filter(({ record }) => record.userId === userId);
    return hosts.length + this.#starting.filter((starting) => starting === userId).length;
  }

  async #ended(principal: Principal, instanceId: string): Promise<Outcome<InstanceRecord>> {
    const record = await this.find(principal, instanceId);
    return record === null ? refused('INSTANCE_UNKNOWN') : accepted(record);
  }
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
