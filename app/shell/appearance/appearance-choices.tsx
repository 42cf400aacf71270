import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { densities, type ThemeChoice, themeChoices } from '../../../core/client/settings/appearance.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import styles from './appearance.module.css';
import { ThemePreview } from './theme-preview.tsx';

interface ChoicesProps {
  /** Id of what stands above as the name of the group. */
  readonly labelledBy: string;
}

/** Every theme as a small picture of itself, and the one that follows the system. */
export const ThemeChoices = observer(function ThemeChoices({ labelledBy }: ChoicesProps) {
  const { t } = useTranslation('app');
  const { preferences } = useWorkbench().services;
  const name = useId();
  const shownAs = (choice: ThemeChoice) => (choice === 'system' ? preferences.systemTheme : choice);
  return (
    <div className={styles.themes} role="radiogroup" aria-labelledby={labelledBy}>
      {themeChoices.map((choice) => (
        <label key={choice} className={styles.theme}>
          <input type="radio" name={name} checked={preferences.themeChoice === choice} onChange={() => preferences.setTheme(choice)} />
          <ThemePreview theme={shownAs(choice)} redUp={preferences.redUp} density={preferences.density} />
          <span>{t(`theme.${choice}`)}</span>
        </label>
      ))}
    </div>
  );
});

export const DensityChoices = observer(function DensityChoices({ labelledBy }: ChoicesProps) {
  const { t } = useTranslation('app');
  const { preferences } = useWorkbench().services;
  const name = useId();
  return (
    <div className={styles.segments} role="radiogroup" aria-labelledby={labelledBy}>
      {densities.map((density) => (
        <label key={density} className={styles.segment}>
          <input type="radio" name={name} checked={preferences.density === density} onChange={() => preferences.setDensity(density)} />
          <span>{t(`setup.${density}`)}</span>
        </label>
      ))}
    </div>
  );
});

/** Which colour rises: each choice shows itself. */
export const RisingChoices = observer(function RisingChoices({ labelledBy }: ChoicesProps) {
  const { t } = useTranslation('app');
  const { preferences } = useWorkbench().services;
  const name = useId();
  return (
    <div className={styles.segments} role="radiogroup" aria-labelledby={labelledBy}>
      {[false, true].map((redUp) => (
        <label key={String(redUp)} className={styles.segment}>
          <input type="radio" name={name} checked={preferences.redUp === redUp} onChange={() => preferences.setRedUp(redUp)} />
          <span data-theme={preferences.theme} data-red-up={redUp}>
            <span className={styles.up}>▲</span> <span className={styles.down}>▼</span> {t(redUp ? 'setup.redRises' : 'setup.greenRises')}
          </span>
        </label>
      ))}
    </div>
  );
});
