import { makeObservable, observableRef, runInAction } from 'mobx';
import type { RemoteProxy } from 'penpal';
import { TopicFeed } from '../../core/client/connection/topic-feed.ts';
import type { Stream, StreamState } from '../../core/contract/client-services.ts';
import type { TopicMessage } from '../../core/contract/stream-items.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { PageMethods } from '../packages/bridge.ts';

/** The page's live topics, as far as they are granted: one subscription a topic at the page, however many listen here. */
export class FrameStream implements Stream {
  readonly #page: RemoteProxy<PageMethods>;
  readonly #feeds = new Map<string, TopicFeed>();
  state: StreamState = 'connecting';
  readonly latencyMs = null;

  constructor(page: RemoteProxy<PageMethods>) {
    this.#page = page;
    makeObservable(this, { state: observableRef });
  }

  subscribe(topic: string, listener: (message: TopicMessage) => void): Disposer {
    let feed = this.#feeds.get(topic);
    if (feed === undefined) {
      feed = new TopicFeed(topic);
      this.#feeds.set(topic, feed);
      void this.#page.subscribe(topic);
    } else this.resync(topic);
    const remove = feed.add(listener);
    return () => {
      remove();
      if (!feed.empty || this.#feeds.get(topic) !== feed) return;
      this.#feeds.delete(topic);
      void this.#page.unsubscribe(topic);
    };
  }

  resync(topic: string): void {
    if (this.#feeds.get(topic)?.awaitSnapshot() === true) void this.#page.resync(topic);
  }

  hear(messages: readonly (readonly [topic: string, message: TopicMessage])[]): void {
    for (const [topic, message] of messages) if (this.#feeds.get(topic)?.take(message) === 'gap') this.resync(topic);
    runInAction(() => {
      for (const feed of this.#feeds.values()) feed.deliver();
    });
  }

  setState(state: StreamState): void {
    // A new connection numbers its messages anew.
    if (state === 'open' && this.state !== 'open') for (const feed of this.#feeds.values()) feed.restart();
    runInAction(() => {
      this.state = state;
    });
  }
}
