import { observer } from 'mobx-react-lite';
import { accountTitle } from '../../core/domain/accounts/account-title.ts';
import { formatDecimal, IconButton, useText } from '../../core/ui/index.ts';
import record from '../../core/ui/page/record.module.css';
import { Statement } from '../../core/ui/statement/statement.tsx';
import type { HeldAccount } from './allocation.ts';
import type { Services } from './requires.ts';

interface AccountDetailProps {
  readonly account: HeldAccount;
  readonly services: Services;
  readonly onClose: () => void;
}

/** One account: what lies in it, and its statement. */
export const AccountDetail = observer(function AccountDetail({ account, services, onClose }: AccountDetailProps) {
  const t = useText('page-asset');
  const { api, markets, notices } = services;
  const { apiId, username, name, exchange, balances } = account;
  const title = `${username} · ${accountTitle(name, markets.exchangeTitle(exchange))} · ${apiId}`;
  return (
    <aside aria-label={title}>
      <header className={record.cardHead}>
        <h2 translate="no">{title}</h2>
        <IconButton icon="close" label={t('close')} onClick={onClose} />
      </header>
      <dl className={record.facts}>
        {balances.map(({ accountType, asset, total }) => (
          <div key={`${accountType} ${asset}`}>
            <dt translate="no">{accountType === 'spot' ? asset : `${asset} · ${accountType}`}</dt>
            <dd>{formatDecimal(total)}</dd>
          </div>
        ))}
      </dl>
      <section aria-label={t('statement')} className={record.section}>
        <h3>{t('statement')}</h3>
        <Statement
          apiId={apiId}
          // What has moved in the account is told by its balances.
          told={balances.map(({ total }) => total).join()}
          read={(query) => api.call('financeStatement', { query: { ...query, apiId } })}
          download={(period, options) => api.download('financeStatementExport', { query: { ...period, apiId } }, options)}
          fileName={t('statement.fileName', { username, number: apiId })}
          onFailure={({ error }) => notices.error(error)}
        />
      </section>
    </aside>
  );
});
