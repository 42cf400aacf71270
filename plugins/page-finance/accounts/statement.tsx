import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import {
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
} from '../../../core/ui/index.ts';
import styles from '../finance.module.css';
import type { FinanceAccount, FinanceLine } from '../finance-words.ts';
import type { Services } from '../requires.ts';

interface StatementProps {
  readonly account: FinanceAccount;
  readonly services: Services;
}

/** What has happened in an account, day by day, and the way to take it along. */
export const Statement = observer(function Statement({ account, services }: StatementProps) {
  const t = useText('page-finance');
  const { preferences } = useServices();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { api, notices } = services;
  // What has moved in the account is told by its balances.
  const total = account.balances.map((one) => one.total).join();
  const query = useMemo(() => {
    const [begin, end] = [startOfDay(from, preferences.timeZone), startOfDay(to, preferences.timeZone, 1)];
    return { apiId: account.apiId, ...(begin === null ? {} : { from: begin }), ...(end === null ? {} : { to: end }) };
  }, [account.apiId, from, to, preferences.timeZone]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: balances say that there are new lines
  const list = useMemo(
    () =>
      new PagedList<FinanceLine>((cursor) =>
        api.call('financeStatement', { query: { ...query, limit: 50, ...(cursor === null ? {} : { cursor }) } }),
      ),
    [api, query, total],
  );
  useEffect(() => void list.more(), [list]);
  return (
    <section aria-label={t('statement')} className={styles.statement}>
      <header className={styles.statementHead}>
        <h3>{t('statement')}</h3>
        <DateInput className={styles.date} aria-label={t('from')} value={from} max={to || undefined} onChange={(day) => setFrom(day)} />
        <DateInput className={styles.date} aria-label={t('to')} value={to} min={from || undefined} onChange={(day) => setTo(day)} />
        <ExportButton
          fileName={t('fileName', { username: account.username, number: account.apiId })}
          download={(options) => api.download('financeStatementExport', { query }, options)}
          onFailure={({ error }) => notices.error(error)}
        />
      </header>
      {list.state === 'failed' && list.items.length === 0 ? (
        <FailedState text={t('failed')} onRetry={() => void list.more()} />
      ) : (
        <table className={styles.balances}>
          <thead>
            <tr>
              <th scope="col">{t('field.time')}</th>
              <th scope="col">{t('field.what')}</th>
              <th scope="col">{t('field.amount')}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved, and one entry may have two alike
              <tr key={`${line.timeMs} ${line.reference} ${at}`}>
                <td>
                  <TimeText timeMs={line.timeMs} />
                </td>
                <td title={line.reference} translate="no">
                  {line.kind}
                </td>
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
    </section>
  );
});
