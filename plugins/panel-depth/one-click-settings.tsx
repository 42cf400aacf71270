import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import type { PanelConfig } from '../../core/contract/panel.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { toUnits } from '../../core/domain/numbers/decimal.ts';
import { ChoiceField, DecimalInput, Icon, useText } from '../../core/ui/index.ts';
import styles from './depth-panel.module.css';
import { type DepthSettings, idleMinutesChoices, maxAmountOf } from './depth-settings.ts';

interface OneClickSettingsProps {
  readonly settings: DepthSettings;
  readonly instrument: Instrument;
  readonly presets: readonly string[];
  readonly updateConfig: (patch: PanelConfig) => void;
}

const helpLines = ['left', 'shift', 'middle', 'own', 'drag', 'keys', 'escape'] as const;

/** How the mouse trades, and the limits it trades within. */
export function OneClickSettings({ settings, instrument, presets, updateConfig }: OneClickSettingsProps) {
  const t = useText('panel-depth');
  const isDecimal = (text: string): boolean => toUnits(text, 20) !== null;
  const setPreset = (at: number, value: string): void => {
    if (!isDecimal(value)) return;
    updateConfig({
      quantities: { ...settings.quantities, [instrument.id]: presets.map((preset, place) => (place === at ? value : preset)) },
    });
  };
  return (
    <Popover trapFocus withArrow size="small">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={styles.mode} aria-label={t('armed.settings')} title={t('armed.settings')}>
          <Icon name="settings" size={12} />
        </button>
      </PopoverTrigger>
      <PopoverSurface aria-label={t('armed.settings')}>
        <div className={styles.settings}>
          <ul className={styles.help}>
            {helpLines.map((line) => (
              <li key={line}>{t(`help.${line}`)}</li>
            ))}
          </ul>
          <div className={styles.fields}>
            {presets.map((preset, at) => (
              <DecimalInput
                // biome-ignore lint/suspicious/noArrayIndexKey: presets are places; two may hold the same quantity
                key={at}
                label={t('armed.preset', { number: at + 1 })}
                value={preset}
                step={instrument.lot}
                unit={instrument.base}
                under={false}
                onChange={(value) => setPreset(at, value)}
              />
            ))}
            <DecimalInput
              label={t('armed.maxAmount')}
              value={maxAmountOf(settings, instrument.quote)}
              step="100"
              unit={instrument.quote}
              under={false}
              onChange={(value) => isDecimal(value) && updateConfig({ maxAmounts: { ...settings.maxAmounts, [instrument.quote]: value } })}
            />
            <ChoiceField
              label={t('armed.idle')}
              value={String(settings.idleMinutes)}
              options={idleMinutesChoices.map((minutes) => [String(minutes), t('armed.minutes', { count: minutes })])}
              onChange={(minutes) => updateConfig({ idleMinutes: Number(minutes) })}
            />
          </div>
        </div>
      </PopoverSurface>
    </Popover>
  );
}
