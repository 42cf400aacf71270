import type { Workspace } from '../contract/client-services.ts';
import { PlainButton } from './plain-button.tsx';
import { useText } from './use-text.ts';

const ticketPanel = 'panel-order-ticket/order-ticket';

/** Brings the keyboard to a ticket; opens one when there is none. */
export function PlaceOrderButton({ workspace }: { readonly workspace: Pick<Workspace, 'askForOrder' | 'openPanel'> }) {
  const t = useText('ui');
  const start = (): void => {
    if (!workspace.askForOrder('BUY')) workspace.openPanel(ticketPanel);
  };
  return <PlainButton onClick={start}>{t('order.place')}</PlainButton>;
}
