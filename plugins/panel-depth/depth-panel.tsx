import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import type { PanelProps } from '../../core/contract/panel.ts';
import { NoMarket, useText } from '../../core/ui/index.ts';
import { DepthLadder } from './depth-ladder.tsx';
import { readSettings } from './depth-settings.ts';
import type { requires } from './requires.ts';

/** The order book of the panel's instrument; mode, steps and limits are remembered with the layout. */
export const Panel = observer(function DepthPanel(props: PanelProps<typeof requires>) {
  const { services, instrumentId, config, updateConfig, visible } = props;
  const t = useText('panel-depth');
  const settings = useMemo(() => readSettings(config), [config]);
  const instrument = instrumentId === null ? null : services.markets.instrument(instrumentId);
  if (instrument === null) return <NoMarket services={services} icon="depth" text={t('noInstrument')} />;
  return (
    <DepthLadder
      key={instrument.id}
      services={services}
      instrument={instrument}
      settings={settings}
      updateConfig={updateConfig}
      visible={visible}
    />
  );
});
