import { Button, Radio, RadioGroup } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageNames, languages } from '../../core/client/settings/language.ts';
import { DensityChoices, RisingChoices, ThemeChoices } from '../shell/appearance/appearance-choices.tsx';
import { usePageTitle } from '../shell/header/navigation.tsx';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import styles from './setup-page.module.css';
import { StorageUse } from './storage-use.tsx';

/** How the product looks for this user. Everything is kept at once. */
export const SetupPage = observer(function SetupPage() {
  const { t } = useTranslation('app');
  const { preferences, commands } = useWorkbench().services;
  usePageTitle(t('setup.title'));
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('setup.title')}</h1>
      <Row label={t('language')} help={t('setup.languageHelp')}>
        {(id) => (
          <RadioGroup
            className={styles.languages}
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
      <Row label={t('setup.theme')}>{(id) => <ThemeChoices labelledBy={id} />}</Row>
      <Row label={t('setup.density')} help={t('setup.densityHelp')}>
        {(id) => <DensityChoices labelledBy={id} />}
      </Row>
      <Row label={t('setup.redUp')} help={t('setup.redUpHelp')}>
        {(id) => <RisingChoices labelledBy={id} />}
      </Row>
      <Row label={t('setup.shortcuts')} help={t('setup.shortcutsHelp')}>
        {() => <Button onClick={() => void commands.run('shell.editShortcuts')}>{t('shortcuts.change')}</Button>}
      </Row>
      <Row label={t('storage.title')} help={t('storage.help')}>
        {(id) => <StorageUse labelledBy={id} />}
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
