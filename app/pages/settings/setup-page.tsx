import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { soundKinds } from '../../../core/client/settings/sound-store.ts';
import { DensityChoices, RisingChoices, ThemeChoices } from '../../shell/appearance/appearance-choices.tsx';
import { usePageTitle } from '../../shell/header/navigation.tsx';
import { SoundChoice } from '../../shell/notices/sound-choice.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { ContributedSections } from './contributed-sections.tsx';
import { CurrencyChoice, LanguageChoices, ThousandsChoices, ZoneChoice } from './regional-choices.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './setup-page.module.css';
import { StorageUse } from './storage-use.tsx';

/** How the product looks, reads and sounds for this user. Everything is kept at once, with his account, and counts in all his open tabs. */
export const SetupPage = observer(function SetupPage() {
  const { t } = useTranslation('app');
  const { commands } = useWorkbench().services;
  usePageTitle(t('setup.title'));
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>{t('setup.title')}</h1>
      <div className={styles.columns}>
        <div>
          <Group title={t('setup.region')}>
            <SettingRow label={t('language')} help={t('setup.languageHelp')}>
              {(id) => <LanguageChoices labelledBy={id} />}
            </SettingRow>
            <SettingRow label={t('setup.zone')} help={t('setup.zoneHelp')}>
              {(id) => <ZoneChoice labelledBy={id} />}
            </SettingRow>
            <SettingRow label={t('setup.thousands')} help={t('setup.thousandsHelp')}>
              {(id) => <ThousandsChoices labelledBy={id} />}
            </SettingRow>
            <SettingRow label={t('setup.currency')} help={t('setup.currencyHelp')}>
              {(id) => <CurrencyChoice labelledBy={id} />}
            </SettingRow>
          </Group>
          <Group title={t('appearance')}>
            <SettingRow label={t('setup.theme')}>{(id) => <ThemeChoices labelledBy={id} />}</SettingRow>
            <SettingRow label={t('setup.density')} help={t('setup.densityHelp')}>
              {(id) => <DensityChoices labelledBy={id} />}
            </SettingRow>
            <SettingRow label={t('setup.redUp')} help={t('setup.redUpHelp')}>
              {(id) => <RisingChoices labelledBy={id} />}
            </SettingRow>
          </Group>
        </div>
        <div>
          <ContributedSections as={Group} />
          <Group title={t('setup.soundsAndKeys')}>
            <SettingRow label={t('setup.sounds')} help={t('setup.soundsHelp')}>
              {() => soundKinds.map((kind) => <SoundChoice key={kind} kind={kind} />)}
            </SettingRow>
            <SettingRow label={t('setup.shortcuts')} help={t('setup.shortcutsHelp')}>
              {() => <Button onClick={() => void commands.run('shell.editShortcuts')}>{t('shortcuts.change')}</Button>}
            </SettingRow>
          </Group>
          <Group title={t('storage.title')}>
            <SettingRow label={t('storage.title')} help={t('storage.help')}>
              {(id) => <StorageUse labelledBy={id} />}
            </SettingRow>
          </Group>
        </div>
      </div>
    </div>
  );
});

/** A heading and what stands below it. */
function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
