import { observable, runInAction } from 'mobx';
import type { Disposer } from '../contract/token.ts';

/** What at least one holder has at this moment, such as markets that a chart shows. Observable. */
export class CountedSet {
  readonly #counts = observable.map<string, number>();

  has(value: string): boolean {
    return this.#counts.has(value);
  }

  /** Holds it until disposed. */
  hold(value: string): Disposer {
    this.#add(value, 1);
    return () => this.#add(value, -1);
  }

  #add(value: string, by: 1 | -1): void {
    const count = (this.#counts.get(value) ?? 0) + by;
    runInAction(() => (count === 0 ? this.#counts.delete(value) : this.#counts.set(value, count)));
  }
}
