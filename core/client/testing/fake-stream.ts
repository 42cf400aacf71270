import { makeObservable, observableRef, runInAction } from 'mobx';
import type { Stream, StreamState } from '../../contract/client-services.ts';
import type { TopicMessage } from '../../contract/stream-items.ts';
import type { Disposer } from '../../contract/token.ts';

/** A stream whose topics the test speaks. */
export class FakeStream implements Stream {
  readonly #listeners = new Map<string, (message: TopicMessage) => void>();
  readonly latencyMs = null;
  state: StreamState = 'open';

  constructor() {
    makeObservable(this, { state: observableRef });
  }

  get topics(): readonly string[] {
    return [...this.#listeners.keys()];
  }

  subscribe(topic: string, listener: (message: TopicMessage) => void): Disposer {
    this.#listeners.set(topic, listener);
    return () => {
      this.#listeners.delete(topic);
    };
  }

  resync(): void {}

  say(topic: string, message: TopicMessage): void {
    this.#listeners.get(topic)?.(message);
  }

  setState(state: StreamState): void {
    runInAction(() => {
      this.state = state;
    });
  }
}
