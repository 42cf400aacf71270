import { compareDecimals, decimalPattern } from '../../../core/domain/numbers/decimal.ts';
import { isTriggerType } from '../../../core/domain/orders/order.ts';
import type { TicketChoices } from '../ticket-draft.ts';

/** Kinds of order that may be asked about before they are sent. */
export const confirmKinds = ['limit', 'market', 'conditional', 'pairs', 'large'] as const;
export type ConfirmKind = (typeof confirmKinds)[number];

/** How much of an order another account takes part in: the sub-account of a ticket. */
export interface SyncAccount {
  /** Chosen; counts while accounts are kept. */
  readonly on: boolean;
  /** Percent of the ticket's quantity, whole. */
  readonly ratio: number;
  /** Largest worth of its order in quote; empty: no limit. */
  readonly max: string;
}

/** What the user has settled for all tickets. */
export interface UserSettings {
  readonly confirm: Readonly<Record<ConfirmKind, boolean>>;
  /** Orders worth more quote than this are large. */
  readonly largeAbove: string;
  /** By api id. */
  readonly syncAccounts: Readonly<Record<string, SyncAccount>>;
  /** Accounts stay chosen when an order was sent and when another market is shown. */
  readonly keepAccounts: boolean;
}

export interface TicketSettings extends UserSettings {
  /** Remembered by each panel: the advanced part is open. */
  readonly advanced: boolean;
}

export const largestRatio = 1_000;
export const freshSyncAccount: SyncAccount = { on: false, ratio: 100, max: '' };
export const defaultSettings: TicketSettings = {
  confirm: { limit: true, market: true, conditional: true, pairs: true, large: true },
  largeAbove: '100000',
  syncAccounts: {},
  keepAccounts: false,
  advanced: false,
};

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Readonly<Record<string, unknown>>) : {};

const isDecimal = (value: unknown): value is string => typeof value === 'string' && decimalPattern.test(value);

/** The settings in what was saved; what does not fit is the default. */
export function readUserSettings(saved: Readonly<Record<string, unknown>>): UserSettings {
  const confirm = recordOf(saved.confirm);
  return {
    confirm: Object.fromEntries(confirmKinds.map((kind) => [kind, confirm[kind] !== false])) as Record<ConfirmKind, boolean>,
    largeAbove: isDecimal(saved.largeAbove) ? saved.largeAbove : defaultSettings.largeAbove,
    keepAccounts: saved.keepAccounts === true,
    syncAccounts: Object.fromEntries(
      Object.entries(recordOf(saved.syncAccounts)).map(([id, account]) => [id, readSyncAccount(recordOf(account))]),
    ),
  };
}

function readSyncAccount({ on, ratio, max }: Readonly<Record<string, unknown>>): SyncAccount {
  const fits = typeof ratio === 'number' && Number.isInteger(ratio) && ratio >= 1 && ratio <= largestRatio;
  return { on: on === true, ratio: fits ? ratio : freshSyncAccount.ratio, max: isDecimal(max) ? max : '' };
}

const kindOf = (draft: Pick<TicketChoices, 'mode' | 'type'>): Exclude<ConfirmKind, 'large'> => {
  if (draft.mode !== 'ORDER') return 'pairs';
  if (isTriggerType(draft.type)) return 'conditional';
  return draft.type === 'LIMIT' ? 'limit' : 'market';
};

/**
 * What the order has to be confirmed as; null: it is sent at once. Quick mode asks about nothing but large orders, which are
 * mistyped more often than meant.
 */
export function confirmationFor(
  draft: Pick<TicketChoices, 'mode' | 'type'>,
  cost: string | null,
  { confirm, largeAbove }: TicketSettings,
  quick: boolean,
): ConfirmKind | null {
  if (confirm.large && cost !== null && compareDecimals(cost, largeAbove) > 0) return 'large';
  const kind = kindOf(draft);
  return !quick && confirm[kind] ? kind : null;
}
