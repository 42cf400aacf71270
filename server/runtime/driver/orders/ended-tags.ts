import { mostEndedTags } from '../../../../core/contract/strategy.ts';

/** Tags under which a strategy has had something that has ended, the oldest first; of more than {@link mostEndedTags} the latest. */
export class EndedTags {
  readonly #tags = new Set<string>();

  add(tag: string): void {
    this.#tags.delete(tag);
    this.#tags.add(tag);
    if (this.#tags.size <= mostEndedTags) return;
    for (const oldest of this.#tags) {
      this.#tags.delete(oldest);
      break;
    }
  }

  has(tag: string): boolean {
    return this.#tags.has(tag);
  }

  save(): { readonly endedTags?: readonly string[] } {
    return this.#tags.size === 0 ? {} : { endedTags: [...this.#tags] };
  }

  restore(tags: readonly string[] = []): void {
    for (const tag of tags) this.#tags.add(tag);
  }
}
