import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { accountTitle } from '../../core/domain/accounts/account-title.ts';
import { ConfirmPopover, FailedState, formatDecimal, ListFoot, Skeleton, TimeText, useText } from '../../core/ui/index.ts';
import { PagePart, PageParts } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import { AddressForm } from './address-form.tsx';
import styles from './money.module.css';
import type { requires } from './requires.ts';
import { StatementPart } from './statement-part.tsx';
import { WithdrawalForm } from './withdrawal-form.tsx';
import { type OwnMovement, WithdrawalStore } from './withdrawal-store.ts';

/** Own money on its way: withdrawals to addresses of the own book, how far each has come, and the statement of each account. */
export const Section = observer(function MoneySection({ services }: PageProps<typeof requires>) {
  const t = useText('user-money');
  const { api, notices, stream } = services;
  const [store] = useState(() => new WithdrawalStore(api));
  useEffect(() => {
    void store.load();
    const stop = stream.subscribe('withdrawals', () => void store.readMovements());
    return () => void stop();
  }, [store, stream]);
  if (store.state === 'loading') return <Skeleton rows={6} />;
  if (store.state === 'failed') return <FailedState text={t('failed')} onRetry={() => void store.load()} />;
  const remove = async (addressId: string): Promise<void> => {
    const error = await store.removeAddress(addressId);
    if (error !== null) notices.error(error);
  };
  return (
    <PageParts>
      <div className={styles.column}>
        <PagePart label={t('ask.title')}>
          <h2>{t('ask.title')}</h2>
          <p className={words.quiet}>{t('ask.lead')}</p>
          {store.addresses.length === 0 ? (
            <p className={words.quiet}>{t('ask.noAddress')}</p>
          ) : (
            <WithdrawalForm store={store} services={services} />
          )}
        </PagePart>
        <PagePart label={t('book.title')}>
          <h2>{t('book.title')}</h2>
          {store.addresses.length > 0 && (
            <ul className={styles.lines}>
              {store.addresses.map((one) => (
                <li key={one.address_id} className={styles.line}>
                  <span className={styles.words}>
                    <span translate="no">{`${one.label} · ${one.asset} · ${one.network}`}</span>
                    <span className={words.quiet} translate="no">
                      {one.address}
                    </span>
                  </span>
                  <ConfirmPopover
                    title={t('book.remove.title', { label: one.label })}
                    text={t('book.remove.text')}
                    confirmLabel={t('book.remove')}
                    keepLabel={t('keep')}
                    danger
                    onConfirm={() => void remove(one.address_id)}
                  >
                    <Button size="small">{t('book.remove')}</Button>
                  </ConfirmPopover>
                </li>
              ))}
            </ul>
          )}
          <AddressForm store={store} services={services} />
        </PagePart>
      </div>
      <PagePart label={t('list.title')}>
        <h2>{t('list.title')}</h2>
        <p className={words.quiet}>{t('list.lead')}</p>
        {store.movements.items.length === 0 ? (
          <p className={words.quiet}>{t('list.empty')}</p>
        ) : (
          <ul className={styles.lines}>
            {store.movements.items.map((one) => (
              <MovementLine key={one.movement_id} movement={one} store={store} services={services} />
            ))}
          </ul>
        )}
        <ListFoot list={store.movements} />
      </PagePart>
      <StatementPart services={services} />
    </PageParts>
  );
});

interface MovementLineProps extends Pick<PageProps<typeof requires>, 'services'> {
  readonly movement: OwnMovement;
  readonly store: WithdrawalStore;
}

function MovementLine({ movement, store, services }: MovementLineProps) {
  const t = useText('user-money');
  const { destination, decision_reason: why } = movement;
  // What its owner asked for; the house names no address.
  const isHeld = movement.state === 'REQUESTED' && destination !== null;
  const takeBack = async (): Promise<void> => {
    const error = await store.takeBack(movement.movement_id);
    if (error !== null) services.notices.error(error);
  };
  return (
    <li className={styles.line}>
      <span className={styles.words}>
        <span>
          {t(`kind.${movement.kind}`)} <span translate="no">{`${formatDecimal(movement.amount)} ${movement.asset}`}</span> ·{' '}
          {t(`state.${movement.state}`)}
          {isHeld && services.markets.exchange(movement.exchange)?.holds === true && ` · ${t('held')}`}
        </span>
        <span className={words.quiet}>
          <TimeText timeMs={movement.asked_time} />
          <span translate="no">{` · ${accountTitle(movement.account, services.markets.exchangeTitle(movement.exchange))}`}</span>
          {destination !== null && <span translate="no">{` · ${destination.label} · ${destination.address}`}</span>}
          {why !== null && <span translate="no">{` · ${why}`}</span>}
        </span>
      </span>
      {isHeld && (
        <Button size="small" onClick={() => void takeBack()}>
          {t('takeBack')}
        </Button>
      )}
    </li>
  );
}
