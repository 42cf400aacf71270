import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { InstanceDeviation } from '../../../core/contract/strategies.ts';
import { formatNumber, withPlus } from '../../../core/domain/numbers/number-text.ts';
import {
  type Column,
  DataTable,
  EmptyState,
  FailedState,
  formatDecimal,
  ListFoot,
  MarketName,
  PanelBody,
  Price,
  Quantity,
  SideText,
  TimeText,
  type Translate,
  useText,
} from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import type { ShownInstance } from '../shown-instance.ts';
import styles from './details.module.css';
import { type DeviationSummary, deviationSummary } from './deviation-summary.ts';

/** Fills beside what was expected of them in price, time and size, with what it comes to. */
export const FillsTable = observer(function FillsTable({ services, store }: ShownInstance) {
  const t = useText('panel-strategy-instances');
  const columns = useMemo(() => fillColumns(services, t), [services, t]);
  const { items, state } = store.deviations;
  const summary = useMemo(() => deviationSummary(items), [items]);
  return (
    <PanelBody foot={<ListFoot list={store.deviations} />}>
      <div className={styles.details}>
        {summary !== null && <Summary summary={summary} t={t} />}
        <div className={styles.fill}>
          <DataTable<InstanceDeviation>
            label={t('part.fills')}
            rows={items}
            columns={columns}
            rowKey={({ eventId }) => String(eventId)}
            loading={state === 'loading' && store.state === 'loading'}
            empty={
              state === 'failed' ? (
                <FailedState text={t('fills.failed')} onRetry={() => void store.deviations.renew()} />
              ) : (
                <EmptyState text={t('fills.empty')} />
              )
            }
          />
        </div>
      </div>
    </PanelBody>
  );
});

function Summary({ summary, t }: { readonly summary: DeviationSummary; readonly t: Translate }) {
  const bps = (value: number | null): string => (value === null ? '–' : `${withPlus(formatNumber(value, 2))} bps`);
  const figures: readonly (readonly [string, string])[] = [
    ['fills', formatNumber(summary.fills, 0)],
    ['meanSlippage', bps(summary.meanBps)],
    ['worstSlippage', bps(summary.worstBps)],
    ['meanDelay', `${formatNumber(summary.meanDelayMs, 0)} ms`],
    ['worstDelay', `${formatNumber(summary.worstDelayMs, 0)} ms`],
    ['makerShare', `${formatNumber(summary.makerShare * 100, 0)} %`],
  ];
  return (
    <dl className={styles.summary} aria-label={t('summary.title')}>
      {figures.map(([name, value]) => (
        <div key={name} title={t(`summary.${name}.help`)}>
          <dt>{t(`summary.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Worse than expected is warned of; better, and nothing at all, is only said. */
function Slippage({ bps }: { readonly bps: string | null }) {
  if (bps === null) return <span className={styles.muted}>–</span>;
  const isWorse = !bps.startsWith('-') && /[1-9]/.test(bps);
  return <span className={isWorse ? styles.worse : undefined}>{withPlus(formatDecimal(bps))}</span>;
}

function fillColumns({ markets }: Services, t: Translate): Column<InstanceDeviation>[] {
  const tick = (id: string): string => markets.instrument(id)?.tick ?? '0.01';
  const lot = (id: string): string => markets.instrument(id)?.lot ?? '0.00000001';
  return [
    { id: 'time', title: t('column.time'), width: 72, least: 62, fixed: true, render: ({ filledMs }) => <TimeText timeMs={filledMs} /> },
    {
      id: 'market',
      title: t('column.market'),
      width: 112,
      least: 90,
      render: ({ instrument }) => <MarketName markets={markets} id={instrument} />,
    },
    { id: 'side', title: t('column.side'), width: 44, render: ({ side }) => <SideText side={side} /> },
    {
      id: 'price',
      title: t('column.price'),
      width: 80,
      align: 'right',
      render: ({ price, instrument }) => <Price value={price} step={tick(instrument)} />,
    },
    {
      id: 'expected',
      title: t('column.expected'),
      width: 80,
      align: 'right',
      render: ({ expectedPrice, instrument, bid, ask }) => (
        <span title={bid === null || ask === null ? undefined : t('fills.touch', { bid: formatDecimal(bid), ask: formatDecimal(ask) })}>
          <Price value={expectedPrice} step={tick(instrument)} />
        </span>
      ),
    },
    {
      id: 'slippage',
      title: t('column.slippage'),
      width: 76,
      align: 'right',
      render: ({ slippageBps }) => <Slippage bps={slippageBps} />,
      compare: (a, b) => Number(a.slippageBps ?? 0) - Number(b.slippageBps ?? 0),
      descendingFirst: true,
    },
    {
      id: 'delay',
      title: t('column.delay'),
      width: 72,
      align: 'right',
      render: ({ delay }) => formatDecimal(String(delay)),
      compare: (a, b) => a.delay - b.delay,
      descendingFirst: true,
    },
    {
      id: 'qty',
      title: t('column.qty'),
      width: 76,
      align: 'right',
      render: ({ qty, instrument }) => <Quantity value={qty} step={lot(instrument)} />,
    },
    {
      id: 'missing',
      title: t('column.missing'),
      width: 76,
      align: 'right',
      render: ({ missingQty, wantedQty, instrument }) => (
        <span title={wantedQty === null ? undefined : t('fills.wanted', { qty: formatDecimal(wantedQty) })}>
          <Quantity value={missingQty} step={lot(instrument)} />
        </span>
      ),
    },
    { id: 'liquidity', title: t('column.liquidity'), width: 60, optional: true, render: ({ liquidity }) => t(`liquidity.${liquidity}`) },
  ];
}
