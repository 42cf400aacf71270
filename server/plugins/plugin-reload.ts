import type { Logger } from '../../core/contract/server-services.ts';
import type { Kernel } from '../../core/kernel/index.ts';
import type { InstanceService } from '../runtime/instances/instance-service.ts';
import type { PluginFolder } from './plugin-folders.ts';

export interface PluginReloadParts {
  /** A folder as it is now; null when it is no plugin any more. */
  readonly read: (id: string) => Promise<PluginFolder | null>;
  readonly kernel: Pick<Kernel, 'install' | 'plugin'>;
  readonly strategies: Pick<InstanceService, 'tryOrigin' | 'adopt' | 'runningOf'>;
  /** What roles have may have changed. */
  readonly onChange: () => void;
  /** A steady clock, in ms. */
  readonly elapsedMs: () => number;
  readonly logger: Logger;
}

/** Brings what an author has just saved of a strategy plugin into the running server; instances go on from their state. */
export class PluginReload {
  readonly #parts: PluginReloadParts;
  /** Addresses of plugins that were not there when the server started. */
  readonly #added = new Map<string, string>();
  #work: Promise<void> = Promise.resolve();

  constructor(parts: PluginReloadParts) {
    this.#parts = parts;
  }

  moduleUrl(id: string): string | null {
    return this.#added.get(id) ?? null;
  }

  /** One after the other. What cannot be loaded is logged, and the former code runs on. */
  reload(id: string): Promise<void> {
    const refuse = (reason: string): void =>
      this.#parts.logger.error({ plugin: id, reason }, 'a changed plugin was not taken: the former runs on');
    this.#work = this.#work
      .then(() => this.#reload(id, refuse))
      .catch((error: unknown) => refuse(error instanceof Error ? error.message : String(error)));
    return this.#work;
  }

  async #reload(id: string, refuse: (reason: string) => void): Promise<void> {
    const { read, kernel, strategies, logger, onChange, elapsedMs } = this.#parts;
    const fromMs = elapsedMs();
    const folder = await read(id);
    if (folder === null || folder.moduleUrl === null) return;
    if (folder.manifest === null) return refuse('plugin.json is no JSON');
    const { kind } = folder.manifest as { readonly kind?: unknown };
    if (kind !== 'strategy') return refuse('only strategies are reloaded; restart the server for other code of the server');
    const tried = await strategies.tryOrigin(id, { moduleUrl: folder.moduleUrl, code: null });
    if (!tried.ok) return refuse(`${tried.error.code} ${Object.values(tried.error.params).join(': ')}`);
    const definitions = Object.fromEntries(Object.entries(tried.value).map(([strategyId, params]) => [strategyId, { params }]));
    const problems = await kernel.install({
      folder: id,
      manifest: folder.manifest,
      load: async () => ({ plugin: { strategies: definitions } }),
      otherSide: folder.hasClient,
      moduleUrl: folder.moduleUrl,
    });
    if (problems.length > 0) return refuse(problems.join('; '));
    this.#added.set(id, folder.moduleUrl);
    await strategies.adopt(id);
    onChange();
    const running = strategies.runningOf(id).length;
    logger.info({ plugin: id, instances: running, elapsedMs: Math.round(elapsedMs() - fromMs) }, 'a plugin was reloaded');
  }
}
