import type { i18n } from 'i18next';
import type { Accounts } from '../../core/contract/client-services.ts';
import type { PanelProps } from '../../core/contract/panel.ts';
import { accountActs } from '../../core/domain/accounts/account-act.ts';
import { accountTypes } from '../../core/domain/markets/instrument.ts';
import type { ClientServices } from '../workbench/client-services.ts';
import type { AccountsState, FrameState } from './bridge.ts';
import type { Granted } from './granted.ts';

/** Where the part stands now. */
export type Place = Pick<PanelProps, 'linkGroup' | 'instrumentId' | 'visible'>;

/** Texts of the building blocks and of the package itself; the shell's own stay in the page. */
export const frameNamespaces = ['ui', 'errors'] as const;
const shellTexts = ['panel.broken', 'retry'] as const;

/** The texts of a language, English where one is missing; the same object for as long as the language is. */
export function frameTexts(texts: i18n, pluginId: string): (language: string) => FrameState['texts'] {
  let known: readonly [language: string, texts: FrameState['texts']] | null = null;
  const bundle = (language: string, namespace: string): Record<string, string> => ({
    ...(texts.getResourceBundle('en', namespace) as Record<string, string> | undefined),
    ...(texts.getResourceBundle(language, namespace) as Record<string, string> | undefined),
  });
  return (language) => {
    if (known?.[0] === language) return known[1];
    const shell = Object.fromEntries(shellTexts.map((key) => [key, texts.t(key, { ns: 'app', lng: language })]));
    const bundles = [...frameNamespaces, pluginId].map((namespace) => [namespace, bundle(language, namespace)]);
    known = [language, { ...Object.fromEntries(bundles), app: shell }];
    return known[1];
  };
}

/** Of what the user has, what is granted. */
export function accountsState(accounts: Accounts | null, granted: Granted): Partial<AccountsState> {
  if (accounts === null) return {};
  const { apiAccounts, selectedIds, loading } = accounts;
  const exchanges = [...new Set(apiAccounts.map(({ exchange }) => exchange))];
  const at = exchanges.flatMap((exchange) =>
    accountTypes.flatMap((accountType) => {
      const account = accounts.accountFor(exchange, accountType);
      return account === null ? [] : [[`${exchange}/${accountType}`, account.apiId] as const];
    }),
  );
  const may = accountActs.flatMap((act) => [
    [act, accounts.may(act)] as const,
    ...apiAccounts.map(({ apiId }) => [`${act}/${apiId}`, accounts.may(act, apiId)] as const),
  ]);
  const orders = granted.has('orders.read')
    ? {
        openOrders: accounts.openOrders,
        fills: accounts.fills,
        endedOrders: accounts.endedOrders,
        refusedAmendment: accounts.refusedAmendment,
      }
    : {};
  const balances = granted.has('balances.read') ? { balances: accounts.balances } : {};
  return { apiAccounts, selectedIds, loading, accountAt: Object.fromEntries(at), may: Object.fromEntries(may), ...orders, ...balances };
}

/** Keys that a frame may press for the user: those of orders are pressed in the page itself, for a frame can press without a hand. */
export const passedShortcuts = ({ commands }: Pick<ClientServices, 'commands'>): readonly string[] =>
  commands.all.flatMap(({ id, place }) => (place === 'trading' ? [] : (commands.shortcutOf(id) ?? [])));

export function frameState(
  services: ClientServices,
  place: Place,
  texts: (language: string) => FrameState['texts'],
  accounts: Partial<AccountsState>,
): FrameState {
  const { preferences, stream, texts: store } = services;
  const { theme, density, redUp } = preferences.look;
  return {
    look: { theme, density, redUp },
    timeZone: preferences.timeZone,
    currency: preferences.currency,
    thousands: preferences.thousands,
    language: store.language,
    texts: texts(store.language),
    stream: stream.state,
    linkGroup: place.linkGroup,
    instrumentId: place.instrumentId,
    visible: place.visible,
    accounts,
    shortcuts: passedShortcuts(services),
  };
}
