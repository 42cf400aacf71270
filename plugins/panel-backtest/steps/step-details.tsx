import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { BacktestRun, BacktestStep, StepCall } from '../../../core/contract/backtest-runs.ts';
import type { OrderEvent, StrategyAction } from '../../../core/contract/strategy.ts';
import { fixedDecimal } from '../../../core/domain/numbers/fixed-decimal.ts';
import { formatDecimal, JsonTree, SideText, TimeText, type Translate, useText } from '../../../core/ui/index.ts';
import type { Picture } from '../../../core/ui/picture/echart.ts';
import results from '../backtest.module.css';
import type { ChartPalette } from '../pictures/chart-palette.ts';
import { ChartView } from '../pictures/chart-view.tsx';
import type { Services } from '../requires.ts';
import { moneyText, rateText, toneOf } from '../runs/figure-text.ts';
import { namespace } from '../runs/runs-store.ts';
import { stepDecimals } from './step-decimals.ts';
import styles from './steps.module.css';
import type { StepsStore } from './steps-store.ts';

/** Moments of the picture on each side of the chosen one. */
const around = 30;

/** The chosen moment: its picture, what was heard and done, and what the strategy knew and had after it. */
export const StepDetails = observer(function StepDetails({
  services,
  run,
  store,
}: {
  readonly services: Services;
  readonly run: BacktestRun;
  readonly store: StepsStore;
}) {
  const t = useText(namespace);
  const { step, sheet, page, index } = store;
  const picture = useCallback((palette: ChartPalette) => stepPicture(page?.steps ?? [], index, palette), [page, index]);
  if (step === null || page === null) return null;
  // Prices and quantities stand below each other, in this moment and in the next.
  const shown = (id: string): Shown => {
    const { price: prices, qty } = stepDecimals(page, sheet, id, services.markets.instrument(id));
    return { price: (value) => decimal(value, prices), qty: (value) => decimal(value, qty) };
  };
  const first = shown(page.markets[0] ?? '');
  const [candle] = step.candles;
  const [price] = step.prices;
  return (
    <section className={styles.details} aria-label={t('steps.details')}>
      <p className={styles.facts}>
        <span>
          #{step.number} · <TimeText timeMs={step.timeMs} />
        </span>
        <span>
          {t('line.equity')} <b>{moneyText(step.equity)}</b>
        </span>
        {candle == null ? (
          price != null && <span>{t('steps.price', { price: first.price(price) })}</span>
        ) : (
          <span>{t('steps.candle', Object.fromEntries(['o', 'h', 'l', 'c'].map((name, at) => [name, first.price(candle[at + 1])])))}</span>
        )}
      </p>
      {!store.onlyMarked && <ChartView preferences={services.preferences} picture={picture} summary={t('steps.picture')} height={150} />}
      <h4>{t('steps.happened')}</h4>
      <Calls run={run} step={step} shown={shown} />
      <Fills step={step} isOneMarket={page.markets.length === 1} shown={shown} />
      {step.cut && <p className={styles.muted}>{t('steps.cut')}</p>}
      <Funding step={step} isOneMarket={page.markets.length === 1} shown={shown} />
      <h4>{t('steps.orders', { count: sheet?.orders.length ?? 0 })}</h4>
      <ul className={styles.lines}>
        {(sheet?.orders ?? []).map(({ tag, instrument, side, qty, price: at }) => (
          <li key={tag}>
            <SideText side={side} /> {qty === null ? '' : shown(instrument).qty(qty)}{' '}
            {at === null ? '' : `@ ${shown(instrument).price(at)}`} <span className={styles.muted}>{tag}</span>
          </li>
        ))}
      </ul>
      <h4>{t('steps.positions')}</h4>
      <ul className={styles.lines}>
        {(sheet?.positions ?? []).map(({ instrument, side, qty, entryPrice }) => (
          <li key={`${instrument} ${side}`}>
            {symbolOf(instrument)} {shown(instrument).qty(qty)} @ {shown(instrument).price(entryPrice)}
          </li>
        ))}
        {sheet?.positions.length === 0 && <li className={styles.muted}>{t('steps.flat')}</li>}
      </ul>
      <h4>{t('steps.state')}</h4>
      {sheet !== null && <JsonTree value={sheet.state} before={store.sheetBefore?.state ?? sheet.state} />}
      {sheet?.executors.map(({ tag, kind, state }) => (
        <JsonTree key={tag} name={`${kind} ${tag}`} value={state} />
      ))}
      {sheet?.cut === true && <p className={styles.muted}>{t('steps.cut')}</p>}
    </section>
  );
});

/** Numbers of one market as they stand in every line. */
interface Shown {
  readonly price: (value: string | number | undefined) => string;
  readonly qty: (value: string | number | undefined) => string;
}

const decimal = (value: string | number | undefined, decimals?: number): string =>
  value === undefined ? '' : formatDecimal(typeof value === 'number' ? fixedDecimal(value, decimals ?? 0) : value, decimals);

interface PaidProps {
  readonly shown: (instrument: string) => Shown;
  readonly step: BacktestStep;
  readonly isOneMarket: boolean;
}

const symbolOf = (instrument: string): string => instrument.split('/')[1] ?? instrument;

function Fills({ step: { fills }, isOneMarket, shown }: PaidProps) {
  const t = useText(namespace);
  if (fills.length === 0) return null;
  return (
    <>
      <h4>{t('steps.filled', { count: fills.length })}</h4>
      <ul className={styles.lines}>
        {fills.map(({ timeMs, instrument, side, price, qty, fee, feeAsset, maker }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a moment never changes
          <li key={at}>
            <TimeText timeMs={timeMs} /> {!isOneMarket && `${symbolOf(instrument)} `}
            <SideText side={side} /> {shown(instrument).qty(qty)} @ {shown(instrument).price(price)}{' '}
            <span className={styles.muted}>
              {t('steps.fee', { fee: formatDecimal(fee), asset: feeAsset })} · {t(maker ? 'maker' : 'taker')}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What positions of perpetuals paid or received. */
function Funding({ step: { funding }, isOneMarket, shown }: PaidProps) {
  const t = useText(namespace);
  if (funding.length === 0) return null;
  return (
    <>
      <h4>{t('tab.funding')}</h4>
      <ul className={styles.lines}>
        {funding.map(({ timeMs, instrument, qty, price, rate, amount, asset }) => (
          <li key={`${timeMs} ${instrument}`}>
            <TimeText timeMs={timeMs} /> {!isOneMarket && `${symbolOf(instrument)} `}
            <span className={results[toneOf(Number(amount))]}>
              {formatDecimal(amount)} {asset}
            </span>{' '}
            <span className={styles.muted}>
              {t('steps.funded', { rate: rateText(rate), qty: shown(instrument).qty(qty), price: shown(instrument).price(price) })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What was heard and asked for, in words. */
function Calls({ run, step, shown }: { readonly run: BacktestRun; readonly step: BacktestStep } & Pick<PaidProps, 'shown'>) {
  const t = useText(namespace);
  const [plugin = ''] = run.choice.strategy.split('/');
  const { i18n } = useTranslation(plugin);
  const note = (key: string, params: object): string => i18n.t(key.replace(`${plugin}.`, ''), { ns: plugin, ...params });
  if (step.calls.length === 0) return <p className={styles.muted}>{t('steps.quiet')}</p>;
  return (
    <ol className={styles.lines}>
      {step.calls.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a moment never changes
        <li key={at}>
          <TimeText timeMs={call.timeMs} /> {call.tag !== '' && <span className={styles.muted}>{call.tag} </span>}
          {heardText(call, t, shown)}
          {call.actions.map((action, number) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a moment never changes
            <div key={number} className={styles.action}>
              → {actionText(action as StrategyAction, t, note, shown)}
            </div>
          ))}
        </li>
      ))}
      {step.moreCalls > 0 && <li className={styles.muted}>{t('steps.more', { count: step.moreCalls })}</li>}
    </ol>
  );
}

function heardText({ hook, event }: StepCall, t: Translate, shown: PaidProps['shown']): string {
  if (hook === 'onTimer') return t('steps.hook.onTimer', { timer: String(event) });
  if (hook === 'onMarket') return t(`steps.event.${(event as { type: string }).type}`);
  if (hook !== 'onOrder') return t(`steps.hook.${hook}`);
  const told = event as OrderEvent;
  if (told.type !== 'filled') return t(`steps.event.${told.type}`, { tag: told.tag });
  const { instrumentId, side, qty, price } = told.fill;
  return t('steps.event.filled', {
    tag: told.tag,
    side: t(side === 'BUY' ? 'line.buy' : 'line.sell'),
    qty: shown(instrumentId).qty(qty),
    price: shown(instrumentId).price(price),
  });
}

function actionText(
  action: StrategyAction,
  t: Translate,
  note: (key: string, params: object) => string,
  shown: PaidProps['shown'],
): string {
  if (action.type === 'note' || action.type === 'finish' || action.type === 'mark') return note(action.key, action.params);
  if (action.type !== 'place') return t(`steps.action.${action.type}`, action as unknown as Readonly<Record<string, string | number>>);
  const { instrumentId, side, qty, quoteAmount, price } = action.intent;
  const market = shown(instrumentId);
  const size = qty === undefined ? decimal(quoteAmount) : market.qty(qty);
  const values = { tag: action.tag, side: t(side === 'BUY' ? 'line.buy' : 'line.sell'), qty: size };
  return price === undefined ? t('steps.action.placeMarket', values) : t('steps.action.place', { ...values, price: market.price(price) });
}

/** Candles around a moment, or its last prices where there are none. */
function stepPicture(steps: readonly BacktestStep[], index: number, { up, down, muted, accent }: ChartPalette): Picture {
  const shown = steps.slice(Math.max(0, index - around), index + around + 1);
  const candles = shown.flatMap(({ candles: [candle] }) => (candle == null ? [] : [candle]));
  const timeMs = steps[index]?.candles[0]?.[0] ?? steps[index]?.timeMs;
  const mark = {
    symbol: 'none',
    animation: false,
    silent: true,
    label: { show: false },
    lineStyle: { color: accent },
    data: [{ xAxis: timeMs }],
  };
  const series =
    candles.length > 0
      ? {
          ...{ type: 'candlestick', animation: false, barMaxWidth: 10, markLine: mark },
          data: candles.map(([at, open, high, low, close]) => [at, open, close, low, high]),
          itemStyle: { color: up, color0: down, borderColor: up, borderColor0: down },
        }
      : {
          ...{ type: 'line', symbol: 'none', animation: false, markLine: mark, lineStyle: { color: muted } },
          data: shown.map(({ timeMs: at, prices: [price] }) => [at, price ?? null]),
        };
  return {
    animation: false,
    grid: { left: 12, right: 68, top: 8, bottom: 8 },
    xAxis: { type: 'time', show: false },
    yAxis: { type: 'value', scale: true, position: 'right', splitLine: { show: false }, axisLabel: { color: muted } },
    series: [series],
  } as Picture;
}
