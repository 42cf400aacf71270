import type { Position } from '../../core/contract/client-services.ts';
import { compareDecimals, decimalsOf } from '../../core/domain/numbers/decimal.ts';
import { Change, type Column, formatDecimal, Price, Quantity, referenceOf, Signed, TimeText, type Translate } from '../../core/ui/index.ts';
import { amountDecimals, figuresOf, type PositionFigures, stepOf } from './position-figures.ts';
import styles from './positions.module.css';
import type { Services } from './requires.ts';

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
/** What is not known stands below everything. */
const byAmount = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : compareDecimals(a, b);

export function positionColumns(services: Services, t: Translate): Column<Position>[] {
  const { markets, accounts } = services;
  const market = (position: Position) => (position.instrumentId === null ? null : markets.instrument(position.instrumentId));
  const figures = (position: Position): PositionFigures =>
    figuresOf(position, position.instrumentId === null ? null : referenceOf(markets, position.instrumentId));
  const nameOf = (position: Position): string =>
    accounts.apiAccounts.find(({ apiId }) => apiId === position.apiId)?.name ?? String(position.apiId);
  const step = (position: Position): string => stepOf(amountDecimals(market(position)));
  return [
    {
      id: 'asset',
      title: t('column.asset'),
      width: 108,
      fixed: true,
      render: (position) => (
        <span title={position.instrumentId ?? position.asset}>
          {position.asset} <span className={styles.muted}>{markets.exchangeTitle(position.exchange)}</span>
        </span>
      ),
      compare: (a, b) => byText(a.asset, b.asset),
    },
    {
      id: 'qty',
      title: t('column.qty'),
      width: 76,
      align: 'right',
      render: (position) => <Quantity value={position.qty} step={finest(position.qty, market(position)?.lot)} />,
      compare: (a, b) => compareDecimals(a.qty, b.qty),
      descendingFirst: true,
    },
    {
      id: 'average',
      title: t('column.average'),
      width: 84,
      align: 'right',
      render: (position) => <Price value={position.avgPrice} step={market(position)?.tick ?? '0.01'} />,
    },
    {
      id: 'mark',
      title: t('column.mark'),
      width: 84,
      align: 'right',
      render: (position) => {
        const { mark, markKind } = figures(position);
        return (
          <span title={markKind === null ? undefined : t(`mark.${markKind}`)}>
            <Price value={mark} step={market(position)?.tick ?? '0.01'} />
          </span>
        );
      },
    },
    {
      id: 'result',
      title: t('column.result'),
      width: 84,
      align: 'right',
      descendingFirst: true,
      live: true,
      render: (position) => <Signed value={figures(position).result} step={step(position)} />,
      compare: (a, b) => byAmount(figures(a).result, figures(b).result),
    },
    {
      id: 'percent',
      title: t('column.percent'),
      width: 62,
      align: 'right',
      render: (position) => <ChangeOf pair={figures(position).costAndValue} />,
    },
    {
      id: 'value',
      title: t('column.value'),
      width: 112,
      align: 'right',
      descendingFirst: true,
      live: true,
      render: (position) => <Amount value={figures(position).value} decimals={amountDecimals(market(position))} unit={position.quote} />,
      compare: (a, b) => byAmount(figures(a).value, figures(b).value),
    },
    {
      id: 'realised',
      title: t('column.realised'),
      width: 84,
      align: 'right',
      render: (position) => <Signed value={position.cost === null ? null : position.realised} step={step(position)} />,
      compare: (a, b) => compareDecimals(a.realised, b.realised),
      descendingFirst: true,
    },
    {
      id: 'account',
      title: t('column.account'),
      width: 96,
      optional: true,
      render: nameOf,
      compare: (a, b) => byText(nameOf(a), nameOf(b)),
    },
    {
      id: 'opened',
      title: t('column.opened'),
      width: 96,
      optional: true,
      render: (position) => (position.openedMs === null ? '–' : <TimeText timeMs={position.openedMs} />),
    },
  ];
}

/** A fee in the base asset leaves more decimals than a lot has. */
const finest = (qty: string, lot: string | undefined): string => stepOf(Math.max(decimalsOf(qty), decimalsOf(lot ?? '1')));

interface AmountProps {
  readonly value: string | null;
  readonly decimals: number;
  readonly unit: string | null;
}

export const Amount = ({ value, decimals, unit }: AmountProps) =>
  value === null ? (
    <span className={styles.muted}>–</span>
  ) : (
    <span>
      {formatDecimal(value, decimals)} <span className={styles.muted}>{unit}</span>
    </span>
  );

/** How much more or less something is worth than it cost. */
export const ChangeOf = ({ pair }: { readonly pair: readonly [from: string, to: string] | null }) => (
  <Change from={pair?.[0] ?? null} to={pair?.[1] ?? null} />
);
