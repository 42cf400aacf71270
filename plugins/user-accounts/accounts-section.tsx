import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { labelled } from '../../core/domain/joined-text.ts';
import { EmptyState, FailedState, Skeleton, TimeText, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import { useAccountSwitches } from '../../core/ui/states/account-switches.tsx';
import { AccountDialog } from './account-dialog.tsx';
import { AccountRow } from './account-row.tsx';
import styles from './accounts.module.css';
import { AccountsSectionStore, type OwnAccount, type OwnGroup } from './accounts-store.ts';
import { AuthoriseDialog } from './authorise-dialog.tsx';
import { GroupDialog, GroupHead } from './group-bar.tsx';
import { HeldList } from './held-list.tsx';
import { InstanceDialog } from './instance-dialog.tsx';
import { HeldInstances, InstanceList } from './instance-list.tsx';
import type { requires } from './requires.ts';

/** The dialog that is open, with what it is about. */
type Asked =
  | { readonly what: 'account'; readonly account: OwnAccount | null }
  | { readonly what: 'group'; readonly group: OwnGroup | null }
  | { readonly what: 'instance' }
  | { readonly what: 'authorise'; readonly account: OwnAccount };

/** The own accounts at exchanges by group, who may do what with them, which instances others may look at, and what one may with those of others. */
export const Section = observer(function AccountsSection({ services }: PageProps<typeof requires>) {
  const t = useText('user-accounts');
  const [store] = useState(() => new AccountsSectionStore(services.api));
  const [asked, setAsked] = useState<Asked | null>(null);
  const switches = useAccountSwitches(services.stream);
  useEffect(() => {
    void store.load();
    // What others give and take back is told as it happens.
    const stop = services.stream.subscribe('accounts', () => void store.load());
    return () => void stop();
  }, [store, services.stream]);
  if (store.state === 'loading') return <Skeleton rows={6} />;
  if (store.state === 'failed') return <FailedState text={t('failed')} onRetry={() => void store.load()} />;
  const dialog = { store, services, onClose: () => setAsked(null) };
  return (
    <div className={styles.columns}>
      <PagePart label={t('own')}>
        <div className={styles.head}>
          <div>
            <h2>{t('own')}</h2>
            <LastSignIn store={store} />
          </div>
          <div className={styles.actions}>
            <Button size="small" onClick={() => setAsked({ what: 'group', group: null })}>
              {t('group.new')}
            </Button>
            <Button
              size="small"
              appearance="primary"
              disabled={store.exchanges.length === 0}
              title={store.exchanges.length === 0 ? t('noExchange') : undefined}
              onClick={() => setAsked({ what: 'account', account: null })}
            >
              {t('open')}
            </Button>
          </div>
        </div>
        {store.accounts.length === 0 && store.groups.length === 0 && (
          <EmptyState icon="balances" text={t(services.accounts.may('trade').outcome === 'absent' ? 'empty.looksOn' : 'empty')} />
        )}
        {store.grouped.map(({ group, accounts }) => (
          <div key={group?.group_id ?? 'none'}>
            {group !== null && <GroupHead {...dialog} group={group} onRename={() => setAsked({ what: 'group', group })} />}
            {/* Without a head they would look like those of the last group. */}
            {group === null && accounts.length > 0 && store.groups.length > 0 && (
              <div className={styles.group}>
                <h3>{t('group.none')}</h3>
              </div>
            )}
            {group !== null && accounts.length === 0 && <p className={words.quiet}>{t('group.empty')}</p>}
            <ul className={styles.accounts}>
              {accounts.map((account) => (
                <AccountRow
                  key={account.apiId}
                  account={account}
                  store={store}
                  services={services}
                  switches={switches}
                  onEdit={() => setAsked({ what: 'account', account })}
                  onAuthorise={() => setAsked({ what: 'authorise', account })}
                />
              ))}
            </ul>
          </div>
        ))}
      </PagePart>
      <div className={styles.others}>
        <InstanceList store={store} services={services} onShow={() => setAsked({ what: 'instance' })} />
        <HeldList store={store} services={services} switches={switches} />
        <HeldInstances store={store} />
      </div>
      {asked?.what === 'account' && <AccountDialog {...dialog} account={asked.account} />}
      {asked?.what === 'group' && <GroupDialog {...dialog} group={asked.group} />}
      {asked?.what === 'instance' && <InstanceDialog {...dialog} />}
      {asked?.what === 'authorise' && <AuthoriseDialog {...dialog} account={asked.account} />}
    </div>
  );
});

/** From where and when he came in last, so that he sees whether it was he. */
const LastSignIn = observer(function LastSignIn({ store: { loginIp, loginMs } }: { readonly store: AccountsSectionStore }) {
  const t = useText('user-accounts');
  if (loginMs === null) return null;
  return (
    <p className={words.quiet}>
      {labelled(t('detail.login'), loginIp === null ? '' : `${loginIp} · `)}
      <TimeText timeMs={loginMs} />
    </p>
  );
});
