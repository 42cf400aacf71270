import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { shortcutText } from '../../core/client/shortcut.ts';
import { Icon } from '../../core/ui/icon.tsx';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import { InstrumentTabs } from './instrument-tabs.tsx';
import { AccountMenu, AddPanelMenu, LanguageMenu, Later, VenueDots } from './lazy-menus.tsx';
import { Mark } from './mark.tsx';
import type { PaletteMode } from './palette.tsx';
import styles from './shell.module.css';
import { paletteShortcut } from './shell-commands.ts';

interface HeaderProps {
  readonly onPalette: (mode: PaletteMode) => void;
  readonly isMac: boolean;
}

/** 40 px: mark, instrument tabs, palette, panels, venues, language, theme, account. */
export const Header = observer(function Header({ onPalette, isMac }: HeaderProps) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const { preferences, session } = useWorkbench().services;
  const onDashboard = pathname === '/dashboard';
  const otherTheme = preferences.theme === 'dark' ? 'light' : 'dark';
  const themeLabel = t(otherTheme === 'light' ? 'theme.toLight' : 'theme.toDark');
  return (
    <header className={styles.header}>
      <Link to={session.user === null ? '/home' : '/dashboard'} className={styles.brand} aria-label="Tessera" title="Tessera">
        <Mark />
      </Link>
      {session.user !== null && <InstrumentTabs onAdd={() => onPalette('markets')} />}
      <div className={styles.tools}>
        <button
          type="button"
          className={`${styles.tool} ${styles.search}`}
          onClick={() => onPalette('commands')}
          aria-label={t('palette.open')}
        >
          <Icon name="search" size={14} />
          <span className={styles.searchText}>{t('palette.open')}</span>
          <kbd className={styles.key}>{shortcutText(paletteShortcut, isMac)}</kbd>
        </button>
        {onDashboard && (
          <Later width={76}>
            <AddPanelMenu />
          </Later>
        )}
        <Later width={92}>
          <VenueDots />
        </Later>
        <span className={styles.divider} />
        <Later width={28}>
          <LanguageMenu />
        </Later>
        <button
          type="button"
          className={styles.tool}
          onClick={() => preferences.setTheme(otherTheme)}
          aria-label={themeLabel}
          title={themeLabel}
        >
          <Icon name={otherTheme === 'light' ? 'sun' : 'moon'} />
        </button>
        <Later width={80}>
          <AccountMenu />
        </Later>
      </div>
    </header>
  );
});
