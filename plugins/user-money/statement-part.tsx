import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { LedgerLine } from '../../core/contract/client-services.ts';
import { accountTitle } from '../../core/domain/accounts/account-title.ts';
import {
  ChoiceField,
  DateInput,
  ExportButton,
  FailedState,
  formatDecimal,
  ListFoot,
  PagedList,
  startOfDay,
  TimeText,
  useServices,
  useText,
} from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import styles from './money.module.css';
import type { Services } from './requires.ts';

/** Fills move the account many times a second: its lines are read anew so often, and no more once somebody has gone on to older ones. */
const renewedAfterMs = 5_000;
const linesOfPage = 50;
/** Those that have a word of their own; another one is shown as its exchange names it. */
const kinds = ['TRADE', 'TRANSFER', 'FEE', 'FUNDING', 'INTEREST', 'LIQUIDATION', 'SETTLEMENT'];

/** What has happened in one account in a period, and the way to take it along. */
export const StatementPart = observer(function StatementPart({ services }: { readonly services: Services }) {
  const t = useText('user-money');
  const { preferences, timers } = useServices();
  const { accounts, api, markets, notices } = services;
  const [chosen, setChosen] = useState<number | null>(null);
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const readable = accounts.apiAccounts.filter(({ apiId }) => accounts.may('report', apiId).outcome === 'granted');
  const account = readable.find(({ apiId }) => apiId === chosen) ?? readable[0] ?? null;
  const apiId = account?.apiId ?? null;
  const query = useMemo(() => {
    const [begin, end] = [startOfDay(from, preferences.timeZone), startOfDay(to, preferences.timeZone, 1)];
    return {
      apiIds: apiId === null ? [] : [apiId],
      ...(begin === null ? {} : { from: begin }),
      ...(end === null ? {} : { to: end }),
    };
  }, [apiId, from, to, preferences.timeZone]);
  // What has moved in the account is told by its balances.
  const totals = accounts.balances
    .filter((one) => one.apiId === apiId)
    .map(({ total }) => total)
    .join();
  const [told, setTold] = useState(totals);
  // biome-ignore lint/correctness/useExhaustiveDependencies: balances say that there are new lines
  const fresh = useMemo(
    () =>
      new PagedList<LedgerLine>((cursor) =>
        api.call('ledger', { query: { ...query, limit: linesOfPage, ...(cursor === null ? {} : { cursor }) } }),
      ),
    [api, query, told],
  );
  // What stands there stays until its successor is here.
  const [shown, setShown] = useState({ query, list: fresh });
  const list = shown.query === query ? shown.list : fresh;
  useEffect(() => {
    if (apiId !== null) void fresh.more().then(() => setShown({ query, list: fresh }));
  }, [fresh, query, apiId]);
  const latest = useRef(totals);
  latest.current = totals;
  const isBehind = told !== totals && list.items.length <= linesOfPage;
  useEffect(() => (isBehind ? timers.after(renewedAfterMs, () => setTold(latest.current)) : undefined), [isBehind, timers]);
  if (account === null) return null;
  return (
    <PagePart label={t('statement')}>
      <h2>{t('statement')}</h2>
      <div className={styles.filters}>
        <ChoiceField
          label={t('field.of')}
          value={String(account.apiId)}
          options={readable.map((one) => [String(one.apiId), accountTitle(one.name, markets.exchangeTitle(one.exchange))] as const)}
          onChange={(next) => setChosen(Number(next))}
        />
        <DateInput className={styles.date} aria-label={t('statement.from')} value={from} max={to || undefined} onChange={setFrom} />
        <DateInput className={styles.date} aria-label={t('statement.to')} value={to} min={from || undefined} onChange={setTo} />
        <ExportButton
          fileName={t('statement.fileName', { number: account.apiId })}
          download={(options) => api.download('ledgerExport', { query }, options)}
          onFailure={({ error }) => notices.error(error)}
        />
      </div>
      {list.state === 'failed' && list.items.length === 0 ? (
        <FailedState text={t('statement.failed')} onRetry={() => void list.more()} />
      ) : (
        <table className={styles.statement} aria-label={t('statement')}>
          <thead>
            <tr>
              <th scope="col">{t('statement.time')}</th>
              <th scope="col">{t('statement.what')}</th>
              <th scope="col">{t('field.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved, and one entry may have two alike
              <tr key={`${line.entryId} ${at}`}>
                <td>
                  <TimeText timeMs={line.timeMs} />
                </td>
                <td title={line.reference}>{kinds.includes(line.kind) ? t(`entry.${line.kind}`) : line.kind}</td>
                <td translate="no">
                  {formatDecimal(line.amount)} {line.asset}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {list.state === 'done' && list.items.length === 0 && <p className={styles.quiet}>{t('statement.none')}</p>}
      {list.items.length > 0 && <ListFoot list={list} />}
    </PagePart>
  );
});
