import { observer } from 'mobx-react-lite';
import type { AccountBalance, ApiAccount } from '../../core/contract/client-services.ts';
import { listed } from '../../core/domain/joined-text.ts';
import { addDecimals, compareDecimals } from '../../core/domain/numbers/decimal.ts';
import { Change, type Column, OldPrice, Price, Signed, type Translate } from '../../core/ui/index.ts';
import { together } from './balance-columns.tsx';
import type { DayProfit } from './day-profit.ts';
import type { Services } from './requires.ts';
import { money, shownIn, type Unit, type WorthSum } from './valuation.ts';

/** What an account is worth and what it has gained today; functions, for they follow prices. Null: not known. */
export interface AccountRow {
  readonly account: ApiAccount;
  readonly balances: readonly AccountBalance[];
  readonly equity: () => WorthSum;
  readonly today: () => DayProfit | null;
}

const cents = '0.01';
const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const compareKnown = (a: string | null, b: string | null): number =>
  a === null || b === null ? Number(a !== null) - Number(b !== null) : compareDecimals(a, b);
const buyingPower = ({ balances }: AccountRow): string =>
  together(balances.filter(({ asset }) => asset === money).map((one) => one.available));

export interface EquityColumnParts {
  readonly t: Translate;
  /** Observable. */
  readonly unit: () => Unit;
  /** Name of the unit, for the head. */
  readonly currency: string;
}
interface AccountColumnParts extends EquityColumnParts {
  readonly markets: Services['markets'];
  readonly zone: string;
}

export function accountColumns({ markets, t, zone, unit, currency }: AccountColumnParts): readonly Column<AccountRow>[] {
  const exchange = ({ account }: AccountRow): string => markets.exchangeTitle(account.exchange);
  return [
    {
      id: 'exchange',
      title: t('column.exchange'),
      width: 90,
      fixed: true,
      render: exchange,
      compare: (a, b) => compareText(exchange(a), exchange(b)),
    },
    {
      id: 'account',
      title: t('column.account'),
      width: 110,
      render: ({ account }) => <span title={account.name}>{account.name}</span>,
      compare: (a, b) => compareText(a.account.name, b.account.name),
    },
    equityColumn({ t, unit, currency }),
    {
      id: 'today',
      title: t('column.today', { asset: currency }),
      width: 150,
      align: 'right',
      live: true,
      descendingFirst: true,
      render: ({ today, equity }) => <Today day={today()} unit={unit()} exchanges={equity().exchanges} help={t('today.help', { zone })} />,
      compare: (a, b) => compareKnown(a.today()?.profit ?? null, b.today()?.profit ?? null),
    },
    {
      id: 'buyingPower',
      title: t('column.buyingPower', { asset: money }),
      width: 116,
      align: 'right',
      descendingFirst: true,
      render: (row) => <Price value={buyingPower(row)} step={cents} />,
      compare: (a, b) => compareDecimals(buyingPower(a), buyingPower(b)),
    },
  ];
}

/** What a row is worth, be it an account or several. */
export const equityColumn = ({ t, unit, currency }: EquityColumnParts): Column<{ readonly equity: () => WorthSum }> => ({
  id: 'equity',
  title: t('column.equity', { asset: currency }),
  width: 116,
  align: 'right',
  live: true,
  descendingFirst: true,
  render: ({ equity }) => <Equity sum={equity()} unit={unit()} t={t} />,
  compare: (a, b) => compareDecimals(a.equity().value, b.equity().value),
});

interface EquityProps {
  readonly sum: WorthSum;
  readonly unit: Unit;
  readonly t: Translate;
}

/** Says which assets it leaves out. */
export function Equity({ sum, unit, t }: EquityProps) {
  return (
    <span title={sum.unpriced.length === 0 ? undefined : t('unpriced', { assets: listed(sum.unpriced) })}>
      {sum.unpriced.length > 0 && '≥ '}
      <OldPrice exchange={sum.exchanges}>
        <Price value={shownIn(unit, sum.value)} step={unit.step} />
      </OldPrice>
    </span>
  );
}

interface TodayProps {
  readonly day: DayProfit | null;
  readonly unit: Unit;
  /** By whose prices it is reckoned. */
  readonly exchanges: readonly string[];
  readonly help: string;
}

export const Today = observer(function Today({ day, unit, exchanges, help }: TodayProps) {
  return (
    <span title={help}>
      <OldPrice exchange={exchanges}>
        <Signed value={day === null ? null : shownIn(unit, day.profit)} step={unit.step} />{' '}
        {day !== null && <Change from={day.from} to={addDecimals(day.from, day.profit)} />}
      </OldPrice>
    </span>
  );
});
