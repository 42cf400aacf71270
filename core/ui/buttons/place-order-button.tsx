import type { Workspace } from '../../contract/client-services.ts';
import { useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import { LockedButton } from './locked-button.tsx';
import { PlainButton } from './plain-button.tsx';

/** Brings the keyboard to a ticket; opens one when there is none. Not there for those who have no ticket. */
export function PlaceOrderButton({ workspace }: { readonly workspace: Pick<Workspace, 'askForOrder' | 'openPanel'> }) {
  const t = useText('ui');
  const { accessTo, panelOf } = useServices();
  const access = accessTo('order-ticket');
  if (access.outcome === 'absent') return null;
  if (access.outcome === 'locked') return <LockedButton minVip={access.minVip}>{t('order.place')}</LockedButton>;
  const start = (): void => {
    const ticket = panelOf('order-ticket');
    if (!workspace.askForOrder('BUY') && ticket !== null) workspace.openPanel(ticket);
  };
  return <PlainButton onClick={start}>{t('order.place')}</PlainButton>;
}
