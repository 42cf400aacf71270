import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Outcome } from '../../contract/app-error.ts';
import type { MovementKind } from '../../domain/accounts/money-movement.ts';
import { formatDecimal } from '../../domain/numbers/number-text.ts';
import { ExportButton, type ExportButtonProps } from '../buttons/export-button.tsx';
import { startOfDay } from '../filter/time-range.ts';
import { DateField } from '../form/field.tsx';
import { ListFoot } from '../list/list-foot.tsx';
import { type ListPage, PagedList } from '../list/paged-list.ts';
import { FailedState } from '../states/failed-state.tsx';
import { TimeText } from '../text/number-text.tsx';
import { type Translate, useText } from '../text/use-text.ts';
import { useServices } from '../ui-services.tsx';
import styles from './statement.module.css';

/** What has happened in an account, as far as its statement tells. */
export interface StatementRow {
  readonly timeMs: number;
  readonly kind: string;
  readonly reference: string;
  readonly asset: string;
  readonly amount: string;
  /** Of the asset, with this line; absent: not told. */
  readonly balance?: string | undefined;
  /** The movement that has brought its money from outside the exchange, or taken it there; null: none. */
  readonly movement?: MovementKind | null | undefined;
}

/** From the first moment of a day to the last of another; absent: open on that side. */
export interface StatementPeriod {
  readonly from?: number;
  readonly to?: number;
}

interface StatementProps extends Pick<ExportButtonProps, 'fileName' | 'onFailure'> {
  /** Whose lines they are; those of another account are read from the beginning. */
  readonly apiId: number;
  /** Another one says that there may be new lines. */
  readonly told: string;
  readonly read: (query: StatementPeriod & { limit: number; cursor?: string }) => Promise<Outcome<ListPage<StatementRow>>>;
  readonly download: (
    period: StatementPeriod,
    options: Parameters<ExportButtonProps['download']>[0],
  ) => ReturnType<ExportButtonProps['download']>;
  /** Stands before the days, such as the choice of an account. */
  readonly lead?: ReactNode;
}

/** Fills move an account many times a second: its lines are read anew so often, and no more once somebody has gone on to older ones. */
const renewedAfterMs = 5_000;
const linesOfPage = 50;
/** Those that have a word of their own; another one is shown as its exchange names it. */
const kinds = ['TRADE', 'TRANSFER', 'FEE', 'FUNDING', 'INTEREST', 'LIQUIDATION', 'SETTLEMENT'];

/** What comes from outside is no transfer between accounts. */
function wordOf({ kind, movement = null }: StatementRow, t: Translate): string {
  if (movement !== null) return t(`entry.${movement}`);
  return kinds.includes(kind) ? t(`entry.${kind}`) : kind;
}

/** The lines of an account in a period, newest first, and the way to take them along. */
export const Statement = observer(function Statement({ apiId, told, read, download, lead, fileName, onFailure }: StatementProps) {
  const t = useText('ui');
  const { preferences, timers } = useServices();
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const period = useMemo((): StatementPeriod => {
    const [begin, end] = [startOfDay(from, preferences.timeZone), startOfDay(to, preferences.timeZone, 1)];
    return { ...(begin === null ? {} : { from: begin }), ...(end === null ? {} : { to: end }) };
  }, [from, to, preferences.timeZone]);
  const [heard, setHeard] = useState(told);
  const reading = useRef(read);
  reading.current = read;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each is a reason to begin anew
  const fresh = useMemo(
    () =>
      new PagedList<StatementRow>((cursor) => reading.current({ ...period, limit: linesOfPage, ...(cursor === null ? {} : { cursor }) })),
    [apiId, period, heard],
  );
  // What stands there stays until its successor is here.
  const [shown, setShown] = useState({ apiId, period, list: fresh });
  const list = shown.apiId === apiId && shown.period === period ? shown.list : fresh;
  useEffect(() => void fresh.more().then(() => setShown({ apiId, period, list: fresh })), [fresh, apiId, period]);
  const latest = useRef(told);
  latest.current = told;
  const isBehind = heard !== told && list.items.length <= linesOfPage;
  useEffect(() => (isBehind ? timers.after(renewedAfterMs, () => setHeard(latest.current)) : undefined), [isBehind, timers]);
  return (
    <>
      <div className={styles.filters}>
        {lead}
        <DateField className={styles.date} label={t('filter.from')} value={from} max={to || undefined} onChange={setFrom} />
        <DateField className={styles.date} label={t('filter.to')} value={to} min={from || undefined} onChange={setTo} />
        <span className={styles.export}>
          <ExportButton fileName={fileName} download={(options) => download(period, options)} onFailure={onFailure} />
        </span>
      </div>
      {list.state === 'failed' && list.items.length === 0 ? (
        <FailedState text={t('statement.failed')} onRetry={() => void list.more()} />
      ) : (
        <table className={styles.lines} aria-label={t('statement')}>
          <thead>
            <tr>
              <th scope="col">{t('filter.time')}</th>
              <th scope="col">{t('statement.what')}</th>
              <th scope="col">{t('statement.amount')}</th>
              <th scope="col">{t('statement.balance')}</th>
              <th scope="col">{t('statement.reference')}</th>
            </tr>
          </thead>
          <tbody>
            {list.items.map((line, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines are never moved, and one entry may have two alike
              <tr key={`${line.timeMs} ${line.reference} ${at}`}>
                <td>
                  <TimeText timeMs={line.timeMs} />
                </td>
                <td>{wordOf(line, t)}</td>
                <td translate="no">
                  {formatDecimal(line.amount)} {line.asset}
                </td>
                <td translate="no">{line.balance === undefined ? '–' : formatDecimal(line.balance)}</td>
                <td translate="no" title={line.reference}>
                  {line.reference}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {list.state === 'done' && list.items.length === 0 && <p className={styles.none}>{t('statement.none')}</p>}
      {list.items.length > 0 && <ListFoot list={list} />}
    </>
  );
});
