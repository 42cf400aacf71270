import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../core/ui/icon.tsx';
import tool from '../header/tool.module.css';
import styles from './appearance.module.css';
import { DensityChoices, RisingChoices, ThemeChoices } from './appearance-choices.tsx';

/** Theme, rows and colours in the header; the page behind changes at once. */
export function AppearanceMenu() {
  const { t } = useTranslation('app');
  const id = useId();
  const label = t('appearance');
  return (
    <Popover size="small" positioning="below-end">
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={tool.tool} aria-label={label} title={label}>
          <Icon name="sun" />
        </button>
      </PopoverTrigger>
      <PopoverSurface aria-label={label}>
        <div className={styles.menu}>
          <div id={`${id}-theme`} className={styles.heading}>
            {t('setup.theme')}
          </div>
          <ThemeChoices labelledBy={`${id}-theme`} />
          <div id={`${id}-rows`} className={styles.heading}>
            {t('setup.density')}
          </div>
          <DensityChoices labelledBy={`${id}-rows`} />
          <div id={`${id}-rising`} className={styles.heading}>
            {t('setup.redUp')}
          </div>
          <RisingChoices labelledBy={`${id}-rising`} />
        </div>
      </PopoverSurface>
    </Popover>
  );
}
