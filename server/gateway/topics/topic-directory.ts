import { guest } from '../../../core/contract/access.ts';
import { AppError } from '../../../core/contract/app-error.ts';
import type { Logger } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Fill, Trading } from '../../../core/contract/trading.ts';
import { mostOpenOrders } from '../../../schemas/wire/order.ts';
import type { KeyPermission } from '../../../schemas/wire/route.ts';
import type { ContributedTopics } from '../../contributions/contributed-topics.ts';
import { houseTopics } from '../../market/house-topics.ts';
import { indexesTopic } from '../../market/reference/index-board.ts';
import type { UserSession } from '../../session/session-registry.ts';
import type { PluginGuard } from '../guards/caller-guard.ts';
import type { AccountDirectory, MarketSource, VenueDirectory } from '../ports.ts';
import type { AccountLooks } from '../views/account-looks.ts';
import { orderView } from '../views/order-code.gen.ts';
import { balanceView, fillView } from '../views/wire-mapping.ts';
import { accountTopicKey, type TopicHub, userKey } from './topic-hub.ts';
import { encodeMessage, isMarketTopic, marketPayload, topicKind } from './topic-messages.ts';
import type { UserNews } from './user-news.ts';

export interface TopicDirectoryParts {
  readonly hub: TopicHub;
  readonly markets: MarketSource;
  readonly trading: Trading;
  readonly accounts: AccountDirectory;
  readonly looks: Pick<AccountLooks, 'seenBehind'>;
  readonly news: Pick<UserNews, 'snapshot'>;
  readonly venues: VenueDirectory;
  /** A user's running strategy instances as the wire says them. */
  readonly strategies: { list(userId: string): unknown };
  /** What a pair of assets costs over all exchanges. */
  readonly indexes: { list(): unknown };
  /** Topics that plugins feed. */
  readonly contributed: Pick<ContributedTopics, 'find'>;
  readonly ofPlugin: PluginGuard;
  readonly logger: Logger;
  /** Newest fills of accounts, oldest first. */
  readonly recentFills: (apiIds: readonly number[]) => readonly Fill[];
}

/** A topic as one client may have it. */
interface TopicEntry {
  /** Hub keys behind the wire topic. */
  readonly keys: readonly string[];
  /** Current state as an encoded message, or null when the topic has none. */
  readonly snapshot: () => string | null;
  /** Permission that an API key needs for it; absent: not for keys. */
  readonly key?: KeyPermission;
}

/** Topics of accounts, for each caller of those that he may see. */
const accountTopics = ['orders', 'fills', 'balances'] as const;
type AccountTopic = (typeof accountTopics)[number];

/** Knows every topic: what stands behind it, how it looks now, and who may have it. */
export class TopicDirectory {
  readonly #parts: TopicDirectoryParts;
  readonly #listeners = new Set<() => void>();

  constructor(parts: TopicDirectoryParts) {
    this.#parts = parts;
  }

  /** The refusal when there is no such topic, or not for this caller. */
  find(topic: string, session: UserSession | null): TopicEntry | AppError {
    const { hub, markets, indexes } = this.#parts;
    if (topic === indexesTopic) {
      const make = (): string => encodeMessage(topic, 'snapshot', marketPayload(topic, indexes.list()));
      return { key: 'read', keys: [topic], snapshot: () => hub.cachedSnapshot(topic, make) };
    }
    if (isMarketTopic(topic)) {
      if (!markets.hasTopic(topic)) return unknown(topic);
      return { key: 'read', keys: [topic], snapshot: () => hub.cachedSnapshot(topic, () => this.#marketSnapshot(topic)) };
    }
    if (topic === 'venues') {
      return {
        key: 'read',
        keys: [topic],
        snapshot: () => hub.snapshotOfTick(topic, () => encodeMessage(topic, 'snapshot', this.venueStates())),
      };
    }
    // Its state differs by caller and needs the database: the plugin topic sends it when it is there.
    if (topic === 'plugins') return { key: 'read', keys: [topic], snapshot: () => null };
    if (topic === 'messages') {
      // The same.
      return session === null ? new AppError('SESSION_MISSING') : { key: 'read', keys: [], snapshot: () => null };
    }
    if (topic === 'strategies') return this.#strategiesOf(session);
    if (topic === 'accounts' || topic === 'layouts') {
      if (session === null) return new AppError('SESSION_MISSING');
      const { userId } = session.principal;
      const news: TopicEntry = { keys: [userKey(topic, userId)], snapshot: () => this.#parts.news.snapshot(topic, userId) };
      // The calls that read layouts are closed to keys.
      return topic === 'accounts' ? { ...news, key: 'read' } : news;
    }
    const account = accountTopics.find((name) => name === topic);
    if (account === undefined) return this.#contributed(topic, session);
    if (session === null) return new AppError('SESSION_MISSING');
    const keys = this.#apiIdsOf(session).map((apiId) => accountTopicKey(account, apiId));
    return {
      key: 'read',
      keys,
      snapshot: () => hub.snapshotOfTick(`${account} ${session.principal.userId}`, () => this.#accountSnapshot(account, session)),
    };
  }

  /** Whether accounts stand behind the topic, which may change while it is open. */
  isOfAccounts(topic: string): boolean {
    return accountTopics.some((name) => name === topic) || this.#parts.contributed.find(topic)?.audience === 'accounts';
  }

  /** Whether it may go from a caller who goes on: with its plugin. */
  isLost(topic: string, session: UserSession | null): boolean {
    return !houseTopics.some((own) => own === topicKind(topic)) && this.find(topic, session) instanceof AppError;
  }

  /** Told when plugins may have been withdrawn from somebody, or have ended. */
  onPlugins(listener: () => void): Disposer {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  pluginsChanged(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Payload of the topic `venues`. */
  venueStates(): unknown {
    const { venues } = this.#parts;
    return [
      ...venues.list().map(({ venue, health }) => ({ exchange: venue.exchange, title: venue.title, health })),
      ...venues.missing().map((venue) => ({ ...venue, health: 'DOWN' })),
    ];
  }

  #contributed(topic: string, session: UserSession | null): TopicEntry | AppError {
    const { hub, contributed, ofPlugin, logger } = this.#parts;
    const found = contributed.find(topic);
    if (found === undefined) return unknown(topic);
    if (session === null && found.audience !== 'everybody') return new AppError('SESSION_MISSING');
    const refusal = ofPlugin(session?.principal ?? guest, found.pluginId);
    if (refusal !== null) return refusal;
    if (found.audience === 'role' && session?.principal.role !== found.role) return new AppError('ACCESS_ROLE');
    const key = found.key === undefined ? {} : { key: found.key };
    const entry = (keys: readonly string[], sharedBy: string, payload: () => unknown): TopicEntry => ({
      ...key,
      keys,
      snapshot: () => {
        const make = (): string => {
          try {
            const value = payload() ?? null;
            return value === null ? '' : encodeMessage(topic, 'snapshot', value);
          } catch (error) {
            // The socket has other topics, which go on.
            logger.error({ err: error, topic, plugin: found.pluginId }, 'a plugin could not tell the state of its topic');
            return '';
          }
        };
        return hub.snapshotOfTick(sharedBy, make) || null;
      },
    });
    if (found.audience === 'everybody' || found.audience === 'role' || session === null)
      return entry([topic], topic, () => found.snapshot([] as never));
    const own = userKey(topic, session.principal.userId);
    if (found.audience === 'users') return entry([own], own, () => found.snapshot(session.principal.userId));
    const apiIds = this.#apiIdsOf(session);
    return entry(
      apiIds.map((apiId) => accountTopicKey(topic, apiId)),
      own,
      () => found.snapshot(apiIds),
    );
  }

  #strategiesOf(session: UserSession | null): TopicEntry | AppError {
    if (session === null) return new AppError('SESSION_MISSING');
    const { userId } = session.principal;
    const key = userKey('strategies', userId);
    const { hub, strategies } = this.#parts;
    return {
      key: 'read',
      keys: [key],
      snapshot: () => hub.snapshotOfTick(key, () => encodeMessage('strategies', 'snapshot', strategies.list(userId))),
    };
  }

  #marketSnapshot(topic: string): string | null {
    const snapshot = this.#parts.markets.snapshotFor(topic);
    if (snapshot === null) return null;
    const sequence = topic.startsWith('depth:') ? snapshot.sequence : undefined;
    return encodeMessage(topic, 'snapshot', marketPayload(topic, snapshot.payload), sequence);
  }

  #accountSnapshot(topic: AccountTopic, session: UserSession): string {
    const { trading, recentFills, looks } = this.#parts;
    const apiIds = this.#apiIdsOf(session);
    looks.seenBehind(session.principal, apiIds);
    switch (topic) {
      case 'orders':
        return encodeMessage(topic, 'snapshot', trading.openOrders(apiIds).slice(0, mostOpenOrders).map(orderView));
      case 'fills':
        return encodeMessage(topic, 'snapshot', recentFills(apiIds).map(fillView));
      case 'balances':
        return encodeMessage(topic, 'snapshot', trading.balances(apiIds).map(balanceView));
    }
  }

  #apiIdsOf(session: UserSession): readonly number[] {
    return this.#parts.accounts.of(session.principal, 'see').map((account) => account.apiId);
  }
}

const unknown = (topic: string): AppError => new AppError('MARKET_UNKNOWN_TOPIC', { topic });
