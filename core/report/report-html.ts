import { formatDigits, formatNumber, formatPercent, withPlus } from '../domain/numbers/number-text.ts';
import { closingTrades, momentText, type Report, type Words } from './report.ts';
import { curveSvg } from './report-svg.ts';
import { safe } from './safe.ts';

/** Rows of a table that a browser shows at once; the tables for spreadsheets have all. */
const mostRows = 2_000;

const style = `
:root{color-scheme:light dark;--back:#fff;--text:#1b1f24;--muted:#5f6873;--line:#dfe3e8;--up:#0a7d4f;--down:#c0322b;--accent:#1f6feb}
@media(prefers-color-scheme:dark){:root{--back:#14181d;--text:#e4e8ec;--muted:#97a1ac;--line:#2c333b;--up:#3fbf87;--down:#f0716a;--accent:#6ea8ff}}
body{margin:0 auto;max-width:1060px;padding:24px;background:var(--back);color:var(--text);font:14px/1.45 system-ui,sans-serif}
h1{margin:0 0 4px;font-size:22px;overflow-wrap:anywhere}h2{margin:28px 0 8px;font-size:16px}p,caption{margin:0 0 8px;color:var(--muted);text-align:left}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(180px,1fr));gap:10px 16px;margin:16px 0}dt{color:var(--muted);font-size:12px}
dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}svg{width:100%;height:auto}svg text{fill:var(--muted);font-size:12px}
.grid{stroke:var(--line)}.line{fill:none;stroke-width:1.5;vector-effect:non-scaling-stroke}.line.equity{stroke:var(--accent)}.line.drawdown{stroke:var(--down)}
.area.drawdown{fill:var(--down);opacity:.18}.frame{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums;font-size:13px}
th,td{padding:4px 8px;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}th.word,td.word{text-align:left}
th{color:var(--muted);font-weight:500}.up,.red-up .down{color:var(--up)}.down,.red-up .up{color:var(--down)}@media print{body{max-width:none;padding:0}}`;

/** Nothing is a dash; `write` has the rest. */
const figure =
  (write: (value: number) => string) =>
  (value: number | null | undefined, isSigned = false): string => {
    if (value === null || value === undefined) return '–';
    return isSigned ? withPlus(write(value)) : write(value);
  };

const format = {
  money: figure((value) => formatNumber(value, 2)),
  percent: figure((value) => formatPercent(value)),
  ratio: figure((value) => formatNumber(value, 2)),
  price: figure((value) => formatDigits(value, 10)),
};

type Format = typeof format;
type Tone = number | null;
type Pair = readonly [name: string, text: string, tone?: Tone];

const toneClass = (tone: Tone | undefined): string => (tone == null || tone === 0 ? '' : ` class="${tone > 0 ? 'up' : 'down'}"`);

const list = (pairs: readonly Pair[]): string =>
  `<dl>${pairs.map(([name, text, tone]) => `<div><dt>${safe(name)}</dt><dd${toneClass(tone)}>${safe(text)}</dd></div>`).join('')}</dl>`;

function figurePairs({ figures, money: asset }: Report, t: Words, { money: amount, percent, ratio }: Format): readonly Pair[] {
  const money = (value: number, isSigned = false): string => `${amount(value, isSigned)} ${asset}`.trim();
  const profit = figures.endEquity - figures.startEquity;
  const period = figures.period === undefined || figures.sharpe === null ? '' : ` (${t(`period.${figures.period}`)})`;
  const { annualReturn: annual = null, openProfit: open = null, funding = null } = figures;
  return [
    [t('figure.return'), percent(figures.totalReturn, true), figures.totalReturn],
    ...(annual === null ? [] : [[t('figure.annualReturn'), percent(annual, true), annual] as const]),
    [t('figure.profit'), money(profit, true), profit],
    [t('figure.drawdown'), percent(figures.maxDrawdown)],
    [t('figure.sharpe'), ratio(figures.sharpe) + period],
    [t('figure.winRate'), percent(figures.winRate)],
    [t('figure.profitFactor'), ratio(figures.profitFactor)],
    [t('figure.trades'), String(figures.trades)],
    ...(open === null ? [] : [[t('figure.openProfit'), money(open, true), open] as const]),
    [t('figure.fills'), String(figures.fills)],
    ...(figures.denied === undefined ? [] : [[t('figure.denied'), String(figures.denied)] as const]),
    [t('figure.fees'), money(figures.fees)],
    ...(funding === null ? [] : [[t('figure.funding'), money(funding, true), funding] as const]),
    [t('figure.endEquity'), money(figures.endEquity)],
  ];
}

interface Table {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Rows there are, shown or not. */
  readonly total: number;
  /** Columns at the left that are words; the others are numbers and stand at the right. */
  readonly words: number;
}

function table({ title, head, rows, total, words }: Table, t: Words): string {
  if (rows.length === 0) return '';
  const cut = rows.length < total ? `<caption>${safe(t('report.cut', { shown: rows.length, total }))}</caption>` : '';
  const line = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell, at) => `<${tag}${at < words ? ' class="word"' : ''}>${safe(cell)}</${tag}>`).join('')}</tr>`;
  const body = rows.map((row) => line(row, 'td')).join('');
  return `<h2>${safe(title)}</h2><div class="frame"><table>${cut}<thead>${line(head, 'th')}</thead><tbody>${body}</tbody></table></div>`;
}

/** Without them a reader would take figures for measured that stand on a guess. */
const assumedLines = ({ assumed }: Report, t: Words): string =>
  assumed.map(({ asset, money }) => `<p>${safe(t('assumed', { asset, money }))}</p>`).join('');

function denialsTable({ denials }: Report, t: Words): string {
  const rows = (denials ?? []).map(([text, count]) => [text, String(count)]);
  return table({ title: t('tab.denied'), head: [t('column.denial'), t('column.count')], rows, total: rows.length, words: 1 }, t);
}

/** The folds, and what the figures say of all tests one after the other. */
function foldsTable({ folds, axes, figures }: Report, t: Words, { percent, ratio }: Format): string {
  const head = [
    t('folds.train'),
    t('folds.test'),
    ...axes,
    t('folds.trained'),
    t('folds.tested'),
    t('figure.drawdown'),
    t('figure.sharpe'),
  ];
  const span = ({ from, to }: { readonly from: number; readonly to: number }): string =>
    `${momentText(from).slice(0, 16)} – ${momentText(to).slice(0, 16)}`;
  const rows = folds.map(({ train, test, values, trained, tested }) => [
    ...[span(train), span(test), ...axes.map((_, at) => values?.[at] ?? '–'), percent(trained?.totalReturn, true)],
    ...[percent(tested?.totalReturn, true), percent(tested?.maxDrawdown), ratio(tested?.sharpe)],
  ]);
  const joined = [
    ...[t('folds.joined'), '', ...axes.map(() => ''), ''],
    ...[percent(figures.totalReturn, true), percent(figures.maxDrawdown), ratio(figures.sharpe)],
  ];
  const all = rows.length === 0 ? [] : [...rows, joined];
  return table({ title: t('tab.folds'), head, rows: all, total: all.length, words: 2 }, t);
}

function tripsTable(report: Report, t: Words, { money, price }: Format): string {
  const head = [
    t('column.time'),
    t('column.market'),
    t('column.side'),
    t('column.qty'),
    t('report.entry'),
    t('report.exit'),
    t('column.profit'),
  ];
  const trips = closingTrades(report);
  const rows = trips
    .slice(0, mostRows)
    .map((one) => [
      ...[
        momentText(one.timeMs),
        report.marketNames[one.instrument] ?? one.instrument,
        t(`line.${one.side === 'BUY' ? 'buy' : 'sell'}`),
        one.closedQty === undefined ? one.qty : price(one.closedQty),
      ],
      ...[price(one.entryPrice), one.exitPrice === undefined ? one.price : price(one.exitPrice), money(one.profit, true)],
    ]);
  return table({ title: t('figure.trades'), head, rows, total: trips.length, words: 3 }, t);
}

function fillsTable({ trades, figures, marketNames }: Report, t: Words): string {
  const head = [
    t('column.time'),
    t('column.market'),
    t('column.side'),
    t('column.liquidity'),
    t('column.price'),
    t('column.qty'),
    t('column.fee'),
  ];
  const rows = trades
    .slice(0, mostRows)
    .map((one) => [
      ...[
        momentText(one.timeMs),
        marketNames[one.instrument] ?? one.instrument,
        t(`line.${one.side === 'BUY' ? 'buy' : 'sell'}`),
        t(one.maker ? 'maker' : 'taker'),
      ],
      ...[one.price, one.qty, `${one.fee} ${one.feeAsset}`],
    ]);
  return table({ title: t('figure.fills'), head, rows, total: figures.fills, words: 4 }, t);
}

interface ReportStyle {
  readonly language: string;
  /** Gains are red and losses green, as in Chinese markets. */
  readonly redUp: boolean;
}

/**
 * A run as one page that needs nothing else: no script, no request. Times are UTC, money is in quote.
 */
export function reportHtml(report: Report, t: Words, { language, redUp }: ReportStyle): string {
  const { name, strategy, params, setup, range, curve } = report;
  const played = range === null ? '' : `${momentText(range.from)} – ${momentText(range.to)} UTC`;
  const title = safe(t('report.picture', { name }));
  const day = (timeMs: number): string => momentText(timeMs).slice(0, 16);
  const texts = { title, day, money: (value: number) => format.money(value), percent: (value: number) => format.percent(value) };
  const under = [...(strategy === name ? [] : [strategy]), ...(played === '' ? [] : [played])].join(' · ');
  return `<!doctype html>
<html lang="${safe(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${safe(name)}</title><style>${style}</style></head><body${redUp ? ' class="red-up"' : ''}>
<h1>${safe(name)}</h1><p>${safe(under)}</p>
${list(figurePairs(report, t, format))}
${curveSvg(curve, texts)}
<p>${safe(t('report.units'))}</p>
${assumedLines(report, t)}
${denialsTable(report, t)}
<h2>${safe(t('report.setup'))}</h2>${list(setup.map(([key, value]) => [t(`report.${key}`), value] as const))}
<h2>${safe(t('section.params'))}</h2>${list(params)}
${foldsTable(report, t, format)}
${tripsTable(report, t, format)}
${fillsTable(report, t)}
</body></html>
`;
}
