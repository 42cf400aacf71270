import { AppError, type Outcome, refused } from '../../core/contract/app-error.ts';
import type { Accounts, Api, NoticeKind, Notices, Order } from '../../core/contract/client-services.ts';
import type { PanelConfig } from '../../core/contract/panel.ts';
import type { Capability } from '../../core/domain/accounts/capability.ts';
import { type PageMethods, type SentOutcome, sentOutcome } from './bridge.ts';
import type { FrameTopics } from './frame-topics.ts';
import type { Granted } from './granted.ts';
import { mergedConfig } from './merged-config.ts';
import { changeFields, type FrameQuestion, strangeField } from './order-question.ts';
import { TokenBucket } from './token-bucket.ts';

const longestNotice = 200;
const noticeKinds: readonly NoticeKind[] = ['success', 'info', 'warning', 'error'];

interface PageEndParts {
  readonly granted: Granted;
  readonly api: Api;
  /** Null where the package asks for none. */
  readonly accounts: Accounts | null;
  readonly topics: FrameTopics;
  readonly notices: Notices;
  /** Shown before every message of the package. */
  readonly name: () => string;
  readonly ask: (question: FrameQuestion) => Promise<boolean>;
  /** As it was saved when the frame was opened: after that nobody but the frame changes it. */
  readonly config: PanelConfig;
  readonly updateConfig: (patch: PanelConfig) => void;
  readonly touched: () => void;
  readonly runShortcut: (shortcut: string) => void;
  readonly nowMs: () => number;
}

export const pageMethodNames = [
  ...(['drawn', 'failed', 'touched', 'runShortcut', 'call', 'subscribe', 'unsubscribe', 'resync'] as const),
  ...(['updateConfig', 'place', 'amend', 'cancel', 'notify'] as const),
] satisfies readonly (keyof PageMethods)[];

/** What a frame may ask of the page. Arguments are foreign data whatever their types say. */
export class PageEnd {
  readonly #parts: PageEndParts;
  readonly #calls: TokenBucket;
  readonly #notes: TokenBucket;
  #config: PanelConfig;

  constructor(parts: PageEndParts) {
    this.#parts = parts;
    this.#config = parts.config;
    this.#calls = new TokenBucket(30, 10, parts.nowMs);
    this.#notes = new TokenBucket(3, 0.5, parts.nowMs);
  }

  methods(frame: { setDrawn(): void; fail(problem: 'failed', detail: string): void }): PageMethods {
    const { topics, touched, runShortcut } = this.#parts;
    const methods: PageMethods = {
      drawn: () => frame.setDrawn(),
      failed: (message) => frame.fail('failed', String(message)),
      touched: () => touched(),
      runShortcut: (shortcut) => runShortcut(String(shortcut)),
      call: (route, input) => this.#call(String(route), input),
      subscribe: (topic) => topics.subscribe(String(topic)),
      unsubscribe: (topic) => topics.unsubscribe(String(topic)),
      resync: (topic) => topics.resync(String(topic)),
      updateConfig: (patch) => this.#updateConfig(patch),
      place: (order) => this.#place(order),
      amend: (order, change) => this.#amend(order, change),
      cancel: (order) => this.#cancel(order),
      notify: (kind, text) => this.#notify(kind, String(text)),
    };
    return Object.freeze(Object.assign(Object.create(null) as PageMethods, methods));
  }

  async #call(name: string, input: unknown): Promise<SentOutcome> {
    const { api, granted } = this.#parts;
    const route = granted.route(name);
    if (route === null) return sentOutcome(refused('PACKAGE_NOT_GRANTED'));
    if (!this.#calls.take()) return sentOutcome(refused('RATE_LIMITED', { retryAfterS: 1 }));
    const query = typeof input === 'object' && input !== null && 'query' in input ? { query: input.query } : {};
    return sentOutcome(await (api.call as (name: string, input: object) => Promise<Outcome<unknown>>)(route, query));
  }

  #updateConfig(patch: unknown): void {
    const merged = mergedConfig(this.#config, patch);
    if (merged === null) return;
    this.#config = merged;
    this.#parts.updateConfig(structuredClone(patch) as PanelConfig);
  }

  #place(order: unknown): Promise<SentOutcome> {
    return this.#asked('orders.place', async (accounts) => {
      const field = strangeField(order);
      if (field !== null) return refused('REQUEST_INVALID', { field, rule: 'is not known' });
      const copy = Object.freeze(JSON.parse(JSON.stringify(order)));
      return this.#confirmed({ kind: 'place', order: copy }, () => accounts.place(copy));
    });
  }

  #amend(sent: unknown, sentChange: unknown): Promise<SentOutcome> {
    return this.#asked('orders.place', async (accounts) => {
      const order = openOrder(accounts, sent);
      const field = strangeField(sentChange, changeFields);
      if (order === null) return refused('ORDER_UNKNOWN', { orderId: orderIdOf(sent) });
      if (field !== null) return refused('REQUEST_INVALID', { field, rule: 'is not known' });
      const change = JSON.parse(JSON.stringify(sentChange)) as Readonly<Record<string, string>>;
      return this.#confirmed({ kind: 'amend', order, change }, () => accounts.amend(order, change));
    });
  }

  #cancel(sent: unknown): Promise<SentOutcome> {
    return this.#asked('orders.cancel', async (accounts) => {
      const order = openOrder(accounts, sent);
      if (order === null) return refused('ORDER_UNKNOWN', { orderId: orderIdOf(sent) });
      return this.#confirmed({ kind: 'cancel', order }, () => accounts.cancel(order));
    });
  }

  async #asked(capability: Capability, work: (accounts: Accounts) => Promise<Outcome<unknown>>): Promise<SentOutcome> {
    const { accounts, granted } = this.#parts;
    if (accounts === null || !granted.has(capability)) return sentOutcome(refused('PACKAGE_NOT_GRANTED'));
    return sentOutcome(await work(accounts));
  }

  async #confirmed(question: FrameQuestion, work: () => Promise<Outcome<unknown>>): Promise<Outcome<unknown>> {
    return (await this.#parts.ask(question)) ? work() : { ok: false, error: new AppError('PACKAGE_DECLINED') };
  }

  #notify(kind: unknown, text: string): void {
    const { granted, notices, name } = this.#parts;
    const known = noticeKinds.find((one) => one === kind);
    if (known === undefined || !granted.has('notices.show') || !this.#notes.take()) return;
    notices.show(known, `${name()}: ${text.slice(0, longestNotice)}`);
  }
}

const orderIdOf = (sent: unknown): string => {
  const id = typeof sent === 'object' && sent !== null && 'orderId' in sent ? sent.orderId : '';
  return typeof id === 'string' ? id.slice(0, 40) : '';
};

/** The page's own knowledge of the order: what the frame says of it counts for nothing. */
function openOrder(accounts: Accounts, sent: unknown): Order | null {
  const id = orderIdOf(sent);
  const apiId = typeof sent === 'object' && sent !== null && 'apiId' in sent ? sent.apiId : null;
  const instrument = typeof sent === 'object' && sent !== null && 'instrumentId' in sent ? sent.instrumentId : null;
  return accounts.openOrders.find((one) => one.orderId === id && one.apiId === apiId && one.instrumentId === instrument) ?? null;
}
