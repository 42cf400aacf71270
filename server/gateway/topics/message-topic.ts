import type { Principal } from '../../../core/contract/access.ts';
import type { Clock, Logger } from '../../../core/contract/server-services.ts';
import type { Disposer } from '../../../core/contract/token.ts';
import type { Language } from '../../../core/domain/language.ts';
import type { MessageNewsView, MessageView } from '../../../schemas/wire/user.ts';
import type { Bus } from '../../bus/bus.ts';
import type { Store } from '../../store/store.ts';
import { messageViews } from '../views/message-views.ts';
import type { TopicClient } from './topic-client.ts';
import type { TopicHub } from './topic-hub.ts';
import { encodeMessage } from './topic-messages.ts';

interface MessageTopicParts {
  readonly store: Pick<Store, 'messages' | 'messageNews'>;
  readonly languageOf: (userId: string) => Promise<Language>;
  readonly bus: Pick<Bus, 'listen'>;
  readonly hub: Pick<TopicHub, 'send'>;
  readonly clock: Pick<Clock, 'every'>;
  readonly logger: Pick<Logger, 'error'>;
}

interface Follower {
  readonly userId: string;
  /** The newest messages as they were told last: id → read. Null: it has been told nothing. */
  told: ReadonlyMap<string, boolean> | null;
}

/** What comes within it is told at once. */
const tellEveryMs = 200;
/** The newest messages of a user that are told; older ones are asked for by a call. */
const mostTold = 30;

/** The topic `messages`: what a user has got and read, by any of his pages and any server, with how many of each kind he has not read. */
export class MessageTopic {
  readonly #parts: MessageTopicParts;
  readonly #followers = new Map<TopicClient, Follower>();
  readonly #changed = new Set<string>();
  #telling = false;

  constructor(parts: MessageTopicParts) {
    this.#parts = parts;
  }

  start(): Disposer {
    const { store, bus, clock } = this.#parts;
    const stopHearing = store.messageNews.listen((userId) => this.#note(userId));
    const stopListening = bus.listen({
      message: (message) => {
        if (message.kind === 'messages') this.#note(message.userId);
      },
      gap: () => this.#note(null),
    });
    const stopTelling = clock.every(tellEveryMs, () => void this.#tell());
    return async () => {
      stopTelling();
      await stopListening();
      await stopHearing();
    };
  }

  /** Nobody is told anything without a user. */
  follow(client: TopicClient, principal: Principal | null): void {
    const userId = principal?.userId ?? null;
    if (userId === null) return;
    this.#followers.set(client, { userId, told: null });
    this.#changed.add(userId);
  }

  unfollow(client: TopicClient): void {
    this.#followers.delete(client);
  }

  /** Null: everybody's. */
  #note(userId: string | null): void {
    for (const follower of this.#followers.values()) if (userId === null || follower.userId === userId) this.#changed.add(follower.userId);
  }

  /** One after the other: what everybody is told does not ask the database for everybody at once. */
  async #tell(): Promise<void> {
    if (this.#telling || this.#changed.size === 0) return;
    this.#telling = true;
    try {
      for (const userId of [...this.#changed]) {
        this.#changed.delete(userId);
        await this.#tellUser(userId);
      }
    } finally {
      this.#telling = false;
    }
  }

  async #tellUser(userId: string): Promise<void> {
    try {
      const news = await this.#read(userId);
      for (const [client, follower] of this.#followers) if (follower.userId === userId) this.#send(client, follower, news);
    } catch (error) {
      this.#parts.logger.error({ err: error, userId }, 'could not tell a user his messages');
    }
  }

  async #read(userId: string): Promise<MessageNewsView> {
    const { store, languageOf } = this.#parts;
    const { items } = await store.messages.page(userId, { limit: mostTold });
    const [unread, total] = [await store.messages.unread(userId), await store.messages.count(userId, {})];
    return {
      pagination: { total, results: await messageViews(items, () => languageOf(userId)) },
      unread: { deal: unread[1], announcement: unread[2], system: unread[3] },
    };
  }

  #send(client: TopicClient, follower: Follower, { pagination, unread }: MessageNewsView): void {
    const { told } = follower;
    const { total, results } = pagination;
    follower.told = new Map(results.map(({ id, is_read }) => [id, is_read]));
    const isNew = ({ id, is_read }: MessageView): boolean => told?.get(id) !== is_read;
    const news: MessageNewsView = { pagination: { total, results: told === null ? results : results.filter(isNew) }, unread };
    this.#parts.hub.send(client, encodeMessage('messages', told === null ? 'snapshot' : 'event', news));
  }
}
