import type * as alert from '../../schemas/wire/alert.ts';
import type { ApiKeyView } from '../../schemas/wire/api-key.ts';
import type { DocumentSummaryView } from '../../schemas/wire/document.ts';
import type { ProductRoutes, RouteName } from '../../schemas/wire/index.ts';
import type { IndexView } from '../../schemas/wire/index-price.ts';
import type { CandleView, TradeFlowView } from '../../schemas/wire/market.ts';
import type { BalanceChangeView, BalanceView, LedgerEntryView } from '../../schemas/wire/order.ts';
import type { OrderEventView, OrderLifeView, OrderRefusalView } from '../../schemas/wire/order-events.ts';
import type { CloseView, PositionView } from '../../schemas/wire/position.ts';
import type { BodyOf, QueryOf, ReplyOf, Route, SentFile } from '../../schemas/wire/route.ts';
import type { TradeTemplateContent, TradeTemplateView } from '../../schemas/wire/template.ts';
import type { ApiAccountView, MessageNewsView, MessageView } from '../../schemas/wire/user.ts';
import type { AccountAct } from '../domain/accounts/account-act.ts';
import type { Role } from '../domain/accounts/role.ts';
import type { AccountType, Instrument, InstrumentId } from '../domain/markets/instrument.ts';
import type { Interval } from '../domain/markets/interval.ts';
import type { ShownHealth } from '../domain/markets/venue-health.ts';
import type { NoticeChannel, NoticeSubject } from '../domain/notice.ts';
import type { AccessDecision } from './access.ts';
import type { AppError, ErrorParams, Outcome } from './app-error.ts';
import type { AskedOf, HouseCall, HouseOf, OwnIdCall, OwnWord } from './house-words.ts';
import type { Level, PublicTrade, Ticker } from './market.ts';
import type { Told } from './notices.ts';
import type { LinkGroup } from './panel.ts';
import type { CallOptions, DownloadOptions, RouteCalls } from './route-calls.ts';
import type { TopicMessage } from './stream-items.ts';
import type { ThemeName } from './theme.ts';
import { type Disposer, type Token, token } from './token.ts';
import type { Fill, Order, OrderChange, OrderFate, OrderIntent, Transfer } from './trading.ts';

export { NOTICES, type NoticeAction, type NoticeKind, type NoticeOptions, type Notices } from './notices.ts';

/** What the wire carries, for panels. */
export type { CandleView, Fill, IndexView, Order, OrderFate, OrderIntent, Ticker };

/** A price alert, what the user chooses of one, and when one was raised. */
export type Alert = HouseOf<alert.AlertView>;
export type AlertDraft = AskedOf<alert.AlertDraft>;
export type AlertRaise = HouseOf<alert.AlertRaiseView>;
/** A key that opens the API to a program of the user; `expiresMs` null: never. */
export type ApiKey = HouseOf<ApiKeyView>;
export type Message = HouseOf<MessageView, OwnWord>;
export type MessagesTold = HouseOf<MessageNewsView, OwnWord>;
/** What an account has of an asset, and how much of it is free. */
export type AccountBalance = HouseOf<BalanceView>;
/** An account of the user at an exchange, and what he may do with it. */
export type ApiAccount = HouseOf<ApiAccountView>;
/** A trade of a market, which whoever asked for it knows. */
export type MarketTrade = Omit<PublicTrade, 'instrumentId'>;
export type TradeFlow = HouseOf<TradeFlowView>;
export type Position = HouseOf<PositionView>;
/** A sell and what it realised. */
export type Close = HouseOf<CloseView>;
/** How much a balance has changed since a time. */
export type BalanceChange = HouseOf<BalanceChangeView>;
export type LedgerLine = HouseOf<LedgerEntryView>;
/** One change of an order; what an amendment changed is named as the house names it. */
export type OrderLifeEvent = Omit<HouseOf<OrderEventView>, 'changes'> & { readonly changes: readonly FieldChange[] };
export interface FieldChange {
  readonly field: 'price' | 'qty' | 'triggerPrice';
  readonly from: string | null;
  readonly to: string | null;
}
export type OrderLife = Omit<HouseOf<OrderLifeView>, 'events'> & { readonly events: readonly OrderLifeEvent[] };
/** An order or an amendment that was refused, and why. */
export type OrderRefusal = HouseOf<OrderRefusalView>;
/** An exchange and what it can do. */
export type Exchange = ReplyIn<'exchangeInfo'>[number];
/** A way of ordering, without market and account. */
export type TicketTerms = HouseOf<TradeTemplateContent>;
export type TicketTemplate = HouseOf<TradeTemplateView>;

/** Browser services that client plugins may ask for. Fields marked "observable" may be read inside MobX observers. */

/** Calls whose answer has another shape than its words alone. */
interface HouseReplies {
  readonly symbols: readonly Instrument[];
  readonly klinesHistory: readonly CandleView[];
  readonly orderEvents: OrderLife;
}
/** The words of a call that are its own. */
type OwnOf<N> = N extends OwnIdCall ? OwnWord : never;
type QueryIn<N extends RouteName> = N extends HouseCall ? AskedOf<QueryOf<ProductRoutes[N]>, OwnOf<N>> : QueryOf<ProductRoutes[N]>;
type BodyIn<N extends RouteName> = N extends 'transfer'
  ? Transfer
  : N extends HouseCall
    ? AskedOf<BodyOf<ProductRoutes[N]>, OwnOf<N>>
    : BodyOf<ProductRoutes[N]>;
export type ReplyIn<N extends RouteName> = N extends keyof HouseReplies
  ? HouseReplies[N]
  : N extends HouseCall
    ? HouseOf<ReplyOf<ProductRoutes[N]>, OwnOf<N>>
    : ReplyOf<ProductRoutes[N]>;

type Input<N extends RouteName> = (QueryOf<ProductRoutes[N]> extends undefined ? { query?: undefined } : { query: QueryIn<N> }) &
  (BodyOf<ProductRoutes[N]> extends undefined ? { body?: undefined } : { body: BodyIn<N> });

/** Routes that give a table as text, or a file. */
export type ExportName = { [N in RouteName]: ReplyOf<ProductRoutes[N]> extends AsyncIterable<string> | SentFile ? N : never }[RouteName];

/** Calls the routes of `schemas/wire`, those of `house-words.ts` in the words of the house. Refusals come back as errors of the catalogue, so does an unreachable server; nothing throws. */
export interface Api {
  call<N extends Exclude<RouteName, ExportName>>(name: N, input: Input<N>, options?: CallOptions): Promise<Outcome<ReplyIn<N>>>;
  /** Calls of a plugin's own table, which its server half answers, in the words of the wire. */
  of<T extends Readonly<Record<string, Route>>>(routes: T): RouteCalls<T>;
  /** Sends a form with a file. */
  send<N extends Exclude<RouteName, ExportName>>(name: N, form: FormData): Promise<Outcome<ReplyIn<N>>>;
  /** A whole table as a file, or a file that is kept. Null when the signal has called it off. */
  download<N extends ExportName>(name: N, input: Input<N>, options?: DownloadOptions): Promise<Outcome<Blob> | null>;
}
export const API: Token<Api> = token<Api>('tessera.api', 'Typed calls to the server');

export type StreamState = 'connecting' | 'open' | 'closed';

/** Topics over the one socket; reconnects and subscribes anew by itself, a new snapshot follows. */
export interface Stream {
  /** Observable. */
  readonly state: StreamState;
  /** Observable: round trip of the last ping in ms, null before the first. */
  readonly latencyMs: number | null;
  subscribe(topic: string, listener: (message: TopicMessage) => void): Disposer;
  /** Asks for a fresh snapshot after a gap. */
  resync(topic: string): void;
}
export const STREAM: Token<Stream> = token<Stream>('tessera.stream', 'Live topics');

export interface SessionInfo {
  readonly username: string;
  readonly role: Role;
  /** The plugin that brought the role does not run: he has what is his own, and nothing else. */
  readonly isRoleGone: boolean;
  readonly vipLevel: number;
  readonly inviteCode: string;
}
export interface Session {
  /** Observable; null for a guest. */
  readonly user: SessionInfo | null;
  signOut(): Promise<void>;
}
export const SESSION: Token<Session> = token<Session>('tessera.session', 'Who is signed in');

/** Instruments, tickers and indexes of every exchange. */
export interface Markets {
  /** Observable. */
  readonly instruments: readonly Instrument[];
  /** Observable: true until the first list has arrived. */
  readonly loading: boolean;
  instrument(id: InstrumentId): Instrument | null;
  /** Observable per instrument. Live while `watchTickers` is held by somebody. */
  ticker(id: InstrumentId): Ticker | null;
  watchTickers(): Disposer;
  /** Observable per market: what its pair costs over all exchanges; null where fewer than two have it. Live while `watchIndexes` is held. */
  index(id: InstrumentId): IndexView | null;
  watchIndexes(): Disposer;
  /** Observable: an exchange and what it can do; null for one that is not known. */
  exchange(exchange: string): Exchange | null;
  /** Title of an exchange, such as `Aurora`. */
  exchangeTitle(exchange: string): string;
  /** Observable: health by exchange. */
  health(exchange: string): ShownHealth;
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
  readonly trades: readonly MarketTrade[];
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

/** What an amendment changes. */
export type OrderAmendment = Pick<OrderChange, 'price' | 'qty' | 'triggerPrice'>;

/** The user's accounts, balances, open orders and recent fills, live. */
export interface Accounts {
  /** Observable. */
  readonly apiAccounts: readonly ApiAccount[];
  /** Observable: ids the user works with; saved with the user config. */
  readonly selectedIds: readonly number[];
  select(ids: readonly number[]): void;
  /**
   * The account that trades a type of markets (absent: spot) at an exchange: of those selected there, else of all there, the
   * first that the user may trade with, else the first; null without any that may be used for them. Observable.
   */
  accountFor(exchange: string, accountType?: AccountType): ApiAccount | null;
  /**
   * Observable: whether the user may do it with this account, or without one at all. The server has said so and decides every call again.
   * What is `absent` is not offered; what is `locked` is shown with its level.
   */
  may(act: AccountAct, apiId?: number): AccessDecision;
  /** Observable, newest first. */
  readonly openOrders: readonly Order[];
  /** Observable, newest first, at most 500; older ones by the `fills` route. */
  readonly fills: readonly Fill[];
  /** Observable, newest first: orders that ended while this page was open. */
  readonly endedOrders: readonly Order[];
  /** Observable. */
  readonly balances: readonly AccountBalance[];
  /** Observable: whose amendment was refused last, from this window; another object each time. One without an answer is none. */
  readonly refusedAmendment: Pick<Order, 'instrumentId' | 'apiId' | 'orderId'> | null;
  /** Observable: true until the first state has arrived. */
  readonly loading: boolean;
  place(order: OrderIntent): Promise<Outcome<readonly Order[]>>;
  amend(order: Order, change: OrderAmendment): Promise<Outcome<Order>>;
  cancel(order: Order): Promise<Outcome<Order>>;
}
export const ACCOUNTS: Token<Accounts> = token<Accounts>('tessera.accounts', 'Accounts, orders, fills and balances');

/** The user's price alerts, live; the server watches the prices. */
export interface Alerts {
  /** Observable, newest first. */
  readonly alerts: readonly Alert[];
  /** Observable: true until the first state has arrived. */
  readonly loading: boolean;
  /** A new alert without an id, else the one of that id; it is monitored from the price of now. */
  save(draft: AlertDraft): Promise<Outcome<Alert>>;
  setStatus(alertId: string, status: 'MONITORING' | 'PAUSED' | 'ENDED'): Promise<Outcome<Alert>>;
  remove(alertId: string): Promise<Outcome<null>>;
  /** Tells every raise since the page was opened once; earlier ones stand among the messages. */
  onRaised(listener: (alert: Alert) => void): Disposer;
}
export const ALERTS: Token<Alerts> = token<Alerts>('tessera.alerts', 'Price alerts');

/** A dashboard tab; key `exchange/symbol/accountType`. */
export interface InstrumentTab {
  readonly key: InstrumentId;
  readonly title: string;
  readonly closable: boolean;
}
/** State of the dashboard, kept per user; `currentDashBoard` is the selected tab ({@link Workspace.activeKey}). */
export interface DashboardState {
  readonly affixedIntervals: readonly Interval[];
  readonly syncMode: boolean;
  readonly quickMode: boolean;
  /** Percent of one's own order that accounts in sync get. */
  readonly syncRatio: number;
}
export interface Workspace {
  /** Observable. */
  readonly dashboard: DashboardState;
  setDashboard(change: Partial<DashboardState>): void;
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
  /** From another page of the shell it leads to the workspace first. */
  openPanel(panelId: string): void;
  /** A price that the user picked in a ladder or chart, for the ticket, whose side stays. Observable; `at` grows with every pick. */
  readonly pickedPrice: { readonly instrumentId: InstrumentId; readonly price: string; readonly at: number } | null;
  pickPrice(instrumentId: InstrumentId, price: string): void;
  /** An order that the user wants to send again, for the ticket of its market. Observable; `at` grows with every one. */
  readonly reusedOrder: { readonly instrumentId: InstrumentId; readonly content: TicketTerms; readonly at: number } | null;
  /** Account whose money somebody wants to move, until a panel of transfers has taken it. Observable. */
  readonly transferFrom: number | null;
  transferOf(apiId: number | null): void;
  /** Brings the order's market to the screen and its terms to the ticket. */
  reuseOrder(instrumentId: InstrumentId, content: TicketTerms): void;
  /** A ticket that stands on the screen offers to take orders by keyboard; the one that came last is asked. */
  offerTicket(takeSide: (side: 'BUY' | 'SELL') => void): Disposer;
  /** Brings the keyboard to a ticket; without one it waits for the next offer. True when a ticket was there. */
  askForOrder(side: 'BUY' | 'SELL'): boolean;
}
export const WORKSPACE: Token<Workspace> = token<Workspace>('tessera.workspace', 'Tabs, link groups and panels');

export type DocumentContent = Readonly<Record<string, unknown>>;
/** `panel`: another holder on this page changed it; `window`: another window saved in between and its content counts now. */
export type DocumentChange = 'panel' | 'window';
/**
 * One of the user's documents, open. All holders of the same document on this page share it. What was saved is foreign data: the
 * owner checks it.
 */
export interface DocumentHandle {
  /** Resolves when the saved content is here; an error when the server could not be reached (it is asked again by the next `open`). */
  readonly loaded: Promise<Outcome<DocumentContent | null>>;
  /** The newest content; null: there is none yet. */
  readonly content: DocumentContent | null;
  /** Replaces the content and saves it a moment later; a change made before `loaded` is refused, for it would overwrite what was saved. */
  change(content: DocumentContent): void;
  /** Tells what this holder did not change itself. */
  onChange(listener: (change: DocumentChange) => void): Disposer;
  /** Saves what waits and lets go. */
  close(): void;
}
export type DocumentSummary = HouseOf<DocumentSummaryView, OwnWord>;
export interface DocumentOptions {
  /**
   * Another window saved in between: what to save now, made of this page's content and the stored one. Absent: the stored one wins.
   */
  merge?(mine: DocumentContent, theirs: DocumentContent): DocumentContent;
}
/** The user's documents at the server, by kind and key (`schemas/wire/document.ts` has their sizes). */
export interface Documents {
  open(kind: string, key: string, options?: DocumentOptions): DocumentHandle;
  list(kind: string): Promise<Outcome<readonly DocumentSummary[]>>;
  /** Deletes it whatever its revision; open holders hear `window` and have null. */
  remove(kind: string, key: string): Promise<Outcome<null>>;
}
export const DOCUMENTS: Token<Documents> = token<Documents>('tessera.documents', "The user's drawings, templates and the like");

/** Names what is told and carries its type. */
export interface LinkTopic<T> {
  readonly id: string;
  /** Never set: carries the type to the compiler. */
  readonly type?: T;
}
export interface LinkMember<T> {
  /** Told to all other members, at once. */
  tell(message: T): void;
  leave(): void;
}
/** Panels of one link group on this page, telling each other what no server needs to know, such as the place of a crosshair. */
export interface PanelLinks {
  /** In the group `none` nobody else is heard. */
  join<T>(topic: LinkTopic<T>, group: LinkGroup, listener: (message: T) => void): LinkMember<T>;
  /** Observable: members of this window, and one for each window beside it that has any. */
  memberCount(topic: LinkTopic<unknown>, group: LinkGroup): number;
}
export const PANEL_LINKS: Token<PanelLinks> = token<PanelLinks>('tessera.panel-links', 'What panels of a link group tell each other');

export interface Commands {
  run(commandId: string): Promise<void>;
}
export const COMMANDS: Token<Commands> = token<Commands>('tessera.commands', 'Runs a command by id');

/** Texts outside React; inside, panels use `useText` of core/ui. */
export interface Texts {
  /** Observable: `en`, `zh-CN` or `zh-TW`. */
  readonly language: string;
  t(namespace: string, key: string, params?: ErrorParams): string;
  errorText(error: Pick<AppError, 'code' | 'params'>): string;
  say(told: Told): string;
  /** Brings the texts of plugins that may have no part in the page yet, such as strategies. */
  load(namespaces: readonly string[]): Promise<void>;
}
export const TEXTS: Token<Texts> = token<Texts>('tessera.texts', 'Texts in the user language');

/** Preferences that every panel reads. */
export interface Preferences {
  /** Observable. */
  readonly theme: ThemeName;
  readonly density: 'compact' | 'cosy';
  /** True: rising prices are red (the habit of Chinese markets). */
  readonly redUp: boolean;
  /** IANA name: the one that the user has chosen, else that of the device. */
  readonly timeZone: string;
  /** Asset that holdings are valued in. */
  readonly currency: string;
}
/** Of what the user wants to be told, and by which ways. */
export interface NoticeSettings {
  /** Observable. */
  wants(kind: NoticeSubject, channel: NoticeChannel): boolean;
  choose(kind: NoticeSubject, channel: NoticeChannel, wanted: boolean): void;
}
export const NOTICE_SETTINGS: Token<NoticeSettings> = token<NoticeSettings>(
  'tessera.notice-settings',
  'Of what the user wants to be told, and how',
);

export const PREFERENCES: Token<Preferences> = token<Preferences>('tessera.preferences', 'Theme, density, colours, time zone, currency');
