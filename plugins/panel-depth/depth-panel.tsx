import { observer } from 'mobx-react-lite';
import type { PanelProps } from '../../core/contract/panel.ts';
import { EmptyState, useText } from '../../core/ui/index.ts';
import { DepthLadder } from './depth-ladder.tsx';
import type { requires } from './requires.ts';

/** The order book of the panel's instrument; the grouping step is remembered with the layout. */
export const Panel = observer(function DepthPanel(props: PanelProps<typeof requires>) {
  const { services, instrumentId, config, updateConfig } = props;
  const t = useText('panel-depth');
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);
  if (instrument === null) return <EmptyState icon="depth" text={t('noInstrument')} />;
  const grouping = typeof config.grouping === 'number' ? config.grouping : 0;
  return (
    <DepthLadder
      key={instrument.id}
      services={services}
      instrument={instrument}
      grouping={grouping}
      onGrouping={(next) => updateConfig({ grouping: next })}
    />
  );
});
