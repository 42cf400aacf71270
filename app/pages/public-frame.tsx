import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { appearanceKey, type Look, lookOf, readStoredAppearance, showLook } from '../../core/client/settings/appearance.ts';
import { languageKey, languageNames } from '../../core/client/settings/language.ts';
import { platformOn } from '../../core/client/settings/platform.ts';
import { systemTheme } from '../../core/client/settings/system-theme.ts';
import { Icon } from '../../core/ui/icon.tsx';
import { Select } from '../../core/ui/select/select.tsx';
import { Mark } from '../shell/header/mark.tsx';
import styles from './public-frame.module.css';

/** Header of the page for signing in: mark, language, theme. */
export function PublicFrame({ children }: { readonly children: ReactNode }) {
  const { t, i18n } = useTranslation('app');
  const [look, setLook] = useState<Look>(() => lookOf(readStoredAppearance(localStorage), systemTheme(window)));
  const { firmName, languages } = platformOn(document.documentElement);
  const otherTheme = look.theme === 'light' ? 'dark' : 'light';
  const themeLabel = t(otherTheme === 'light' ? 'theme.toLight' : 'theme.toDark');
  const toggleTheme = (): void => {
    const next: Look = { ...look, theme: otherTheme };
    localStorage.setItem(appearanceKey, JSON.stringify(next));
    showLook(document.documentElement, next);
    setLook(next);
  };
  const chooseLanguage = (language: string): void => {
    localStorage.setItem(languageKey, language);
    void i18n.changeLanguage(language);
  };
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <a href="/home" className={styles.brand} title={t('home')}>
          <Mark />
          <span className={styles.firm}>{firmName}</span>
        </a>
        <div className={styles.tools}>
          {languages.length > 1 && (
            <Select<string>
              look="bar"
              className={styles.language}
              aria-label={t('language')}
              value={i18n.language}
              options={languages.map((language) => ({ value: language, label: languageNames[language], icon: 'globe', lang: language }))}
              onChange={chooseLanguage}
            />
          )}
          <button type="button" className={styles.tool} onClick={toggleTheme} aria-label={themeLabel} title={themeLabel}>
            <Icon name={otherTheme === 'light' ? 'sun' : 'moon'} />
          </button>
        </div>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
