import { observer } from 'mobx-react-lite';
import type { PanelConfig } from '../../core/contract/panel.ts';
import type { Instrument } from '../../core/domain/markets/instrument.ts';
import { Icon, type IconName, Select, useLockText, useText } from '../../core/ui/index.ts';
import type { OneClick } from '../../core/ui/one-click/use-one-click.ts';
import styles from './depth-panel.module.css';
import type { DepthSettings } from './depth-settings.ts';
import { type LadderMode, ladderModes } from './ladder-geometry.ts';
import type { GroupingStep } from './price-grid.ts';

const modeIcons: Readonly<Record<LadderMode, IconName>> = { both: 'book-both', bids: 'book-bids', asks: 'book-asks', ladder: 'ladder' };
const minuteMs = 60_000;

interface DepthBarProps {
  readonly settings: DepthSettings;
  readonly instrument: Instrument;
  readonly steps: readonly GroupingStep[];
  readonly factor: number;
  readonly oneClick: OneClick;
  readonly updateConfig: (patch: PanelConfig) => void;
}

/** Which sides are shown, how prices are grouped, and the switch of one-click trading. */
export const DepthBar = observer(function DepthBar({ settings, instrument, steps, factor, oneClick, updateConfig }: DepthBarProps) {
  const t = useText('panel-depth');
  const { store, armed, access, possible } = oneClick;
  const name = useLockText(access, t(possible || access.outcome !== 'granted' ? 'oneClick' : 'oneClickNoAccount'));
  return (
    <div className={styles.tools}>
      <fieldset className={styles.modes} aria-label={t('mode')}>
        {ladderModes.map((mode) => (
          <button
            key={mode}
            type="button"
            className={styles.mode}
            aria-pressed={mode === settings.mode}
            aria-label={t(`mode.${mode}`)}
            title={t(`mode.${mode}`)}
            onClick={() => updateConfig({ mode })}
          >
            <Icon name={modeIcons[mode]} size={14} />
          </button>
        ))}
      </fieldset>
      <div className={styles.toolsRight}>
        <a
          className={styles.mode}
          href={`/exdepth?q=${encodeURIComponent(instrument.id)}`}
          target="_blank"
          rel="noopener"
          aria-label={t('window')}
          title={t('window')}
        >
          <Icon name="grid" size={14} />
        </a>
        <Select
          className={styles.select}
          aria-label={t('grouping')}
          value={String(factor)}
          options={steps.map((one) => ({ value: String(one.factor), label: one.step }))}
          onChange={(one) => updateConfig({ factors: { ...settings.factors, [instrument.id]: Number(one) } })}
        />
        {access.outcome !== 'absent' && (
          <button
            type="button"
            className={armed ? `${styles.mode} ${styles.on}` : styles.mode}
            aria-pressed={armed}
            disabled={!possible}
            aria-label={t('oneClick')}
            title={name}
            // The keyboard stays in the ladder, for the next key.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (armed ? store.disarm() : store.arm(settings.idleMinutes * minuteMs))}
          >
            <Icon name={access.outcome === 'locked' ? 'lock' : 'bolt'} size={14} />
          </button>
        )}
      </div>
    </div>
  );
});
