import type { BacktestFigures } from '../../../core/contract/backtest-runs.ts';
import { type Translate, useText } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import { moneyText, percentText, ratioText, toneOf } from './figure-text.ts';
import styles from './figures-list.module.css';
import { namespace } from './runs-store.ts';

interface Figure {
  readonly name: string;
  readonly text: string;
  readonly tone: 'up' | 'down' | 'none';
}

/** Key figures in the order in which they are looked at. `t` gives their names by `figure.<name>`. */
export function figuresOf(figures: BacktestFigures, t: Translate): readonly Figure[] {
  const plain = (name: string, text: string): Figure => ({ name, text, tone: 'none' });
  const profit = figures.endEquity - figures.startEquity;
  const { funding = null, openProfit: open = null, annualReturn: annual = null, period } = figures;
  const ofPeriod = period === undefined || figures.sharpe === null ? '' : ` ${t(`period.${period}`)}`;
  return [
    { name: 'return', text: percentText(figures.totalReturn, true), tone: toneOf(figures.totalReturn) },
    { name: 'annualReturn', text: percentText(annual, true), tone: toneOf(annual) },
    { name: 'profit', text: moneyText(profit, true), tone: toneOf(profit) },
    plain('drawdown', percentText(figures.maxDrawdown)),
    plain('sharpe', ratioText(figures.sharpe) + ofPeriod),
    plain('winRate', percentText(figures.winRate)),
    plain('profitFactor', ratioText(figures.profitFactor)),
    plain('trades', String(figures.trades)),
    { name: 'openProfit', text: moneyText(open, true), tone: toneOf(open) },
    plain('fills', String(figures.fills)),
    plain('denied', String(figures.denied ?? '–')),
    plain('fees', moneyText(figures.fees)),
    { name: 'funding', text: moneyText(funding, true), tone: toneOf(funding) },
    plain('endEquity', moneyText(figures.endEquity)),
  ];
}

/** Runs without perpetuals have no funding to speak of, those of a day or less no year, and old ones have no open profit and no count of denials. */
const shownFigures = (figures: BacktestFigures, t: Translate): readonly Figure[] => {
  const { funding, annualReturn, openProfit, denied } = figures;
  const said = { funding, annualReturn, openProfit, denied };
  return figuresOf(figures, t).filter(({ name }) => !(name in said) || said[name as keyof typeof said] != null);
};

const toneClasses = { up: shared.up, down: shared.down, none: undefined } as const;

/** The key figures of a run; hovering explains each. */
export function FiguresList({ figures }: { readonly figures: BacktestFigures }) {
  const t = useText(namespace);
  return (
    <dl className={styles.figures}>
      {shownFigures(figures, t).map(({ name, text, tone }) => (
        <div key={name} title={t(`figureHelp.${name}`)}>
          <dt>{t(`figure.${name}`)}</dt>
          <dd className={toneClasses[tone]}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
