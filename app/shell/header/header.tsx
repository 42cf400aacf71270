import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { tradePath } from '../../../core/client/layouts/layout-store.ts';
import { shortcutText } from '../../../core/client/settings/shortcut.ts';
import { labelled } from '../../../core/domain/joined-text.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { galleryId } from '../gallery/gallery-id.ts';
import { AccountMenu, AppearanceMenu, LanguageMenu, Later, NoticeCentre, VenueDots } from '../menus/lazy-menus.tsx';
import type { PaletteMode } from '../palette/palette-entries.ts';
import { paletteCommand } from '../shortcuts/shell-commands.ts';
import { InstrumentTabs } from '../workspaces/instrument-tabs.tsx';
import { WorkspaceTabs } from '../workspaces/workspace-tabs.tsx';
import styles from './header.module.css';
import { homeOf } from './home-of.ts';
import { Mark } from './mark.tsx';
import tool from './tool.module.css';

export interface HeaderProps {
  readonly onPalette: (mode: PaletteMode) => void;
  readonly onGallery: () => void;
  readonly galleryOpen: boolean;
  readonly isMac: boolean;
}

/** 40 px: mark, workspaces, instrument tabs, palette, panels, venues, messages, language, appearance, account. */
export const Header = observer(function Header({ onPalette, onGallery, galleryOpen, isMac }: HeaderProps) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const { kernel, services } = useWorkbench();
  const { session, commands, layout } = services;
  const paletteShortcut = commands.shortcutOf(paletteCommand);
  const onDashboard = pathname === layout.path;
  return (
    <header className={styles.header}>
      <Link
        to={session.user === null ? '/home' : (homeOf(kernel, session.user)?.manifest.path ?? tradePath)}
        // The public site is no part of this page.
        reloadDocument={session.user === null}
        className={styles.brand}
        aria-label="Tessera"
        title="Tessera"
      >
        <Mark />
      </Link>
      {session.user !== null && <WorkspaceTabs />}
      {session.user !== null && <InstrumentTabs onAdd={() => onPalette('markets')} />}
      <div className={styles.tools}>
        <button
          type="button"
          className={`${tool.tool} ${styles.search}`}
          data-tour="search"
          onClick={() => onPalette('commands')}
          title={t('palette.open')}
        >
          <Icon name="search" size={14} />
          <span className={styles.searchText}>{t('palette.open')}</span>
          {paletteShortcut !== null && <kbd className={styles.key}>{shortcutText(paletteShortcut, isMac)}</kbd>}
        </button>
        {onDashboard && (
          <button
            type="button"
            className={tool.tool}
            data-tour="panels"
            aria-label={labelled(t('panel.panels'), t('panel.add'))}
            title={t('panel.add')}
            aria-expanded={galleryOpen}
            aria-controls={galleryOpen ? galleryId : undefined}
            onClick={onGallery}
          >
            <Icon name="add" />
            <span className={styles.narrowHidden}>{t('panel.panels')}</span>
          </button>
        )}
        <Later width={138}>
          <VenueDots />
        </Later>
        <span className={styles.divider} />
        <span data-tour="messages" className={styles.messages}>
          <Later width={28}>
            <NoticeCentre />
          </Later>
        </span>
        <Later width={28}>
          <LanguageMenu />
        </Later>
        <Later width={28}>
          <AppearanceMenu />
        </Later>
        <Later width={80}>
          <AccountMenu />
        </Later>
      </div>
    </header>
  );
});
