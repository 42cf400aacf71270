import type { Workspace } from '../contract/client-services.ts';
import { LockedButton } from './locked-button.tsx';
import { PlainButton } from './plain-button.tsx';
import { useServices } from './ui-services.tsx';
import { useText } from './use-text.ts';

export const ticketPanel = 'panel-order-ticket/order-ticket';

/** Brings the keyboard to a ticket; opens one when there is none. Not there for those who have no ticket. */
export function PlaceOrderButton({ workspace }: { readonly workspace: Pick<Workspace, 'askForOrder' | 'openPanel'> }) {
  const t = useText('ui');
  const access = useServices().accessTo(ticketPanel);
  if (access.outcome === 'absent') return null;
  if (access.outcome === 'locked') return <LockedButton minVip={access.minVip}>{t('order.place')}</LockedButton>;
  const start = (): void => {
    if (!workspace.askForOrder('BUY')) workspace.openPanel(ticketPanel);
  };
  return <PlainButton onClick={start}>{t('order.place')}</PlainButton>;
}
