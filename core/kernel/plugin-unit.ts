import type { Contributions, PluginDefinition, SetupContext } from '../contract/plugin.ts';
import type { Disposer, TokenMap } from '../contract/token.ts';
import type { AccessPolicy } from './checks/access-policy.ts';
import { definitionOf, definitionProblems } from './checks/definition-check.ts';
import type { ContributionBoard } from './contributions/contribution-board.ts';
import type { FoundPlugin } from './discovery.ts';
import type { HookRunner } from './hook-runner.ts';
import type { FailureCode, KernelReport } from './kernel-report.ts';
import { partsOf } from './manifest.ts';
import type { PluginScope } from './plugin-scope.ts';
import type { Side } from './plugin-source.ts';
import type { InstalledPlugin, PluginState } from './plugin-state.ts';
import type { ServiceRoot } from './service-root.ts';

/** The parts of the kernel that every plugin uses. */
export interface UnitHost {
  readonly side: Side;
  readonly hooks: HookRunner;
  readonly services: ServiceRoot;
  readonly board: ContributionBoard;
  readonly report: KernelReport;
}

/** One plugin through its life: load, register, setup, stop. The kernel decides when. */
export class PluginUnit {
  readonly id: string;
  readonly found: FoundPlugin;
  readonly #host: UnitHost;
  #state: PluginState = { kind: 'stopped' };
  #definition: PluginDefinition | null = null;
  #services: Readonly<Record<string, unknown>> = {};
  #optional: Readonly<Record<string, unknown>> = {};
  #scope: PluginScope | null = null;
  #provided: string[] = [];
  /** Ids of the open contributions that are on the board. */
  #registered = '';
  #disposers: Disposer[] = [];
  #loadMs: number | null = null;
  #setupMs: number | null = null;

  constructor(found: FoundPlugin, host: UnitHost) {
    this.id = found.id;
    this.found = found;
    this.#host = host;
    if (found.failure !== null) this.fail(found.failure.code, found.failure.detail);
  }

  get state(): PluginState {
    return this.#state;
  }

  get definition(): PluginDefinition | null {
    return this.#definition;
  }

  get services(): Readonly<Record<string, unknown>> {
    return this.#services;
  }

  /** What may be missing: null where nobody provides it. */
  get optional(): Readonly<Record<string, unknown>> {
    return this.#optional;
  }

  status(): InstalledPlugin {
    return { id: this.id, manifest: this.found.manifest, state: this.#state, loadMs: this.#loadMs, setupMs: this.#setupMs };
  }

  /** For the states that the kernel decides; a plugin that runs is stopped first. */
  become(state: Exclude<PluginState, { kind: 'active' | 'failed' }>): void {
    this.#state = state;
  }

  fail(code: FailureCode, detail: string): void {
    this.#state = { kind: 'failed', reason: { code, detail } };
    this.#host.report({ type: 'plugin-failed', pluginId: this.id, reason: { code, detail } });
  }

  /** Imports the code and compares it with the manifest; false when the plugin failed. */
  async load(): Promise<boolean> {
    const { manifest, source } = this.found;
    if (manifest === null) return false;
    if (this.#definition !== null) return true;
    const { load } = source;
    const loaded = await this.#host.hooks.load<PluginDefinition>(this.id, '', async () =>
      load === null ? {} : definitionOf(await load(), this.#host.side),
    );
    this.#loadMs = loaded.elapsedMs;
    if (!loaded.ok) {
      this.fail('load-failed', loaded.message);
      return false;
    }
    const problems = definitionProblems(manifest, loaded.value, this.#host.side, load === null || source.otherSide === true);
    if (problems.length > 0) {
      this.fail('definition-mismatch', problems.join('; '));
      return false;
    }
    this.#definition = loaded.value;
    return true;
  }

  /** Live view of a point that this plugin opens; whoever listens stops listening. */
  contributions<T>(point: string): Contributions<T> {
    if (this.found.manifest?.points?.includes(point) !== true) throw new Error(`plugin.json does not name "${point}" in points`);
    return this.#host.board.view<T>(point);
  }

  requiredTokens(): readonly string[] {
    return Object.values(this.#definition?.requires ?? {}).map((token) => token.id);
  }

  /** Places the open contributions that the policy grants, in place of the former ones. */
  register(policy: AccessPolicy): void {
    const { manifest } = this.found;
    if (manifest === null) return;
    const values = this.#definition?.open;
    const granted = partsOf(manifest, 'open').filter(
      ({ id }) =>
        values !== undefined && Object.hasOwn(values, id) && policy.contribution(manifest, { kind: 'open', id }).outcome === 'granted',
    );
    const ids = granted.map(({ id }) => id).join();
    if (ids === this.#registered) return;
    this.#registered = ids;
    this.#host.board.replace(
      this.id,
      granted.map(({ id, point }) => ({ pluginId: this.id, id, point, read: () => values?.[id], services: () => this.#services })),
    );
  }

  unregister(): void {
    this.#registered = '';
    this.#host.board.replace(this.id, []);
  }

  /** Runs `setup` in a child container. What it provides counts only once it has succeeded. */
  async setup(): Promise<void> {
    const definition = this.#definition ?? {};
    this.#scope = this.#host.services.scope(this.id);
    const services = new Map<string, unknown>();
    let open = true;
    const outcome = await this.#host.hooks.run(this.id, 'setup', async () => {
      this.#services = this.#scope?.resolve(definition.requires) ?? {};
      this.#optional = this.#scope?.resolve(definition.optional) ?? {};
      const disposer = await definition.setup?.(this.#context(services, () => open));
      if (disposer !== undefined && !open) return void (await this.#host.hooks.run(this.id, 'dispose', disposer));
      if (disposer !== undefined) this.#disposers.push(disposer);
      this.#expectProvided(services);
    });
    open = false;
    this.#setupMs = outcome.elapsedMs;
    if (!outcome.ok) {
      await this.#release();
      this.fail('setup-failed', outcome.message);
      return;
    }
    for (const [tokenId, service] of services) this.#host.services.provide(tokenId, service);
    this.#provided = [...services.keys()];
    this.#state = { kind: 'active' };
  }

  /** Takes everything back in reverse order; harmless for a plugin that does not run. */
  async stop(): Promise<void> {
    if (this.#state.kind !== 'active') return;
    this.#state = { kind: 'stopped' };
    await this.#release();
  }

  async #release(): Promise<void> {
    this.unregister();
    // Nobody calls a plugin any more that takes itself apart.
    for (const release of this.#scope?.releases() ?? []) await this.#host.hooks.run(this.id, 'release', release);
    for (const disposer of this.#disposers.reverse()) await this.#host.hooks.run(this.id, 'dispose', disposer);
    for (const tokenId of this.#provided) this.#host.services.withdraw(tokenId);
    this.#scope?.dispose();
    this.#disposers = [];
    this.#provided = [];
    this.#services = {};
    this.#optional = {};
    this.#scope = null;
  }

  #context(provided: Map<string, unknown>, isOpen: () => boolean): SetupContext<TokenMap, TokenMap> {
    return {
      pluginId: this.id,
      services: this.#services,
      optional: this.#optional,
      provide: (token, service) => {
        if (!isOpen()) throw new Error(`"${token.id}" must be provided before setup ends`);
        if (this.found.manifest?.provides?.includes(token.id) !== true)
          throw new Error(`plugin.json does not name "${token.id}" in provides`);
        if (provided.has(token.id)) throw new Error(`"${token.id}" is provided twice`);
        provided.set(token.id, service);
      },
      contributions: <T>(point: string) => {
        const view = this.contributions<T>(point);
        return {
          list: () => view.list(),
          onChange: (listener) => {
            const disposer = view.onChange(listener);
            this.#disposers.unshift(disposer);
            return disposer;
          },
        };
      },
    };
  }

  #expectProvided(provided: ReadonlyMap<string, unknown>): void {
    if (this.found.source.load === null || this.found.source.otherSide === true) return;
    const missing = this.found.manifest?.provides?.filter((tokenId) => !provided.has(tokenId)) ?? [];
    if (missing.length > 0) throw new Error(`setup ended without providing ${missing.map((id) => `"${id}"`).join(', ')}`);
  }
}
