import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { type Appearance, appearanceKey, readStoredAppearance, showAppearance } from '../../core/client/appearance.ts';
import { languageKey, languageNames, languages } from '../../core/client/language.ts';
import { Icon } from '../../core/ui/icon.tsx';
import { Mark } from '../shell/mark.tsx';
import styles from './public-frame.module.css';

/** Header of the public pages: mark, language, theme, and one way on. */
export function PublicFrame({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  const { t, i18n } = useTranslation('app');
  const [appearance, setAppearance] = useState<Appearance>(() => readStoredAppearance(localStorage));
  const toggleTheme = (): void => {
    const next: Appearance = { ...appearance, theme: appearance.theme === 'dark' ? 'light' : 'dark' };
    localStorage.setItem(appearanceKey, JSON.stringify(next));
    showAppearance(document.documentElement, next);
    setAppearance(next);
  };
  const chooseLanguage = (language: string): void => {
    localStorage.setItem(languageKey, language);
    void i18n.changeLanguage(language);
  };
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Link to="/home" className={styles.brand} aria-label={t('home')}>
          <Mark />
          <span>Tessera</span>
        </Link>
        <div className={styles.tools}>
          <label className={styles.language}>
            <Icon name="globe" />
            <select aria-label={t('language')} value={i18n.language} onChange={(event) => chooseLanguage(event.target.value)}>
              {languages.map((language) => (
                <option key={language} value={language} lang={language}>
                  {languageNames[language]}
                </option>
              ))}
            </select>
          </label>
          <button
            type="button"
            className={styles.tool}
            onClick={toggleTheme}
            aria-label={t(appearance.theme === 'dark' ? 'theme.toLight' : 'theme.toDark')}
            title={t(appearance.theme === 'dark' ? 'theme.toLight' : 'theme.toDark')}
          >
            <Icon name={appearance.theme === 'dark' ? 'sun' : 'moon'} />
          </button>
          {action}
        </div>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
