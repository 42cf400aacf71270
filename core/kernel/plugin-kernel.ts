import type { Contributions } from '../contract/plugin.ts';
import type { Disposer, Token } from '../contract/token.ts';
import type { AccessPolicy } from './checks/access-policy.ts';
import { missingTokens } from './checks/token-check.ts';
import { ContributionBoard } from './contributions/contribution-board.ts';
import { commandsOf, panelsOf, routesOf, strategiesOf, type UnitView, venuesOf } from './contributions/contribution-list.ts';
import { type Discovery, dependenciesOf, discover, providersOf } from './discovery.ts';
import { HookRunner } from './hook-runner.ts';
import type { Kernel, KernelOptions } from './kernel.ts';
import type { KernelReport } from './kernel-report.ts';
import { KernelStartError } from './kernel-start-error.ts';
import type { PluginSource } from './plugin-source.ts';
import type { InstalledPlugin } from './plugin-state.ts';
import { PluginUnit, type UnitHost } from './plugin-unit.ts';
import { ServiceRoot } from './service-root.ts';

/** Holds the units in order of setup and moves them between states; the rules stand in the files beside it. */
export class PluginKernel implements Kernel {
  readonly #options: KernelOptions;
  readonly #host: UnitHost;
  /** In order of setup. */
  #units: readonly PluginUnit[] = [];
  #byId: ReadonlyMap<string, PluginUnit> = new Map();
  #providers: ReadonlyMap<string, string> = new Map();
  readonly #services: ServiceRoot;
  readonly #board: ContributionBoard;
  readonly #hooks: HookRunner;
  readonly #report: KernelReport;
  readonly #listeners = new Set<() => void>();
  #access: AccessPolicy;
  /** Started units, in the order in which their setup ran. */
  #running: PluginUnit[] = [];
  #work: Promise<void> = Promise.resolve();
  #disposed = false;

  constructor(options: KernelOptions, discovery: Discovery) {
    this.#options = options;
    this.#report = options.report;
    this.#access = options.access;
    this.#hooks = new HookRunner(options.report, options.nowMs, options.patience);
    this.#services = new ServiceRoot(options.services);
    this.#board = new ContributionBoard(options.report);
    this.#host = { side: options.side, hooks: this.#hooks, services: this.#services, board: this.#board, report: options.report };
    const units = discovery.found.map((found) => new PluginUnit(found, this.#host));
    const rank = new Map(discovery.order.map((id, index) => [id, index]));
    this.#hold(units.sort((a, b) => (rank.get(a.id) ?? -1) - (rank.get(b.id) ?? -1)));
  }

  async start(): Promise<void> {
    this.#expectNoAbort();
    await this.#run(this.#units.filter((unit) => unit.state.kind !== 'failed'));
    try {
      this.#expectNoAbort();
    } catch (error) {
      await this.dispose();
      throw error;
    }
  }

  plugins(): readonly InstalledPlugin[] {
    return this.#units.map((unit) => unit.status()).sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  plugin(id: string): InstalledPlugin | null {
    return this.#byId.get(id)?.status() ?? null;
  }

  panels = () => panelsOf(this.#view());
  routes = () => routesOf(this.#view());
  commands = () => commandsOf(this.#view());
  venues = () => venuesOf(this.#view());
  strategies = () => strategiesOf(this.#view());

  contributions<T>(point: string): Contributions<T> {
    return this.#board.view<T>(point);
  }

  service<T>(token: Token<T>): T | null {
    return this.#services.find(token);
  }

  update(access: AccessPolicy): Promise<void> {
    return this.#enqueue(async () => {
      const before = new Map(this.#units.map((unit) => [unit, this.#isGranted(unit)]));
      this.#access = access;
      const changed = this.#units.filter((unit) => before.get(unit) !== this.#isGranted(unit));
      const affected = this.#withDependents(changed);
      await this.#stop(affected);
      for (const unit of this.#running) unit.register(access);
      const withdrawn = this.#units.filter((unit) => !affected.has(unit) && !this.#isGranted(unit));
      const startable = [...affected, ...withdrawn].filter((unit) => unit.found.failure === null);
      await this.#run(this.#units.filter((unit) => startable.includes(unit)));
    });
  }

  async install(source: PluginSource): Promise<readonly string[]> {
    let problems: readonly string[] = [];
    await this.#enqueue(async () => {
      problems = await this.#install(source);
    });
    return problems;
  }

  remove(id: string): Promise<void> {
    return this.#enqueue(async () => {
      const unit = this.#byId.get(id);
      if (unit !== undefined) await this.#exchange(unit, null);
    });
  }

  onChange(listener: () => void): Disposer {
    const own = (): void => listener();
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  dispose(): Promise<void> {
    const ended = this.#enqueue(() => this.#stop(new Set(this.#running)));
    this.#disposed = true;
    return ended;
  }

  async #install(source: PluginSource): Promise<readonly string[]> {
    const { validate, contractVersion, services } = this.#options;
    const others = this.#units.filter((unit) => unit.found.source.folder !== source.folder).map((unit) => unit.found.source);
    const { found, failures } = discover([...others, source], validate, contractVersion, services);
    const [candidate] = found.slice(-1);
    if (candidate === undefined || candidate.failure !== null || failures.length > 0) {
      return candidate?.failure ? [candidate.failure.detail] : failures;
    }
    const former = this.#byId.get(candidate.id) ?? null;
    const unit = new PluginUnit(candidate, this.#host);
    await this.#exchange(former, unit);
    const { state } = unit;
    if (state.kind !== 'failed') return [];
    await this.#exchange(unit, former);
    return [state.reason.detail];
  }

  /** Takes `leaving` out and puts `coming` in its place, or at the end; whoever depends on either is started anew. */
  async #exchange(leaving: PluginUnit | null, coming: PluginUnit | null): Promise<void> {
    const affected = new Set(leaving === null ? [] : this.#withDependents([leaving]));
    await this.#stop(affected);
    leaving?.unregister();
    const at = leaving === null ? this.#units.length : this.#units.indexOf(leaving);
    this.#hold([...this.#units.slice(0, at), ...(coming === null ? [] : [coming]), ...this.#units.slice(at + (leaving === null ? 0 : 1))]);
    const startable = new Set([...affected, ...(coming === null ? [] : [coming])]);
    await this.#run(this.#units.filter((unit) => startable.has(unit) && unit.found.failure === null));
  }

  #hold(units: readonly PluginUnit[]): void {
    this.#units = units;
    this.#byId = new Map(units.map((unit) => [unit.id, unit]));
    this.#providers = providersOf(
      units.flatMap(({ found: { manifest, failure } }) => (manifest === null || failure !== null ? [] : [manifest])),
    );
  }

  /** Phases access to setup, for the given units in order of setup. */
  async #run(units: readonly PluginUnit[]): Promise<void> {
    for (const unit of units) this.#applyAccess(unit);
    const granted = units.filter((unit) => this.#isGranted(unit));
    const loaded = await Promise.all(granted.map((unit) => unit.load()));
    const waiting = new Set(granted.filter((_, index) => loaded[index]));
    for (const unit of granted) if (waiting.has(unit) && !this.#checkTokens(unit, waiting)) waiting.delete(unit);
    for (const unit of waiting) unit.register(this.#access);
    for (const unit of waiting) {
      if (!this.#checkTokens(unit, new Set())) continue;
      await unit.setup();
      if (unit.state.kind === 'active') this.#running.push(unit);
    }
  }

  #applyAccess(unit: PluginUnit): void {
    if (unit.found.manifest === null) return;
    const decision = this.#access.plugin(unit.found.manifest);
    if (decision.outcome === 'granted') unit.become({ kind: 'stopped' });
    else if (decision.outcome === 'absent') unit.become({ kind: 'absent' });
    else if (decision.outcome === 'locked') unit.become({ kind: 'locked', minVip: decision.minVip });
    else unit.become({ kind: 'disabled', reason: { code: decision.reason, detail: 'switched off by the user' } });
  }

  /** True when every required token has a provider that runs or is among `waiting`; else the unit takes the state that says why. */
  #checkTokens(unit: PluginUnit, waiting: ReadonlySet<PluginUnit>): boolean {
    const missing = missingTokens(unit, {
      isPresent: (tokenId) => this.#services.has(tokenId),
      providerOf: (tokenId) => this.#byId.get(this.#providers.get(tokenId) ?? '') ?? null,
      isWaiting: (provider) => waiting.has(provider),
    });
    if (missing === null) return true;
    unit.unregister();
    if (missing.kind === 'disabled') unit.become(missing);
    else unit.fail(missing.reason.code, missing.reason.detail);
    return false;
  }

  #isGranted(unit: PluginUnit): boolean {
    const { manifest, failure } = unit.found;
    return manifest !== null && failure === null && this.#access.plugin(manifest).outcome === 'granted';
  }

  #withDependents(changed: readonly PluginUnit[]): ReadonlySet<PluginUnit> {
    const affected = new Set(changed);
    for (const unit of this.#units) {
      const { manifest } = unit.found;
      if (manifest === null) continue;
      // Units stand in order of setup, so the ones this depends on have been looked at.
      const isAffected = dependenciesOf(manifest, this.#providers).some((id) => [...affected].some((other) => other.id === id));
      if (isAffected) affected.add(unit);
    }
    return affected;
  }

  async #stop(units: ReadonlySet<PluginUnit>): Promise<void> {
    const leaving = this.#running.filter((unit) => units.has(unit)).reverse();
    for (const unit of leaving) await unit.stop();
    this.#running = this.#running.filter((unit) => !units.has(unit));
  }

  #expectNoAbort(): void {
    const failed = this.#units.flatMap((unit) => (unit.state.kind === 'failed' ? [{ unit, reason: unit.state.reason }] : []));
    if (!failed.some(({ unit }) => unit.found.manifest?.onFailure === 'abort')) return;
    throw new KernelStartError(failed.map(({ unit, reason }) => `plugin "${unit.id}": ${reason.detail}`));
  }

  #view(): readonly UnitView[] {
    return this.#units.map((unit) => ({ unit, access: this.#access, hooks: this.#hooks }));
  }

  #enqueue(task: () => Promise<void>): Promise<void> {
    if (this.#disposed) return this.#work;
    const done = this.#work.then(task, task).then(() => this.#announce());
    this.#work = done;
    return done;
  }

  #announce(): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener();
      } catch (error) {
        this.#report({ type: 'hook-failed', pluginId: '', hook: 'kernel change listener', error });
      }
    }
  }
}
