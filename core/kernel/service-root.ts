import { Container } from 'inversify';
import type { Token } from '../contract/token.ts';
import { PluginScope } from './plugin-scope.ts';
import type { HostService } from './plugin-source.ts';

/** The services of all plugins. Tokens become `Symbol.for(id)`; the containers never leave the kernel. */
export class ServiceRoot {
  readonly #container = new Container();
  readonly #perPlugin: readonly HostService[];

  constructor(services: readonly HostService[]) {
    this.#perPlugin = services.filter((service) => service.scope === 'plugin');
    for (const service of services) {
      if (service.scope === 'shared')
        this.provide(
          service.token.id,
          service.create('', () => true),
        );
    }
  }

  /** A child container with the plugin's own services in it. */
  scope(pluginId: string): PluginScope {
    return new PluginScope(pluginId, this.#container, this.#perPlugin);
  }

  has(tokenId: string): boolean {
    return this.#container.isBound(Symbol.for(tokenId)) || this.#perPlugin.some((service) => service.token.id === tokenId);
  }

  /** A shared service, or null. */
  find<T>(token: Token<T>): T | null {
    const key = Symbol.for(token.id);
    return this.#container.isBound(key) ? this.#container.get<T>(key) : null;
  }

  provide(tokenId: string, service: unknown): void {
    this.#container.bind<unknown>(Symbol.for(tokenId)).toConstantValue(service);
  }

  withdraw(tokenId: string): void {
    if (this.#container.isBound(Symbol.for(tokenId))) this.#container.unbind(Symbol.for(tokenId));
  }
}
