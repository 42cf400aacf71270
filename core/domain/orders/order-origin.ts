/** What an order came by. `owner`: its owner, and no key of his is known to have sent it. */
export const orderOrigins = ['owner', 'key', 'authorised', 'strategy', 'copy', 'risk'] as const;
export type OrderOriginKind = (typeof orderOrigins)[number];

/** Who or what has sent an order. */
export interface OrderOrigin {
  readonly kind: OrderOriginKind;
  /** Of risk, or authorised by the owner; null: the owner, or what he has set up. */
  readonly userId: string | null;
  /** Name of the API key, id of the strategy instance, or `<api id>/<order id>` of the order that was copied; null: none, or it is not told. */
  readonly source: string | null;
}

/** Of a strategy instance: short enough that ids of its orders can begin with it. */
const instanceDigits = 19;
const instanceForm = `s[0-9a-f]{${instanceDigits}}`;
export const instanceIdPattern = new RegExp(`^${instanceForm}$`);
/** From at least as many hexadecimal digits. */
export const instanceIdOf = (digits: string): string => `s${digits.slice(0, instanceDigits)}`;

/**
 * Client order ids that one sender alone may give, so that an order says for good, and sealed with it, by what it was sent. Of an instance: its id and a
 * number; of a copy: the main account and its order; of risk: who of risk, in letters.
 */
export const riskNaming = 'risk-';
const namings = {
  risk: new RegExp(`^${riskNaming}`),
  strategy: new RegExp(`^(${instanceForm})-`),
  copy: /^c([0-9]+)-([0-9]+)$/,
} as const satisfies Partial<Record<OrderOriginKind, RegExp>>;
export type NamingSender = keyof typeof namings;

/** Null: everybody may name an order so. */
export const namingSender = (clientOrderId: string): NamingSender | null =>
  (Object.keys(namings) as readonly NamingSender[]).find((sender) => namings[sender].test(clientOrderId)) ?? null;

/** The strategy instance that has sent it; null: none. */
export const sendingInstance = (clientOrderId: string): string | null => namings.strategy.exec(clientOrderId)?.[1] ?? null;

/** Under which id an order of a main account is sent for a follower: the same after every crash, so that its exchange takes it once. */
export const copyId = (mainApiId: number, orderId: string): string => `c${mainApiId}-${orderId}`;

/** The order that it repeats; null: it is no copy. */
export function copiedOrder(clientOrderId: string): { readonly mainApiId: number; readonly orderId: string } | null {
  const [, main, orderId] = namings.copy.exec(clientOrderId) ?? [];
  return main === undefined || orderId === undefined ? null : { mainApiId: Number(main), orderId };
}

/** What texts of it are filled with; `hiddenKey`: a key that is not named. `deputy`: who has set up what sent it, where that is not the owner. */
export function originWords({ kind, username, source }: Omit<OrderOrigin, 'userId'> & { readonly username: string | null }) {
  const [account = '', order = ''] = kind === 'copy' ? (source ?? '').split('/') : [];
  const isSetUp = kind === 'strategy' || kind === 'copy';
  return {
    ...{ kind: kind === 'key' && source === null ? ('hiddenKey' as const) : kind, name: username ?? '–', source: source ?? '–' },
    ...{ account, order, deputy: isSetUp ? (username ?? '') : '' },
  };
}
