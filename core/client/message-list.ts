import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Api, Message, NoticeAction, NoticeKind, Texts } from '../contract/client-services.ts';
import { announcementKey } from '../domain/forms/announcement-key.ts';
import type { ServerTime } from './connection/server-time.ts';
import { kindOf, type MessageKind, type MessagesStore, messageKinds } from './messages-store.ts';
import type { NoticesStore } from './notices-store.ts';
import type { UserConfigStore } from './settings/user-config-store.ts';

/** A line of the list of messages. */
export interface ListedMessage {
  /** Unique in the list. */
  readonly key: string;
  readonly kind: NoticeKind;
  /** Null: the page alone has told it. */
  readonly of: MessageKind | null;
  readonly text: string;
  readonly detail: string | null;
  /** What is still of use in a list. */
  readonly action: NoticeAction | null;
  readonly count: number;
  /** In ms since the epoch, by the server's clock. */
  readonly timeMs: number;
  /** The user has looked at it; of what the server keeps, when the server has confirmed it. */
  readonly isRead: boolean;
  /** An announcement that the house keeps above its others. */
  readonly isPinned: boolean;
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
  readonly api: Pick<Api, 'call'>;
  readonly notices: NoticesStore;
  readonly messages: MessagesStore;
  readonly config: UserConfigStore;
  readonly texts: Pick<Texts, 'say'>;
  readonly serverTime: Pick<ServerTime, 'in'>;
}

/** Everything that was told: what the page has shown, what happened before it was opened, and what the server keeps for the user. */
export class MessageList {
  readonly #sources: MessageSources;
  /** What messages of pinned announcements refer to. */
  pinned: ReadonlySet<string> = new Set();

  constructor(sources: MessageSources) {
    this.#sources = sources;
    makeAutoObservable(this, { unreadOf: false, pinned: observableRef }, { autoBind: true });
  }

  /** Newest first. */
  get items(): readonly ListedMessage[] {
    const { notices, messages, texts } = this.#sources;
    const { readMs, clearedMs } = this.marks;
    const same = this.same;
    const shown = notices.past.map(({ id, key, action, text, detail, ...rest }) => {
      const kept = same.get(key ?? '');
      return {
        ...rest,
        of: kept === undefined ? null : kindOf(kept.type),
        text: texts.say(text),
        detail: detail === null ? null : texts.say(detail),
        key: `shown-${id}`,
        action: action?.lasts === true ? action : null,
        isRead: kept?.isRead === true || rest.timeMs <= readMs,
        isPinned: false,
      };
    });
    const others = messages.all.filter((message) => same.get(message.refersTo ?? '') !== message);
    return [...shown, ...others.map((one) => listed(one, this.pinned))]
      .filter(({ timeMs }) => timeMs > clearedMs)
      .sort((a, b) => b.timeMs - a.timeMs);
  }

  /** How many the user has not looked at, those that the server keeps and has not sent among them. */
  get unread(): number {
    const ofPage = this.items.filter(({ of, isRead }) => of === null && !isRead).length;
    return messageKinds.reduce((sum, kind) => sum + this.unreadOf(kind), ofPage);
  }

  /** Of one kind. What the page has told too counts once, and not when the user has seen it there. */
  unreadOf(kind: MessageKind): number {
    const { notices, messages } = this.#sources;
    const { readMs, clearedMs } = this.marks;
    const waiting = messages.all.filter(({ type, isRead }) => kindOf(type) === kind && !isRead);
    const isSeen = ({ sentMs, refersTo }: Message): boolean =>
      sentMs <= clearedMs || (refersTo !== undefined && notices.past.some(({ key, timeMs }) => key === refersTo && timeMs <= readMs));
    const known = messages.unread === null ? waiting.length : messages.unread[kind];
    return Math.max(0, known - waiting.filter(isSeen).length);
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

  /** Somebody looks at the list. Where nothing is announced, nothing is pinned. */
  async open(): Promise<void> {
    const list = await this.#sources.api.call('announcementList', { query: {} });
    if (!list.ok) return;
    const pinned = new Set(list.value.flatMap((one) => (one.pinned ? [announcementKey(one.announcement_id)] : [])));
    runInAction(() => (this.pinned = pinned));
  }

  /** The user has seen the list. */
  async markRead(): Promise<void> {
    if (this.unread === 0) return;
    this.#mark({ ...this.marks, readMs: this.#now() });
    await this.#confirm();
  }

  /** Removes every message that there is. */
  async clear(): Promise<void> {
    const nowMs = this.#now();
    this.#mark({ readMs: nowMs, clearedMs: nowMs });
    await this.#confirm();
  }

  async #confirm(): Promise<void> {
    const { messages, notices } = this.#sources;
    const read = await messages.markRead();
    if (!read.ok) notices.error(read.error);
  }

  /** What the server has told of the same as a message of the page, by what that is. */
  private get same(): ReadonlyMap<string, Message> {
    const { notices, messages } = this.#sources;
    const keys = new Set(notices.past.map(({ key }) => key));
    return new Map(messages.all.flatMap((one) => (one.refersTo !== undefined && keys.has(one.refersTo) ? [[one.refersTo, one]] : [])));
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

const listed = ({ id, type, title, body, sentMs, isRead, refersTo }: Message, pinned: ReadonlySet<string>): ListedMessage => ({
  ...{ key: `kept-${id}`, kind: kinds[type] ?? 'info', of: kindOf(type), text: title, detail: body === '' ? null : body },
  ...{ action: null, count: 1, timeMs: sentMs, isRead, isPinned: refersTo !== undefined && pinned.has(refersTo) },
});

/** What was saved is foreign data. */
function readMarks(saved: unknown): Marks {
  const { readMs, clearedMs } = (saved ?? {}) as Partial<Record<keyof Marks, unknown>>;
  const time = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return { readMs: time(readMs), clearedMs: time(clearedMs) };
}
