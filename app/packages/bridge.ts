import type { Look } from '../../core/client/settings/appearance.ts';
import type { AccessDecision } from '../../core/contract/access.ts';
import { AppError, accepted, type ErrorParams, type Outcome } from '../../core/contract/app-error.ts';
import type { Accounts, NoticeKind, Order, OrderIntent, StreamState } from '../../core/contract/client-services.ts';
import type { ErrorCode } from '../../core/contract/error-catalogue.ts';
import type { LinkGroup, PanelConfig } from '../../core/contract/panel.ts';
import type { TopicMessage } from '../../core/contract/stream-items.ts';
import type { Thousands } from '../../core/domain/numbers/thousands.ts';
import type { PluginManifest } from '../../core/kernel/index.ts';

/** What the page and the frame of a package say to each other. Both ends are typed by this; the page believes nothing that it hears. */

/** One panel or page of a package. */
export interface FramePart {
  readonly kind: 'panels' | 'routes';
  readonly id: string;
}

/** What never changes while a frame is open. */
export interface FrameStart {
  readonly manifest: PluginManifest;
  readonly part: FramePart;
  readonly panelId: string;
  /** As the layout keeps it; the package's own migrations run in the frame. */
  readonly saved: { readonly version: number; readonly config: PanelConfig };
  /** Text of `client.css`. */
  readonly styles: string | null;
  /** Its code takes components of Fluent. */
  readonly fluent: boolean;
}

/** What panels of a package see of the user's accounts; lists that were not granted are empty. */
export type AccountsState = Pick<
  Accounts,
  'apiAccounts' | 'selectedIds' | 'openOrders' | 'fills' | 'endedOrders' | 'balances' | 'refusedAmendment' | 'loading'
> & {
  /** `<exchange>/<account type>` → account that trades those markets there. */
  readonly accountAt: Readonly<Record<string, number>>;
  /** `<act>`, or `<act>/<api id>` for one account → whether the user may. */
  readonly may: Readonly<Record<string, AccessDecision>>;
};

export interface FrameState {
  readonly look: Look;
  readonly timeZone: string;
  readonly currency: string;
  readonly thousands: Thousands;
  readonly language: string;
  /** Namespace → texts in that language. */
  readonly texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly stream: StreamState;
  readonly linkGroup: LinkGroup;
  readonly instrumentId: string | null;
  readonly visible: boolean;
  readonly accounts: Partial<AccountsState>;
  /** Keys that run a command of the page. */
  readonly shortcuts: readonly string[];
}

/** An {@link Outcome} without its class. */
export type SentOutcome =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly code: string; readonly params: ErrorParams };

/** What the frame may ask of the page. */
export type PageMethods = {
  /** The part is drawn. */
  drawn(): void;
  failed(message: string): void;
  /** A key or a pointer went down in the frame: it is the panel that is worked with. */
  touched(): void;
  runShortcut(shortcut: string): void;
  call(route: string, input: unknown): Promise<SentOutcome>;
  subscribe(topic: string): void;
  unsubscribe(topic: string): void;
  resync(topic: string): void;
  updateConfig(patch: PanelConfig): void;
  place(order: OrderIntent): Promise<SentOutcome>;
  amend(order: Order, change: Readonly<Record<string, string>>): Promise<SentOutcome>;
  cancel(order: Order): Promise<SentOutcome>;
  notify(kind: NoticeKind, text: string): void;
};

/** What the page tells the frame. */
export type FrameMethods = {
  start(start: FrameStart, state: FrameState): void;
  show(changed: Partial<FrameState>): void;
  hear(messages: readonly (readonly [topic: string, message: TopicMessage])[]): void;
  ping(): void;
};

export const sentOutcome = (outcome: Outcome<unknown>): SentOutcome =>
  outcome.ok ? outcome : { ok: false, code: outcome.error.code, params: outcome.error.params };

export const heardOutcome = <T>(sent: SentOutcome): Outcome<T> =>
  sent.ok ? accepted(sent.value as T) : { ok: false, error: new AppError(sent.code as ErrorCode, sent.params) };
