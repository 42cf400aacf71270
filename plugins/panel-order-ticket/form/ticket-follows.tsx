import { observer } from 'mobx-react-lite';
import { PlainButton, useText } from '../../../core/ui/index.ts';
import type { useCopies } from '../../../core/ui/states/account-copies.tsx';
import type { Services } from '../requires.ts';
import styles from './ticket-copies.module.css';

interface TicketFollowsProps {
  readonly accounts: Services['accounts'];
  readonly copies: ReturnType<typeof useCopies>;
  readonly apiId: number;
}

/** Says of an account that repeats the orders of a main one where those are sent, and leads there. */
export const TicketFollows = observer(function TicketFollows({ accounts, copies, apiId }: TicketFollowsProps) {
  const t = useText('panel-order-ticket');
  const [mainId] = [...copies].find(([, followers]) => followers.some((one) => one.apiId === apiId)) ?? [];
  const here = accounts.apiAccounts.find((one) => one.apiId === apiId);
  const main = accounts.apiAccounts.find((one) => one.apiId === mainId && one.exchange === here?.exchange);
  if (main === undefined) return null;
  const change = (): void => accounts.select([main.apiId, ...accounts.selectedIds.filter((id) => id !== apiId && id !== main.apiId)]);
  return (
    <p className={styles.follows}>
      {t('follows', { main: main.name })} <PlainButton onClick={change}>{t('follows.switch')}</PlainButton>
    </p>
  );
});
