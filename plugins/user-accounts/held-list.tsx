import { observer } from 'mobx-react-lite';
import { formatDay, useServices, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import { FrozenNote, type useAccountSwitches } from '../../core/ui/states/account-switches.tsx';
import styles from './accounts.module.css';
import type { AccountsSectionStore } from './accounts-store.ts';
import type { Services } from './requires.ts';

interface HeldListProps {
  readonly store: AccountsSectionStore;
  readonly services: Pick<Services, 'markets'>;
  readonly switches: ReturnType<typeof useAccountSwitches>;
}

/** Accounts of others with which the reader may do something. */
export const HeldList = observer(function HeldList({ store, services, switches }: HeldListProps) {
  const t = useText('user-accounts');
  const { timeZone } = useServices().preferences;
  return (
    <PagePart label={t('held')}>
      <h2>{t('held')}</h2>
      {store.held.length === 0 ? (
        <p className={words.quiet}>{t('held.none')}</p>
      ) : (
        <ul className={styles.authorised}>
          {store.held.map((one) => (
            <li key={one.apiId}>
              <span>
                <b>{one.owner}</b> {one.name}{' '}
                <span className={words.quiet}>{t('number', { title: services.markets.exchangeTitle(one.exchange), id: one.apiId })}</span>{' '}
                <FrozenNote switches={switches} apiId={one.apiId} />
              </span>
              <span>{one.acts.map((act) => t(`act.${act}`)).join(' · ')}</span>
              <span className={words.quiet}>
                {one.until === null ? t('untilTaken') : t('expires', { day: formatDay(one.until - 1, timeZone) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </PagePart>
  );
});
