import { Button, Switch } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { AppError } from '../../core/contract/app-error.ts';
import { canTransfer } from '../../core/contract/transfer-targets.ts';
import { listed } from '../../core/domain/joined-text.ts';
import { ConfirmPopover, formatDay, IconButton, useRoleNames, useServices, useText } from '../../core/ui/index.ts';
import words from '../../core/ui/page/words.module.css';
import { FrozenNote, type useAccountSwitches } from '../../core/ui/states/account-switches.tsx';
import styles from './accounts.module.css';
import type { AccountsSectionStore, GivenAuthorisation, OwnAccount } from './accounts-store.ts';
import type { Services } from './requires.ts';

interface AccountRowProps {
  readonly account: OwnAccount;
  readonly store: AccountsSectionStore;
  readonly services: Services;
  readonly switches: ReturnType<typeof useAccountSwitches>;
  readonly onEdit: () => void;
  readonly onAuthorise: () => void;
}

/** One account: what it may be used for, until when, and who else may do something with it. */
export const AccountRow = observer(function AccountRow({ account, store, services, switches, onEdit, onAuthorise }: AccountRowProps) {
  const t = useText('user-accounts');
  const { timers, preferences } = useServices();
  const { apiId, name, exchange, permissions, active, expiresMs, keyEnd, ipList } = account;
  const title = store.exchanges.find((one) => one.exchange === exchange)?.title ?? exchange;
  const isOver = expiresMs !== null && expiresMs <= timers.nowMs();
  const tell = (refusal: AppError | null): void => {
    if (refusal !== null) services.notices.error(refusal);
  };
  const remove = async (): Promise<void> => {
    const refusal = await store.delete(apiId);
    tell(refusal);
    if (refusal === null) services.notices.show('success', t('deleted', { name }));
  };
  return (
    <li className={styles.account} aria-label={name}>
      <div className={styles.facts}>
        <div className={styles.who}>
          <b>{name}</b>
          <span className={words.quiet}>{t('number', { title, id: apiId })}</span>
          <FrozenNote switches={switches} apiId={apiId} />
        </div>
        <span className={styles.permissions}>{permissions.map((one) => t(`permission.${one}`)).join(' · ')}</span>
        <span className={isOver ? styles.over : words.quiet}>
          {expiresMs === null ? t('endless') : t(isOver ? 'expired' : 'expires', { day: formatDay(expiresMs - 1, preferences.timeZone) })}
        </span>
        <div className={styles.actions}>
          <Switch
            label={t(active ? 'on' : 'off')}
            checked={active}
            disabled={store.busy}
            aria-label={t('switch', { name })}
            onChange={(_, { checked }) => void store.setActive(apiId, checked).then(tell)}
          />
          <TransferButton account={account} services={services} />
          <Button size="small" appearance="subtle" onClick={onAuthorise} aria-label={t('authorise.title', { name })}>
            {t('authorise')}
          </Button>
          <Button size="small" appearance="subtle" onClick={onEdit} aria-label={t('edit.title', { name })}>
            {t('edit')}
          </Button>
          <ConfirmPopover
            title={t('delete.title', { name })}
            text={t('delete.text')}
            danger
            keepLabel={t('cancel')}
            confirmLabel={t('delete')}
            onConfirm={() => void remove()}
          >
            <Button size="small" appearance="subtle" disabled={store.busy} aria-label={t('delete.title', { name })}>
              {t('delete')}
            </Button>
          </ConfirmPopover>
        </div>
      </div>
      {(keyEnd !== null || ipList.length > 0) && (
        <div className={`${styles.details} ${words.quiet}`}>
          {keyEnd !== null && <span translate="no">{t('detail.key', { end: keyEnd })}</span>}
          {ipList.length > 0 && <span translate="no">{t('detail.addresses', { list: listed(ipList) })}</span>}
        </div>
      )}
      <Authorised list={store.authorisedFor(apiId)} account={name} store={store} tell={tell} />
    </li>
  );
});

/** Leads to the panel of transfers; not there where money of the account has nowhere to go. */
const TransferButton = observer(function TransferButton({ account, services }: Pick<AccountRowProps, 'account' | 'services'>) {
  const t = useText('user-accounts');
  const { accessTo, panelOf } = useServices();
  const { accounts, markets, workspace } = services;
  const { apiId, exchange, name } = account;
  const panel = accessTo('transfer').outcome === 'granted' ? panelOf('transfer') : null;
  const place = {
    accounts: accounts.apiAccounts,
    exchange: markets.exchange(exchange),
    mayMove: (one: number) => accounts.may('move', one).outcome === 'granted',
  };
  if (panel === null || !canTransfer({ apiId, exchange, own: true }, place)) return null;
  const open = (): void => {
    workspace.transferOf(apiId);
    workspace.openPanel(panel);
  };
  return (
    <Button size="small" appearance="subtle" onClick={open} aria-label={t('transfer.title', { name })}>
      {t('transfer')}
    </Button>
  );
});

interface AuthorisedProps {
  readonly list: readonly GivenAuthorisation[];
  readonly account: string;
  readonly store: AccountsSectionStore;
  readonly tell: (refusal: AppError | null) => void;
}

const Authorised = observer(function Authorised({ list, account, store, tell }: AuthorisedProps) {
  const t = useText('user-accounts');
  const { timeZone } = useServices().preferences;
  const roleName = useRoleNames(list.flatMap(({ grantee_role }) => grantee_role ?? []));
  if (list.length === 0) return null;
  return (
    <ul className={styles.authorised} aria-label={t('authorisedFor', { name: account })}>
      {list.map((one) => (
        <li key={one.grantee_id}>
          <span>
            <b>{one.grantee}</b> <span className={words.quiet}>{one.grantee_role !== null && roleName(one.grantee_role)}</span>
          </span>
          <span>{one.acts.map((act) => t(`act.${act}`)).join(' · ')}</span>
          <span className={words.quiet}>
            {one.until === null ? t('untilTaken') : t('expires', { day: formatDay(one.until - 1, timeZone) })}
          </span>
          <IconButton
            icon="close"
            label={t('take', { name: one.grantee, account })}
            disabled={store.busy}
            onClick={() => void store.take(one).then(tell)}
          />
        </li>
      ))}
    </ul>
  );
});
