import { accepted, denied, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { AuditValue } from '../../core/contract/audit.ts';
import type { ChangeNote } from '../../core/contract/people.ts';
import type { Clock, Logger } from '../../core/contract/server-services.ts';
import type { Disposer } from '../../core/contract/token.ts';
import type { Bus } from '../bus/bus.ts';
import { authorProblem } from '../session/people.ts';
import type { Json } from '../store/records.ts';
import type { Repositories, Store } from '../store/store.ts';
import { PlatformNews } from './platform-news.ts';

interface KeptSettingParts<Kept> {
  readonly store: Pick<Store, 'platform' | 'transaction'>;
  readonly bus: Pick<Bus, 'listen' | 'publish'>;
  readonly clock: Pick<Clock, 'nowMs' | 'every'>;
  readonly logger: Logger;
  /** Its row among the settings of the platform. */
  readonly key: string;
  /** As the log names it. */
  readonly name: string;
  /** What a newer version has written otherwise is as if it were not there. */
  readonly isKept: (value: unknown) => value is Kept;
}

/** A change that administrators ask for. */
interface SettingChange<Kept> {
  /** Of what they saw. */
  readonly version: number;
  readonly note: ChangeNote;
  readonly action: string;
  readonly decide: (before: Kept | null) => Outcome<Kept | null>;
  readonly isSame: (before: Kept | null, after: Kept | null) => boolean;
  /** For the audit: everything but what is secret. */
  readonly told: (kept: Kept | null) => Readonly<Record<string, AuditValue>> | null;
  /** What the audit is told beside that. */
  readonly noted: Readonly<Record<string, AuditValue>>;
}

/** A setting of the platform that every process of the house follows, as {@link PlatformNews} tells. */
export class KeptSetting<Kept extends object> {
  readonly #parts: KeptSettingParts<Kept>;
  readonly #news: PlatformNews;
  #value: Kept | null = null;
  #version = 0;
  #onRead: (value: Kept | null) => void = () => undefined;

  private constructor(parts: KeptSettingParts<Kept>) {
    this.#parts = parts;
    this.#news = new PlatformNews(parts, parts.name, () => this.#readNow());
  }

  static async open<Kept extends object>(parts: KeptSettingParts<Kept>, started: Disposer[]): Promise<KeptSetting<Kept>> {
    const setting = new KeptSetting(parts);
    await setting.#news.follow(started);
    return setting;
  }

  get value(): Kept | null {
    return this.#value;
  }

  /** 0: it was never set. */
  get version(): number {
    return this.#version;
  }

  /** Calls with what it is (null: there is none), now and whenever it is another one. */
  follow(onRead: (value: Kept | null) => void): void {
    this.#onRead = onRead;
    onRead(this.#value);
  }

  read(): Promise<void> {
    return this.#news.read();
  }

  async #readNow(): Promise<void> {
    const { value, version } = await this.#in(this.#parts.store);
    if (version === this.#version) return;
    [this.#value, this.#version] = [value, version];
    this.#onRead(value);
  }

  /** PLATFORM_CHANGED: somebody else was faster; PLATFORM_NOTHING_TO_CHANGE; and whatever is decided. */
  async change({ version, note, action, decide, isSame, told, noted }: SettingChange<Kept>): Promise<Outcome<null>> {
    const done = await this.#parts.store.transaction(async (repositories): Promise<Outcome<null>> => {
      await repositories.platform.hold();
      const barred = await authorProblem(repositories, note, await repositories.users.hold(''));
      if (barred !== null) return denied(barred);
      const before = await this.#in(repositories);
      if (before.version !== version) return refused('PLATFORM_CHANGED');
      const decided = decide(before.value);
      if (!decided.ok) return decided;
      if (isSame(before.value, decided.value)) return refused('PLATFORM_NOTHING_TO_CHANGE');
      await this.write(repositories, decided.value);
      const actor = note.by === 'system' ? note.by : note.by.userId;
      await repositories.audit.append({
        ...{ timeMs: this.#parts.clock.nowMs(), actor, action, subject: 'platform', reason: note.reason },
        ...{ before: told(before.value), after: { ...told(decided.value), ...noted } },
      });
      return accepted(null);
    });
    if (done.ok) await this.changed();
    return done;
  }

  /** In a transaction that holds the settings; to be told by {@link changed} once it has ended. */
  async write({ platform }: Pick<Repositories, 'platform'>, value: Kept | null): Promise<void> {
    await platform.set(this.#parts.key, value as unknown as Json, this.#parts.clock.nowMs());
  }

  changed(): Promise<void> {
    return this.#news.changed();
  }

  async #in({ platform }: Pick<Repositories, 'platform'>): Promise<{ readonly value: Kept | null; readonly version: number }> {
    const row = (await platform.all())[this.#parts.key];
    return { value: this.#parts.isKept(row?.value) ? row.value : null, version: row?.version ?? 0 };
  }
}
