import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { type Interval, intervals } from '../../core/domain/markets/interval.ts';
import {
  EmptyState,
  InstrumentStrip,
  lazyPart,
  Skeleton,
  SteadySuspense,
  useContributions,
  useServices,
  useText,
} from '../../core/ui/index.ts';
import type { ChartEngine } from './chart-engine.ts';
import styles from './chart-panel.module.css';
import { ChartStore } from './chart-store.ts';
import { ChartView, type ChartViewState } from './chart-view.tsx';
import { chartLinks } from './layers/link-layer.ts';
import { isShown, type OverlayContributions } from './layers/overlay-layer.ts';
import { usePicture } from './picture.ts';
import type { requires } from './requires.ts';
import { DrawingBar } from './ui/drawing-bar.tsx';
import { DrawingEditor } from './ui/drawing-editor.tsx';
import { Legend } from './ui/legend.tsx';
import { OverlayControls } from './ui/overlay-controls.tsx';
import { TopBar } from './ui/top-bar.tsx';

/** Dialogs come when they are first asked for. */
const IndicatorDialog = lazyPart(async () => (await import('./ui/indicator-dialog.tsx')).IndicatorDialog);
const CompareDialog = lazyPart(async () => (await import('./ui/compare-dialog.tsx')).CompareDialog);

const isInterval = (value: unknown): value is Interval => (intervals as readonly unknown[]).includes(value);

type Props = PanelProps<typeof requires>;

/** The chart panel over the overlays that other plugins contribute. */
export function createPanel(contributions: OverlayContributions): ComponentType<Props> {
  return observer(function ChartPanel(props: Props) {
    const t = useText('panel-chart');
    const { services, instrumentId } = props;
    const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);
    if (instrument === null) return <EmptyState icon="chart" text={t('noInstrument')} />;
    return <InstrumentChart key={instrument.id} {...props} instrument={instrument} contributions={contributions} />;
  });
}

interface InstrumentChartProps extends Props {
  readonly instrument: Instrument;
  readonly contributions: OverlayContributions;
}

/** Bars, canvas and dialogs for one instrument. The interval stays with the panel, everything on the chart with the instrument. */
const InstrumentChart = observer(function InstrumentChart(props: InstrumentChartProps) {
  const { services, config, updateConfig, instrument, contributions, linkGroup } = props;
  const store = useChartStore(services, instrument);
  const overlays = useContributions(contributions);
  const engine = useRef<ChartEngine | null>(null);
  const [running, setRunning] = useState<ChartEngine | null>(null);
  const [strip, setStrip] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<ChartViewState>('loading');
  const [attempt, setAttempt] = useState(0);
  const [dialog, setDialog] = useState<'indicators' | 'compare' | null>(null);
  const interval = isInterval(config.interval) ? config.interval : '15m';
  const followsTime = config.followsTime === true;
  const { timers } = useServices();
  const onPicture = usePicture(engine, services, instrument, interval, timers.nowMs);
  const keepEngine = useCallback((opened: ChartEngine | null) => {
    engine.current = opened;
    setRunning(opened);
  }, []);
  return (
    <div className={styles.panel}>
      <div className={styles.strip}>
        <InstrumentStrip instrument={instrument} markets={services.markets} documents={services.documents} visible={props.visible} />
      </div>
      <TopBar
        store={store}
        workspace={services.workspace}
        instrumentId={instrument.id}
        interval={interval}
        onInterval={(next) => updateConfig({ interval: next })}
        link={services.links.memberCount(chartLinks, linkGroup) > 1 ? followsTime : null}
        onLink={(next) => updateConfig({ followsTime: next })}
        onDialog={setDialog}
        onNewest={() => engine.current?.showNewest()}
        onPicture={onPicture}
      >
        {store !== null && running !== null && strip !== null && (
          <OverlayControls
            engine={running}
            overlays={overlays.filter((one) => isShown(one, store.document.overlays))}
            strip={strip}
            visible={props.visible}
          />
        )}
      </TopBar>
      <div ref={setStrip} />
      <div className={styles.body}>
        {store !== null && <DrawingBar store={store} overlays={overlays} />}
        <div className={styles.chart}>
          {store !== null && (
            <Legend
              store={store}
              instrument={instrument}
              markets={services.markets}
              changeOf={(id, timeMs) => engine.current?.compare.changeAt(id, timeMs) ?? null}
              plotsAt={(timeMs) => running?.plots.valuesAt(timeMs) ?? []}
            />
          )}
          <div className={styles.stage}>
            {store !== null && (
              <ChartView
                key={`${interval} ${attempt}`}
                services={services}
                instrument={instrument}
                interval={interval}
                store={store}
                contributions={contributions}
                linkGroup={linkGroup}
                followsTime={followsTime}
                onState={setState}
                onEngine={keepEngine}
              />
            )}
            {state !== 'ready' && <Cover state={state} onRetry={() => setAttempt(attempt + 1)} />}
          </div>
          {store !== null && <DrawingEditor store={store} />}
        </div>
      </div>
      <SteadySuspense fallback={null}>
        {store !== null && dialog === 'indicators' && <IndicatorDialog store={store} overlays={overlays} onClose={() => setDialog(null)} />}
        {store !== null && dialog === 'compare' && (
          <CompareDialog store={store} markets={services.markets} instrument={instrument} onClose={() => setDialog(null)} />
        )}
      </SteadySuspense>
    </div>
  );
});

function Cover({ state, onRetry }: { readonly state: ChartViewState; readonly onRetry: () => void }) {
  const t = useText('panel-chart');
  const ui = useText('ui');
  return (
    <div className={styles.cover}>
      {state === 'loading' && <Skeleton rows={6} />}
      {state === 'empty' && <EmptyState icon="chart" text={t('empty')} />}
      {state === 'noCanvas' && <EmptyState icon="warning" text={ui('canvas.missing')} />}
      {state === 'failed' && (
        <EmptyState
          icon="warning"
          text={t('failed')}
          action={
            <Button size="small" onClick={onRetry}>
              {t('retry')}
            </Button>
          }
        />
      )}
    </div>
  );
}

/** The instrument's store once its document is here; null before. */
function useChartStore({ documents, notices, texts }: Props['services'], { id }: Instrument): ChartStore | null {
  const { newId } = useServices();
  const [store, setStore] = useState<ChartStore | null>(null);
  useEffect(() => {
    const opened = new ChartStore(documents, id, newId, () => notices.show('error', texts.t('panel-chart', 'unsaved')));
    setStore(opened);
    return () => {
      setStore(null);
      opened.close();
    };
  }, [documents, notices, texts, id, newId]);
  return store?.ready === true ? store : null;
}
