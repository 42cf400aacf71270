import { accepted, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Clock } from '../../core/contract/server-services.ts';
import type { LayoutView } from '../../schemas/wire/workspace.ts';
import type { Json, LayoutRecord } from '../store/records.ts';
import type { Store } from '../store/store.ts';

export interface LayoutDraft {
  readonly name: string;
  readonly version: number;
  /** The revision that the client started from; 0 when it had none. */
  readonly revision: number;
  readonly content: Readonly<Record<string, unknown>>;
}

/** How a layout is kept: its revision stands beside its content. */
interface KeptContent {
  readonly revision: number;
  readonly content: Json;
}

/** One current layout per user. Two windows of a user cannot overwrite each other: a save names the revision that it saw. */
export class LayoutDesk {
  readonly #layouts: Store['layouts'];
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #newId: () => string;
  /** Last piece of work per user: saves of one user run one after the other. */
  readonly #queues = new Map<string, Promise<unknown>>();

  constructor(layouts: Store['layouts'], clock: Pick<Clock, 'nowMs'>, newId: () => string) {
    this.#layouts = layouts;
    this.#clock = clock;
    this.#newId = newId;
  }

  async current(userId: string): Promise<LayoutView | null> {
    const layout = await this.#layouts.current(userId);
    if (layout === null) return null;
    const { revision, content } = layout.content as unknown as KeptContent;
    return { id: layout.id, name: layout.name, version: layout.version, revision, content, update_time: layout.updatedMs };
  }

  /** Gives the new revision; LAYOUT_CONFLICT with the stored one when another window saved in between. */
  save(userId: string, draft: LayoutDraft): Promise<Outcome<{ readonly revision: number }>> {
    return this.#inTurn(userId, async () => {
      const before = await this.current(userId);
      const stored = before?.revision ?? 0;
      if (draft.revision !== stored) return refused('LAYOUT_CONFLICT', { revision: stored });
      const revision = stored + 1;
      const kept: KeptContent = { revision, content: draft.content as Json };
      const record: LayoutRecord = {
        id: before?.id ?? this.#newId(),
        userId,
        name: draft.name,
        version: draft.version,
        content: kept as unknown as Json,
        isCurrent: true,
        updatedMs: this.#clock.nowMs(),
      };
      const outcome = await this.#layouts.save(record);
      if (outcome === 'name-taken') return refused('REQUEST_INVALID', { field: 'name', rule: 'is taken by another layout' });
      if (outcome === 'foreign') throw new Error(`layout ${record.id} belongs to another user`);
      return accepted({ revision });
    });
  }

  reset(userId: string): Promise<void> {
    return this.#inTurn(userId, async () => {
      const layout = await this.#layouts.current(userId);
      if (layout !== null) await this.#layouts.delete(userId, layout.id);
    });
  }

  async #inTurn<T>(userId: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#queues.get(userId) ?? Promise.resolve()).then(work, work);
    this.#queues.set(userId, turn);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(userId) === turn) this.#queues.delete(userId);
    }
  }
}
