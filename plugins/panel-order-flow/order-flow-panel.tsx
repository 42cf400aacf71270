import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { PanelConfig, PanelProps } from '../../core/contract/panel.ts';
import type { Resolved } from '../../core/contract/token.ts';
import { type FlowWindow, flowWindows } from '../../core/domain/markets/flow-window.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import {
  BarSpace,
  BarToggle,
  FailedState,
  NoMarket,
  normalDecimal,
  PanelBody,
  SizeFilter,
  Skeleton,
  typedDecimal,
  useText,
} from '../../core/ui/index.ts';
import { FlowCharts } from './flow-charts.tsx';
import { FlowTape } from './flow-tape.tsx';
import { FlowTotalsLine } from './flow-totals.tsx';
import styles from './order-flow.module.css';
import type { requires } from './requires.ts';
import { useFlow } from './use-flow.ts';

const windows = Object.keys(flowWindows) as FlowWindow[];

/** Who takes: delta, volume by price and the trades that matter, over a window that is remembered with the layout. */
export const Panel = observer(function OrderFlowPanel(props: PanelProps<typeof requires>) {
  const { services, instrumentId, config, updateConfig, visible } = props;
  const t = useText('panel-order-flow');
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);
  if (instrument === null) return <NoMarket services={services} icon="trades" text={t('noInstrument')} />;
  const window = windows.find((one) => one === config.window) ?? '15m';
  const sizes = typeof config.sizes === 'object' && config.sizes !== null ? (config.sizes as Readonly<Record<string, unknown>>) : {};
  const saved = sizes[instrument.id];
  return (
    <OrderFlow
      key={`${instrument.id} ${window}`}
      services={services}
      instrument={instrument}
      window={window}
      size={typeof saved === 'string' ? (typedDecimal(saved) ?? '') : ''}
      onSize={(size) => updateConfig({ sizes: { ...sizes, [instrument.id]: size } })}
      updateConfig={updateConfig}
      visible={visible}
    />
  );
});

interface OrderFlowProps {
  readonly services: Resolved<typeof requires>;
  readonly instrument: Instrument;
  readonly window: FlowWindow;
  /** Smallest trade of the tape, in base; empty for all. */
  readonly size: string;
  readonly onSize: (size: string) => void;
  readonly updateConfig: (patch: PanelConfig) => void;
  readonly visible: boolean;
}

function OrderFlow({ services, instrument, window, size, onSize, updateConfig, visible }: OrderFlowProps) {
  const t = useText('panel-order-flow');
  const { model, trades, round, failed, retry } = useFlow(services, instrument.id, window, visible);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` says that the model has changed in place
  const totals = useMemo(() => model?.totals ?? null, [model, round]);
  return (
    <PanelBody
      prices={instrument.exchange}
      bar={
        <>
          <fieldset className={styles.windows} aria-label={t('window')}>
            {windows.map((one) => (
              <BarToggle key={one} text={one} pressed={one === window} onClick={() => updateConfig({ window: one })} />
            ))}
          </fieldset>
          <BarSpace />
          <SizeFilter label={t('size')} value={size} unit={instrument.base} onChange={onSize} />
        </>
      }
    >
      {model === null || totals === null ? (
        failed ? (
          <FailedState text={t('failed')} onRetry={retry} />
        ) : (
          <Skeleton rows={8} />
        )
      ) : (
        <div className={styles.body}>
          <FlowTotalsLine totals={totals} instrument={instrument} sinceMs={model.sinceMs} windowMs={flowWindows[window] * 60_000} />
          <FlowCharts model={model} totals={totals} trades={trades} round={round} instrument={instrument} window={window} />
          <FlowTape
            trades={trades}
            totals={totals}
            size={normalDecimal(size)}
            instrument={instrument}
            onPick={(price) => services.workspace.pickPrice(instrument.id, price)}
          />
        </div>
      )}
    </PanelBody>
  );
}
