import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import type { SoundKind } from '../../../core/client/settings/sound-store.ts';
import { Slider } from '../../../core/ui/slider/slider.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './notice-centre.module.css';

/** Whether a sound is wanted, how loud, and how it is then. */
export const SoundChoice = observer(function SoundChoice({ kind }: { readonly kind: SoundKind }) {
  const { t } = useTranslation('app');
  const { sounds } = useWorkbench().services;
  const { on, volume } = sounds.setting(kind);
  const name = t(`sound.${kind}`);
  return (
    <div className={styles.sound}>
      <label className={styles.soundOn}>
        <input type="checkbox" checked={on} onChange={(event) => sounds.change(kind, { on: event.target.checked })} />
        {name}
      </label>
      <Slider
        step={5}
        disabled={!on}
        value={Math.round(volume * 100)}
        text={(percent) => `${percent} %`}
        aria-label={t('sound.volume', { name })}
        onChange={(percent) => sounds.change(kind, { volume: percent / 100 })}
      />
      <button
        type="button"
        className={styles.clear}
        disabled={!on}
        onClick={() => sounds.tryOut(kind)}
        aria-label={t('sound.try', { name })}
      >
        ▶
      </button>
    </div>
  );
});
