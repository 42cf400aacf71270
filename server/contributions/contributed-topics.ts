import type { Topic, TopicMessageKind, Topics } from '../../core/contract/server-contributions.ts';
import type { ApiId } from '../../core/contract/trading.ts';
import type { Role } from '../../core/domain/accounts/role.ts';
import type { KeyPermission } from '../../schemas/wire/route.ts';
import { houseTopics } from '../market/house-topics.ts';
import type { TopicPublisher } from '../market/topic-publisher.ts';
import { Claims } from './claims.ts';

/** A topic of a plugin: whose it is, and what a new subscriber gets. */
type ContributedTopic = {
  readonly name: string;
  readonly pluginId: string;
  readonly key: KeyPermission | undefined;
} & (
  | { readonly audience: 'everybody'; readonly snapshot: () => unknown }
  | { readonly audience: 'role'; readonly role: Role; readonly snapshot: () => unknown }
  | { readonly audience: 'users'; readonly snapshot: (userId: string) => unknown }
  | { readonly audience: 'accounts'; readonly snapshot: (apiIds: readonly ApiId[]) => unknown }
);

const namePattern = /^[a-z][a-z0-9-]*$/;

/** Topics that running plugins feed. */
export class ContributedTopics {
  readonly #publisher: TopicPublisher;
  readonly #topics = new Claims<ContributedTopic>('topic', (name) => houseTopics.some((own) => own === name));
  readonly #listeners = new Set<() => void>();

  constructor(publisher: TopicPublisher) {
    this.#publisher = publisher;
  }

  /** For one plugin. */
  of(pluginId: string): Topics {
    return {
      forEverybody: ({ name, key, snapshot }) => this.#open<[]>({ name, key, pluginId, audience: 'everybody', snapshot }),
      forRole: (role, { name, key, snapshot }) => this.#open<[]>({ name, key, pluginId, audience: 'role', role, snapshot }),
      forUsers: ({ name, key, snapshot }) => this.#open<[string]>({ name, key, pluginId, audience: 'users', snapshot }),
      forAccounts: ({ name, key, snapshot }) => this.#open<[ApiId]>({ name, key, pluginId, audience: 'accounts', snapshot }),
    };
  }

  find(name: string): ContributedTopic | undefined {
    return this.#topics.get(name);
  }

  /** Of all that run. */
  names(): readonly string[] {
    return this.#topics.values().map(({ name }) => name);
  }

  /** Told when topics have gone with their plugin. */
  onRelease(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  release(pluginId: string): void {
    if (this.#topics.release(pluginId).length > 0) for (const listener of this.#listeners) listener();
  }

  #open<W extends readonly (string | number)[]>(topic: ContributedTopic): Topic<W> {
    const { name, pluginId } = topic;
    if (!namePattern.test(name)) throw new Error(`topic "${name}" has to be small letters, digits and hyphens`);
    this.#topics.take(pluginId, name, topic);
    const keyOf = (whom: readonly (string | number)[]): string => [name, ...whom].join('#');
    return {
      publish: (...message) => {
        const whom = message.slice(0, -2) as readonly (string | number)[];
        const [kind, payload] = message.slice(-2) as [TopicMessageKind, unknown];
        if (this.#topics.get(name) === topic) this.#publisher.publish(keyOf(whom), kind, payload);
      },
      hasSubscribers: (...whom) => this.#publisher.hasSubscribers(keyOf(whom)),
    };
  }
}
