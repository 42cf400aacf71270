import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import type { Api, ReplyIn } from '../../core/contract/client-services.ts';
import type { Role } from '../../core/domain/accounts/role.ts';

export type RiskInstance = ReplyIn<'riskInstances'>[number];
export type ExposureLine = ReplyIn<'riskExposure'>['rows'][number];
export type ThrownLine = ReplyIn<'riskSwitches'>[number];
type Calls = Pick<Api, 'call'>;

export const riskParts = ['instances', 'exposure', 'switches'] as const;
export type RiskPart = (typeof riskParts)[number];
export type StopTarget =
  | { readonly about: 'everyone' }
  | { readonly about: 'account'; readonly apiId: number }
  | { readonly about: 'market'; readonly instrument: string };
export type SweepTarget =
  | { readonly about: 'everyone' }
  | { readonly about: 'account'; readonly apiId: number }
  | { readonly about: 'exchange'; readonly exchange: string };
type LineKind = ExposureLine['kind'];
export const exposureKinds: readonly LineKind[] = ['account', 'exchange', 'asset', 'strategy'];

const pageSize = 100;

/** What risk sees and stops. */
export class RiskStore {
  readonly #api: Calls;
  readonly role: Role;
  /** User name. */
  readonly #self: string;
  part: RiskPart = 'instances';
  period: 'running' | 'history' = 'running';
  search = '';
  instances: readonly RiskInstance[] = [];
  instancesState: 'loading' | 'done' | 'failed' = 'loading';
  /** Those that run, also while others are looked at. */
  running: readonly RiskInstance[] = [];
  isDone = false;
  chosen: ReadonlySet<string> = new Set();
  kind: LineKind = 'account';
  exposure: readonly ExposureLine[] = [];
  /** Of one unit in USDT. */
  prices: Readonly<Record<string, string>> = {};
  exposureState: 'loading' | 'done' | 'failed' = 'loading';
  openKey: string | null = null;
  switches: readonly ThrownLine[] = [];
  switchesState: 'loading' | 'done' | 'failed' = 'loading';

  constructor(api: Calls, { role, username }: { readonly role: Role; readonly username: string }) {
    this.#api = api;
    this.role = role;
    this.#self = username;
    makeAutoObservable(
      this,
      {
        instances: observableRef,
        running: observableRef,
        chosen: observableRef,
        exposure: observableRef,
        prices: observableRef,
        switches: observableRef,
        role: false,
      },
      { autoBind: true },
    );
  }

  get mayControl(): boolean {
    return this.role === 'risk';
  }

  /** Nobody decides what he has asked for. */
  mayDecide({ release }: ThrownLine): boolean {
    return release !== null && release.asked_by !== this.#self;
  }

  get shownInstances(): readonly RiskInstance[] {
    const sought = this.search.trim().toLowerCase();
    return this.instances.filter(({ owner, name, strategy }) => `${owner} ${name} ${strategy}`.toLowerCase().includes(sought));
  }

  /** Those above a limit first: of a long list the others are out of sight. */
  get rows(): readonly ExposureLine[] {
    const isAbove = ({ breached }: ExposureLine): number => Number(breached.length > 0);
    return this.exposure.filter(({ kind }) => kind === this.kind).toSorted((a, b) => isAbove(b) - isAbove(a));
  }

  /** How many of a kind are above a limit. */
  breachesOf(kind: LineKind): number {
    return this.exposure.filter((line) => line.kind === kind && line.breached.length > 0).length;
  }

  get open(): ExposureLine | null {
    return this.rows.find(({ key }) => key === this.openKey) ?? null;
  }

  get breaches(): number {
    return this.exposure.filter(({ breached }) => breached.length > 0).length;
  }

  /** Where an account is, as far as something lies in it. */
  exchangeOf(apiId: number): string {
    return this.#lineOf(apiId)?.exchange ?? '–';
  }

  /** What its owner calls an account; its number where nothing lies in it. */
  ownNameOf(apiId: number): string {
    return this.#lineOf(apiId)?.account ?? String(apiId);
  }

  /** Whose account it is and what he calls it; null where nothing lies in it. */
  accountName(apiId: number): string | null {
    const { username = null, account = null } = this.#lineOf(apiId) ?? {};
    return username === null ? null : `${username} · ${account ?? apiId}`;
  }

  /** An answer is awaited. */
  #isFollowing = false;

  #lineOf(apiId: number): ExposureLine | undefined {
    return this.exposure.find(({ kind, key }) => kind === 'account' && key === String(apiId));
  }

  /** Accounts whose new orders are refused. */
  get frozen(): ReadonlySet<number> {
    return new Set(this.switches.flatMap((one) => (one.apiId === null ? [] : [one.apiId])));
  }

  get desk(): ThrownLine | null {
    return this.switches.find(({ about }) => about === 'everyone') ?? null;
  }

  async load(): Promise<void> {
    await Promise.all([this.readInstances(), this.readExposure(), this.readSwitches()]);
  }

  /** What moves by itself. A server that is late is not asked for more before it has answered. */
  async follow(): Promise<void> {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    const instances = this.period === 'running' ? [this.readInstances()] : [];
    await Promise.all([this.readExposure(), this.readSwitches(), ...instances]);
    this.#isFollowing = false;
  }

  show(part: RiskPart): void {
    this.part = part;
  }

  showPeriod(period: RiskStore['period']): void {
    if (this.period === period) return;
    this.period = period;
    this.instances = [];
    this.instancesState = 'loading';
    this.chosen = new Set();
    void this.readInstances();
  }

  find(search: string): void {
    this.search = search;
    this.chosen = new Set();
  }

  choose(keys: ReadonlySet<string>): void {
    this.chosen = keys;
  }

  showKind(kind: LineKind): void {
    this.kind = kind;
    this.openKey = null;
  }

  showRow(key: string | null): void {
    this.openKey = key;
  }

  /** Anew from the newest on; `more`: the page before what is shown. */
  async readInstances(more = false): Promise<void> {
    const { period } = this;
    const before = more ? this.instances.at(-1)?.instanceId : undefined;
    const query = { state: period, ...(period === 'running' ? {} : { limit: pageSize }), ...(before === undefined ? {} : { before }) };
    const read = await this.#api.call('riskInstances', { query });
    runInAction(() => {
      if (period !== this.period) return;
      if (!read.ok) {
        if (this.instancesState !== 'done') this.instancesState = 'failed';
        return;
      }
      this.instancesState = 'done';
      if (period === 'running') this.running = read.value;
      this.instances = more ? [...this.instances, ...read.value] : read.value;
      this.isDone = period === 'running' || read.value.length < pageSize;
      const there = new Set(this.instances.map(({ instanceId }) => instanceId));
      this.chosen = new Set([...this.chosen].filter((key) => there.has(key)));
    });
  }

  /** False: they could not be read, and are what they were before. */
  async readRunning(): Promise<boolean> {
    const read = await this.#api.call('riskInstances', { query: { state: 'running' } });
    runInAction(() => {
      if (read.ok) this.running = read.value;
    });
    return read.ok;
  }

  async readExposure(): Promise<void> {
    const read = await this.#api.call('riskExposure', {});
    runInAction(() => {
      if (read.ok) [this.exposure, this.prices] = [read.value.rows, read.value.prices];
      this.exposureState = read.ok ? 'done' : this.exposureState === 'done' ? 'done' : 'failed';
    });
  }

  async readSwitches(): Promise<void> {
    const read = await this.#api.call('riskSwitches', {});
    runInAction(() => {
      if (read.ok) this.switches = read.value;
      this.switchesState = read.ok ? 'done' : this.switchesState === 'done' ? 'done' : 'failed';
    });
  }

  /** How many were stopped, and how many not. */
  async stop(instanceIds: readonly string[], reason: string): Promise<Outcome<{ readonly stopped: number; readonly failed: number }>> {
    const done = await this.#api.call('riskInstanceStop', { body: { instanceIds: [...instanceIds], reason } });
    await this.readInstances();
    if (!done.ok) return done;
    return { ok: true, value: { stopped: done.value.stopped.length, failed: done.value.failed.length } };
  }

  async throwSwitch(target: StopTarget, reason: string): Promise<AppError | null> {
    const done = await this.#api.call('riskSwitchThrow', { body: { target, reason } });
    await this.readSwitches();
    return done.ok ? null : done.error;
  }

  async release(target: StopTarget, reason: string): Promise<AppError | null> {
    const done = await this.#api.call('riskSwitchRelease', { body: { target, reason } });
    await this.readSwitches();
    return done.ok ? null : done.error;
  }

  async decide(approve: boolean, reason: string): Promise<AppError | null> {
    const done = await this.#api.call('riskReleaseDecide', { body: { approve, reason } });
    await this.readSwitches();
    return done.ok ? null : done.error;
  }

  /** What became of it. */
  sweep(target: SweepTarget, reason: string): Promise<Outcome<ReplyIn<'riskCancelAll'>>> {
    return this.#api.call('riskCancelAll', { body: { target, reason } });
  }

  async saveLimit(
    { kind, key }: ExposureLine,
    limit: { readonly net: string | null; readonly gross: string | null; readonly refuses: boolean },
    reason: string,
  ): Promise<AppError | null> {
    const done = await this.#api.call('riskLimitSave', { body: { kind, key, ...limit, reason } });
    await this.readExposure();
    return done.ok ? null : done.error;
  }
}
