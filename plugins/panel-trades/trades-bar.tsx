import type { PanelConfig } from '../../core/contract/panel.ts';
import { BarSpace, BarToggle, SizeFilter, useText } from '../../core/ui/index.ts';

interface TradesBarProps {
  readonly size: string;
  /** In which the size counts. */
  readonly asset: string;
  readonly joins: boolean;
  readonly updateConfig: (patch: PanelConfig) => void;
}

/** The smallest size shown, and whether a taker's order is one line. */
export function TradesBar({ size, asset, joins, updateConfig }: TradesBarProps) {
  const t = useText('panel-trades');
  return (
    <>
      <SizeFilter label={t('size')} value={size} unit={asset} onChange={(next) => updateConfig({ size: next })} />
      <BarSpace />
      <BarToggle text={t('join')} help={t('joinHelp')} pressed={joins} onClick={() => updateConfig({ joined: !joins })} />
    </>
  );
}
