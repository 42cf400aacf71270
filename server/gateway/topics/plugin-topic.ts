import { guest, type Principal } from '../../../core/contract/access.ts';
import type { Logger } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { PluginAdministration } from '../ports.ts';
import type { TopicClient } from './topic-client.ts';
import type { TopicHub } from './topic-hub.ts';
import { encodeMessage } from './topic-messages.ts';

interface Follower {
  readonly principal: Principal;
  last: string;
}

/** The topic `plugins`: every client gets its own caller's list at first and whenever that has changed. */
export class PluginTopic {
  readonly #plugins: PluginAdministration;
  readonly #hub: TopicHub;
  readonly #logger: Logger;
  readonly #followers = new Map<TopicClient, Follower>();

  constructor(plugins: PluginAdministration, hub: TopicHub, logger: Logger) {
    this.#plugins = plugins;
    this.#hub = hub;
    this.#logger = logger;
  }

  start(): Disposer {
    return this.#plugins.onChange((who) => {
      for (const [client, follower] of this.#followers) {
        const { principal } = follower;
        const concerned = 'role' in who ? principal.role === who.role : principal.userId === who.userId;
        if (concerned) void this.#refresh(client, follower, 'event');
      }
    });
  }

  follow(client: TopicClient, principal: Principal | null): void {
    const follower = { principal: principal ?? guest, last: '' };
    this.#followers.set(client, follower);
    void this.#refresh(client, follower, 'snapshot');
  }

  unfollow(client: TopicClient): void {
    this.#followers.delete(client);
  }

  async #refresh(client: TopicClient, follower: Follower, kind: 'snapshot' | 'event'): Promise<void> {
    try {
      const list = await this.#plugins.list(follower.principal);
      const text = JSON.stringify(list);
      if (text === follower.last || this.#followers.get(client) !== follower) return;
      follower.last = text;
      this.#hub.send(client, encodeMessage('plugins', kind, list));
    } catch (error) {
      this.#logger.error({ err: error }, 'could not tell a client its plugins');
    }
  }
}
