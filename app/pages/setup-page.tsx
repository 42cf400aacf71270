import { Radio, RadioGroup, Switch } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Density } from '../../core/client/appearance.ts';
import { type Language, languageNames, languages } from '../../core/client/language.ts';
import { type ThemeName, themeNames } from '../../core/contract/client-services.ts';
import { Signed } from '../../core/ui/number-text.tsx';
import { usePageTitle } from '../shell/navigation.tsx';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import styles from './setup-page.module.css';

/** How the product looks for this user. Everything is kept at once. */
export const SetupPage = observer(function SetupPage() {
  const { t } = useTranslation('app');
  const { preferences } = useWorkbench().services;
  usePageTitle(t('setup.title'));
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('setup.title')}</h1>
      <Row label={t('language')} help={t('setup.languageHelp')}>
        {(id) => (
          <RadioGroup
            layout="horizontal"
            aria-labelledby={id}
            value={preferences.language}
            onChange={(_, data) => preferences.setLanguage(data.value as Language)}
          >
            {languages.map((language) => (
              <Radio key={language} value={language} label={<span lang={language}>{languageNames[language]}</span>} />
            ))}
          </RadioGroup>
        )}
      </Row>
      <Row label={t('setup.theme')}>
        {(id) => (
          <RadioGroup
            layout="horizontal"
            aria-labelledby={id}
            value={preferences.theme}
            onChange={(_, data) => preferences.setTheme(data.value as ThemeName)}
          >
            {themeNames.map((theme) => (
              <Radio key={theme} value={theme} label={t(`theme.${theme}`)} />
            ))}
          </RadioGroup>
        )}
      </Row>
      <Row label={t('setup.density')} help={t('setup.densityHelp')}>
        {(id) => (
          <RadioGroup
            layout="horizontal"
            aria-labelledby={id}
            value={preferences.density}
            onChange={(_, data) => preferences.setDensity(data.value as Density)}
          >
            {(['compact', 'cosy'] as const).map((density) => (
              <Radio key={density} value={density} label={t(`setup.${density}`)} />
            ))}
          </RadioGroup>
        )}
      </Row>
      <Row label={t('setup.redUp')} help={t('setup.redUpHelp')}>
        {(id) => (
          <div className={styles.redUp}>
            <Switch aria-labelledby={id} checked={preferences.redUp} onChange={(_, data) => preferences.setRedUp(data.checked)} />
            <span className={styles.sample}>
              <Signed value="2.35" />
              <Signed value="-1.80" />
            </span>
          </div>
        )}
      </Row>
    </div>
  );
});

interface RowProps {
  readonly label: string;
  readonly help?: string;
  /** Gets the id of the label. */
  readonly children: (labelId: string) => ReactNode;
}

function Row({ label, help, children }: RowProps) {
  const id = useId();
  return (
    <section className={styles.row}>
      <div>
        <div id={id} className={styles.label}>
          {label}
        </div>
        {help !== undefined && <div className={styles.help}>{help}</div>}
      </div>
      <div>{children(id)}</div>
    </section>
  );
}
