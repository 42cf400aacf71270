import { column, type PresetNode, phoneWidth, row, stack, twoColumnWidth, wide, wideWidth } from './layout-preset.ts';

const symbols = 'panel-strategy-symbols/strategy-symbols';
const chart = 'panel-chart/chart';
const form = 'panel-strategy-form/strategy-form';
const instances = 'panel-strategy-instances/running';
const history = 'panel-strategy-instances/history';
const details = 'panel-strategy-instances/details';
const spreads = 'panel-spread-list/spread-list';
const backtest = 'panel-backtest/backtest';

/** The default workspace of the AI dashboard, for a workspace of this width in px. */
export function aiLayout(width: number): PresetNode {
  if (width < phoneWidth) return stack(100, form, instances, details, chart, history, spreads, symbols, backtest);
  if (width <= twoColumnWidth) {
    return row(
      100,
      column(58, stack(50, chart, backtest), stack(50, instances, history, details, spreads)),
      column(42, stack(64, form), stack(36, symbols)),
    );
  }
  const [symbolList, forms] = [wide(312, stack(0, symbols)), wide(width >= wideWidth ? 400 : 340, stack(0, form))];
  if (width >= wideWidth) {
    const lists = row(42, stack(64, instances, history), stack(36, spreads));
    return row(100, symbolList, column(100, row(58, stack(64, chart, backtest), stack(36, details)), lists), forms);
  }
  return row(100, symbolList, column(100, stack(54, chart, backtest), stack(46, instances, history, details, spreads)), forms);
}
