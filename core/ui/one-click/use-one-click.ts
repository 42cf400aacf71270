import { type RefObject, useEffect, useState } from 'react';
import type { AccessDecision } from '../../contract/access.ts';
import { AppError } from '../../contract/app-error.ts';
import type { Accounts, Api, Notices } from '../../contract/client-services.ts';
import type { Instrument } from '../../domain/markets/instrument.ts';
import { formatDecimal } from '../../domain/numbers/number-text.ts';
import { useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import { OneClickStore } from './one-click-store.ts';

const sideKeys = { BUY: 'side.buy', SELL: 'side.sell' } as const;

export interface OneClick {
  readonly store: OneClickStore;
  readonly armed: boolean;
  /** Quantity of the next click, as typed. */
  readonly qty: string;
  readonly setQty: (qty: string) => void;
  /** Whether the user may trade there at all. */
  readonly access: AccessDecision;
  /** False without an account at the exchange, without the right to trade with it, and while the line is lost. */
  readonly possible: boolean;
  /** Says that orders have no answer yet; null: all have one. */
  readonly openText: string | null;
}

/** One-click trading of one instrument in one panel: it ends with Escape, with another instrument, when panel or page are no longer shown, and with the line to the server. */
export function useOneClick(
  services: { readonly accounts: Accounts; readonly api: Api; readonly notices: Notices },
  instrument: Instrument,
  visible: boolean,
  element: RefObject<HTMLElement | null>,
): OneClick {
  const t = useText('ui');
  const { timers, newId, prices } = useServices();
  const [qty, setQty] = useState('');
  const [store] = useState(
    () =>
      new OneClickStore({
        instrument,
        accounts: services.accounts,
        api: services.api,
        timers,
        makeId: newId,
        onRefusal: (refusal) => {
          if (refusal instanceof AppError) services.notices.error(refusal);
          else services.notices.show('error', t(`oneClick.${refusal.key}`, refusal.params));
        },
        onOpen: (news, { side, qty }) => {
          const text = t(`oneClick.open.${news}`, { side: t(sideKeys[side]), qty: formatDecimal(qty), asset: instrument.base });
          services.notices.show(news === 'found' ? 'success' : 'warning', text);
        },
      }),
  );
  const { armed, openCount } = store;
  const access = services.accounts.may('trade', services.accounts.accountFor(instrument.exchange, instrument.accountType)?.apiId);
  const mayTrade = access.outcome === 'granted';
  useEffect(() => {
    if (!visible || !mayTrade || !prices.connected) store.disarm();
  }, [store, visible, mayTrade, prices.connected]);
  useEffect(() => () => store.dispose(), [store]);
  useEffect(() => {
    const page = element.current?.ownerDocument;
    if (!armed || page === undefined) return;
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') store.disarm();
    };
    const onHidden = (): void => {
      if (page.visibilityState === 'hidden') store.disarm();
    };
    page.addEventListener('keydown', onKeyDown, true);
    page.addEventListener('visibilitychange', onHidden);
    return () => {
      page.removeEventListener('keydown', onKeyDown, true);
      page.removeEventListener('visibilitychange', onHidden);
    };
  }, [store, armed, element]);
  return {
    store,
    armed,
    qty,
    setQty,
    access,
    possible: mayTrade && prices.connected && services.accounts.accountFor(instrument.exchange, instrument.accountType) !== null,
    openText: openCount === 0 ? null : t('oneClick.waiting', { count: openCount }),
  };
}
