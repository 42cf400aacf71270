import type { RouteName, Routes } from '../../schemas/wire/index.ts';
import type { CandleView, TickerView, TradeView } from '../../schemas/wire/market.ts';
import type { BalanceView, FillView, OrderRequest, OrderView } from '../../schemas/wire/order.ts';
import type { BodyOf, QueryOf, ReplyOf } from '../../schemas/wire/route.ts';
import type { StreamMessage } from '../../schemas/wire/stream.ts';
import type { ApiAccountView } from '../../schemas/wire/user.ts';
import type { Instrument, InstrumentId } from '../domain/instrument.ts';
import type { Interval } from '../domain/interval.ts';
import type { Role } from '../domain/role.ts';
import type { AppError, ErrorParams, Outcome } from './app-error.ts';
import type { Level } from './market.ts';
import type { LinkGroup } from './panel.ts';
import { type Disposer, type Token, token } from './token.ts';

/** What the wire carries, for panels. */
export type { ApiAccountView, BalanceView, CandleView, FillView, OrderRequest, OrderView, TickerView, TradeView };

/** Browser services that client plugins may ask for. Fields marked "observable" may be read inside MobX observers. */

type Input<N extends RouteName> = (QueryOf<Routes[N]> extends undefined ? { query?: undefined } : { query: QueryOf<Routes[N]> }) &
  (BodyOf<Routes[N]> extends undefined ? { body?: undefined } : { body: BodyOf<Routes[N]> });

/** Calls the routes of `schemas/wire`. Refusals come back as errors of the catalogue, so does an unreachable server; nothing throws. */
export interface Api {
  call<N extends RouteName>(name: N, input: Input<N>): Promise<Outcome<ReplyOf<Routes[N]>>>;
}
export const API: Token<Api> = token<Api>('tessera.api', 'Typed calls to the server');

export type StreamState = 'connecting' | 'open' | 'closed';

/** Topics over the one socket; reconnects and subscribes anew by itself, a new snapshot follows. */
export interface Stream {
  /** Observable. */
  readonly state: StreamState;
  /** Observable: round trip of the last ping in ms, null before the first. */
  readonly latencyMs: number | null;
  subscribe(topic: string, listener: (message: Exclude<StreamMessage, { k: 'a' }>) => void): Disposer;
  /** Asks for a fresh snapshot after a gap. */
  resync(topic: string): void;
}
export const STREAM: Token<Stream> = token<Stream>('tessera.stream', 'Live topics');

export interface SessionInfo {
  readonly username: string;
  readonly role: Role;
  readonly vipLevel: number;
  readonly inviteCode: string;
}
export interface Session {
  /** Observable; null for a guest. */
  readonly user: SessionInfo | null;
  signOut(): Promise<void>;
}
export const SESSION: Token<Session> = token<Session>('tessera.session', 'Who is signed in');

/** Instruments and tickers of every exchange. */
export interface Markets {
  /** Observable. */
  readonly instruments: readonly Instrument[];
  /** Observable: true until the first list has arrived. */
  readonly loading: boolean;
  instrument(id: InstrumentId): Instrument | null;
  /** Observable per instrument. Live while `watchTickers` is held by somebody. */
  ticker(id: InstrumentId): TickerView | null;
  watchTickers(): Disposer;
  /** Title of an exchange, such as `Aurora`. */
  exchangeTitle(exchange: string): string;
  /** Observable: health by exchange. */
  health(exchange: string): 'LIVE' | 'DEGRADED' | 'DOWN';
}
export const MARKETS: Token<Markets> = token<Markets>('tessera.markets', 'Instruments and tickers');

/** A book that follows its topic; listeners run at most once per animation frame. */
export interface DepthFeed {
  /** False until the first snapshot, and again while a gap is being mended. */
  readonly ready: boolean;
  /** Best first. Arrays are replaced, never changed in place. */
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
  readonly timeMs: number;
  onChange(listener: () => void): Disposer;
  close(): void;
}
export interface TradesFeed {
  readonly ready: boolean;
  /** Newest first, at most 200. */
  readonly trades: readonly TradeView[];
  onChange(listener: () => void): Disposer;
  close(): void;
}
export interface CandlesFeed {
  /** Candles that open before `beforeMs`, oldest first. */
  history(beforeMs: number, limit: number): Promise<Outcome<readonly CandleView[]>>;
  /** The open candle whenever it changed, at most once per animation frame; `null` after a gap: load the end again. */
  onCandle(listener: (candle: CandleView | null) => void): Disposer;
  close(): void;
}
/** Live market data for one panel; the caller closes what it opened. */
export interface Feeds {
  depth(id: InstrumentId): DepthFeed;
  trades(id: InstrumentId): TradesFeed;
  candles(id: InstrumentId, interval: Interval): CandlesFeed;
}
export const FEEDS: Token<Feeds> = token<Feeds>('tessera.feeds', 'Books, trades and candles for panels');

/** The user's accounts, balances, open orders and recent fills, live. */
export interface Accounts {
  /** Observable. */
  readonly apiAccounts: readonly ApiAccountView[];
  /** Observable: ids the user works with (SPEC: api_select_list); saved with the user config. */
  readonly selectedIds: readonly number[];
  select(ids: readonly number[]): void;
  /** The selected account at an exchange, else the first one there; null without any. Observable. */
  accountFor(exchange: string): ApiAccountView | null;
  /** Observable, newest first. */
  readonly openOrders: readonly OrderView[];
  /** Observable, newest first, at most 500; older ones by the `fills` route. */
  readonly fills: readonly FillView[];
  /** Observable, newest first: orders that ended while this page was open. */
  readonly endedOrders: readonly OrderView[];
  /** Observable. */
  readonly balances: readonly BalanceView[];
  /** Observable: true until the first state has arrived. */
  readonly loading: boolean;
  place(order: OrderRequest): Promise<Outcome<readonly OrderView[]>>;
  amend(
    order: OrderView,
    change: { readonly price?: string; readonly qty?: string; readonly triggerPrice?: string },
  ): Promise<Outcome<OrderView>>;
  cancel(order: OrderView): Promise<Outcome<OrderView>>;
}
export const ACCOUNTS: Token<Accounts> = token<Accounts>('tessera.accounts', 'Accounts, orders, fills and balances');

/** SPEC §3: a dashboard tab; key `exchange/symbol/account_type`. */
export interface InstrumentTab {
  readonly key: InstrumentId;
  readonly title: string;
  readonly closable: boolean;
}
/** SPEC §3 dashboard state, kept per user. */
export interface DashboardState {
  readonly affixedIntervals: readonly Interval[];
  readonly syncMode: boolean;
  readonly quickMode: boolean;
  readonly syncRatio: number;
}
export interface Workspace {
  /** Observable. */
  readonly tabs: readonly InstrumentTab[];
  /** Observable: instrument of the selected tab, that is of link group `blue`. */
  readonly activeKey: InstrumentId | null;
  /** An existing tab is only selected. */
  openTab(id: InstrumentId): void;
  /** Selects the previous tab, or the first if the first was removed. */
  closeTab(id: InstrumentId): void;
  /** Swaps a tab in place and selects it. */
  replaceTab(from: InstrumentId, to: InstrumentId): void;
  selectTab(id: InstrumentId): void;
  /** Sets the instrument of a link group: `blue` goes through the tabs. */
  setGroupInstrument(group: LinkGroup, id: InstrumentId): void;
  groupInstrument(group: LinkGroup): InstrumentId | null;
  openPanel(panelId: string): void;
  /** A price that the user picked in a ladder or chart, for the ticket. Observable; `at` grows with every pick. */
  readonly pickedPrice: {
    readonly instrumentId: InstrumentId;
    readonly price: string;
    readonly side: 'BUY' | 'SELL' | null;
    readonly at: number;
  } | null;
  pickPrice(instrumentId: InstrumentId, price: string, side: 'BUY' | 'SELL' | null): void;
}
export const WORKSPACE: Token<Workspace> = token<Workspace>('tessera.workspace', 'Tabs, link groups and panels');

export type NoticeKind = 'success' | 'info' | 'warning' | 'error';
export interface Notices {
  /** `text` is already translated. Errors stay until closed. */
  show(kind: NoticeKind, text: string, detail?: string): void;
  /** Shows an error of the catalogue in the user's language. */
  error(error: AppError): void;
}
export const NOTICES: Token<Notices> = token<Notices>('tessera.notices', 'Short messages to the user');

export interface Commands {
  run(commandId: string): Promise<void>;
}
export const COMMANDS: Token<Commands> = token<Commands>('tessera.commands', 'Runs a command by id');

/** Texts outside React; inside, panels use `useText` of core/ui. */
export interface Texts {
  /** Observable: `en`, `zh-CN` or `zh-TW`. */
  readonly language: string;
  t(namespace: string, key: string, params?: ErrorParams): string;
  errorText(error: AppError): string;
}
export const TEXTS: Token<Texts> = token<Texts>('tessera.texts', 'Texts in the user language');

export const themeNames = ['dark', 'light'] as const;
export type ThemeName = (typeof themeNames)[number];
/** Preferences that every panel reads. */
export interface Preferences {
  /** Observable. */
  readonly theme: ThemeName;
  readonly density: 'compact' | 'cosy';
  /** True: rising prices are red (the habit of Chinese markets). */
  readonly redUp: boolean;
  readonly timeZone: string;
}
export const PREFERENCES: Token<Preferences> = token<Preferences>('tessera.preferences', 'Theme, density, colours, time zone');
