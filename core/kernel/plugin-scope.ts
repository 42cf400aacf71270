import { Container } from 'inversify';
import type { TokenMap } from '../contract/token.ts';
import type { HostService } from './plugin-source.ts';

/** What one plugin sees: the shared services and those made for it alone. */
export class PluginScope {
  readonly #container: Container;
  #isOpen = true;
  readonly #releases: (() => void | Promise<void>)[] = [];

  constructor(pluginId: string, parent: Container, own: readonly HostService[]) {
    this.#container = new Container({ parent });
    for (const service of own) {
      this.#container
        .bind<unknown>(Symbol.for(service.token.id))
        .toDynamicValue(() => {
          this.#releases.push(() => service.release?.(pluginId));
          return service.create(pluginId, () => this.#isOpen);
        })
        .inSingletonScope();
    }
  }

  /** The named services; null for what nobody provides. */
  resolve(tokens: TokenMap | undefined): Readonly<Record<string, unknown>> {
    const entries = Object.entries(tokens ?? {}).map(([name, token]) => {
      const key = Symbol.for(token.id);
      return [name, this.#container.isBound(key) ? this.#container.get<unknown>(key) : null] as const;
    });
    return Object.freeze(Object.fromEntries(entries));
  }

  /** What takes back what the plugin's own services did for it; to be called before `dispose`. */
  releases(): readonly (() => void | Promise<void>)[] {
    this.#isOpen = false;
    return this.#releases.splice(0).reverse();
  }

  dispose(): void {
    this.#container.unbindAll();
  }
}
