import { makeAutoObservable } from 'mobx';
import type { Message, NoticeAction, NoticeKind, Texts } from '../contract/client-services.ts';
import type { ServerTime } from './connection/server-time.ts';
import type { MessagesStore } from './messages-store.ts';
import type { NoticesStore } from './notices-store.ts';
import type { UserConfigStore } from './settings/user-config-store.ts';

/** A line of the list of messages. */
export interface ListedMessage {
  /** Unique in the list. */
  readonly key: string;
  readonly kind: NoticeKind;
  readonly text: string;
  readonly detail: string | null;
  /** What is still of use in a list. */
  readonly action: NoticeAction | null;
  readonly count: number;
  /** In ms since the epoch, by the server's clock. */
  readonly timeMs: number;
  /** The user has looked at it; of what the server keeps, when the server has confirmed it. */
  readonly isRead: boolean;
}

/** Up to when messages of the page were read, and all were removed, in ms since the epoch by the server's clock; kept with the account. */
interface Marks {
  readonly readMs: number;
  readonly clearedMs: number;
}

const section = 'messages';
/** Deals, announcements, and what the system tells, such as an alert. */
const kinds: Readonly<Record<number, NoticeKind>> = { 1: 'success', 2: 'info', 3: 'warning' };

interface MessageSources {
  readonly notices: NoticesStore;
  readonly messages: MessagesStore;
  readonly config: UserConfigStore;
  readonly texts: Pick<Texts, 'say'>;
  readonly serverTime: Pick<ServerTime, 'in'>;
}

/** Everything that was told: what the page has shown, what happened before it was opened, and what the server keeps for the user. */
export class MessageList {
  readonly #sources: MessageSources;

  constructor(sources: MessageSources) {
    this.#sources = sources;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Newest first. */
  get items(): readonly ListedMessage[] {
    const { notices, messages, texts } = this.#sources;
    const { readMs, clearedMs } = this.marks;
    const shown = notices.past.map(({ id, action, text, detail, ...rest }) => ({
      ...rest,
      text: texts.say(text),
      detail: detail === null ? null : texts.say(detail),
      key: `shown-${id}`,
      action: action?.lasts === true ? action : null,
      isRead: rest.timeMs <= readMs,
    }));
    return [...shown, ...messages.all.map(listed)].filter(({ timeMs }) => timeMs > clearedMs).sort((a, b) => b.timeMs - a.timeMs);
  }

  /** How many the user has not looked at. */
  get unread(): number {
    return this.items.filter(({ isRead }) => !isRead).length;
  }

  /** The server keeps older ones that were not removed. */
  get hasOlder(): boolean {
    const { hasOlder, all } = this.#sources.messages;
    return hasOlder && Math.min(...all.map(({ sentMs }) => sentMs)) > this.marks.clearedMs;
  }

  async loadOlder(): Promise<void> {
    const { messages, notices } = this.#sources;
    const loaded = await messages.loadOlder();
    if (!loaded.ok) notices.error(loaded.error);
  }

  /** The user has seen the list. */
  async markRead(): Promise<void> {
    if (this.unread === 0) return;
    const kept = this.#unreadKept();
    this.#mark({ ...this.marks, readMs: this.#now() });
    await this.#confirm(kept);
  }

  /** Removes every message that there is. */
  async clear(): Promise<void> {
    const nowMs = this.#now();
    const kept = this.#unreadKept();
    this.#mark({ readMs: nowMs, clearedMs: nowMs });
    await this.#confirm(kept);
  }

  #unreadKept(): readonly string[] {
    const { clearedMs } = this.marks;
    return this.#sources.messages.all.filter(({ isRead, sentMs }) => !isRead && sentMs > clearedMs).map(({ id }) => id);
  }

  async #confirm(ids: readonly string[]): Promise<void> {
    const { messages, notices } = this.#sources;
    const read = await messages.markRead(ids);
    if (!read.ok) notices.error(read.error);
  }

  private get marks(): Marks {
    return readMarks(this.#sources.config.section(section));
  }

  /** By the server's clock, which everything that has been told is older than, and all that is to come is younger than. */
  #now(): number {
    return Math.max(this.#sources.serverTime.in(0) ?? 0, this.items[0]?.timeMs ?? 0);
  }

  #mark(marks: Marks): void {
    this.#sources.config.set(section, marks);
  }
}

const listed = ({ id, type, title, body, sentMs, isRead }: Message): ListedMessage => ({
  ...{ key: `kept-${id}`, kind: kinds[type] ?? 'info', text: title, detail: body === '' ? null : body },
  ...{ action: null, count: 1, timeMs: sentMs, isRead },
});

/** What was saved is foreign data. */
function readMarks(saved: unknown): Marks {
  const { readMs, clearedMs } = (saved ?? {}) as Partial<Record<keyof Marks, unknown>>;
  const time = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return { readMs: time(readMs), clearedMs: time(clearedMs) };
}
