import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { accountTitle } from '../../core/domain/accounts/account-title.ts';
import { ChoiceField, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import { Statement } from '../../core/ui/statement/statement.tsx';
import type { Services } from './requires.ts';

/** The statement of each account that the person may have one of. */
export const StatementPart = observer(function StatementPart({ services }: { readonly services: Services }) {
  const t = useText('user-money');
  const { accounts, api, markets, notices } = services;
  const [chosen, setChosen] = useState<number | null>(null);
  const readable = accounts.apiAccounts.filter(({ apiId }) => accounts.may('report', apiId).outcome === 'granted');
  const account = readable.find(({ apiId }) => apiId === chosen) ?? readable[0];
  if (account === undefined) return null;
  const { apiId } = account;
  const apiIds = [apiId];
  // What has moved in the account is told by its balances.
  const told = accounts.balances.filter((one) => one.apiId === apiId).map(({ total }) => total);
  return (
    <PagePart label={t('statement')}>
      <h2>{t('statement')}</h2>
      <Statement
        apiId={apiId}
        told={told.join()}
        read={(query) => api.call('ledger', { query: { ...query, apiIds } })}
        download={(period, options) => api.download('ledgerExport', { query: { ...period, apiIds } }, options)}
        fileName={t('statement.fileName', { number: apiId })}
        onFailure={({ error }) => notices.error(error)}
        lead={
          <ChoiceField
            label={t('field.of')}
            value={String(apiId)}
            options={readable.map((one) => [String(one.apiId), accountTitle(one.name, markets.exchangeTitle(one.exchange))] as const)}
            onChange={(next) => setChosen(Number(next))}
          />
        }
      />
    </PagePart>
  );
});
