import { Popover, PopoverSurface, PopoverTrigger } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { tradePath } from '../../../core/client/layouts/layout-store.ts';
import { Icon } from '../../../core/ui/icon.tsx';
import { splitKey } from '../../../core/ui/text/split-key.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { AccountMenu, AppearanceMenu, LanguageMenu, Later, NoticeCentre, VenueDots } from '../menus/lazy-menus.tsx';
import { groupIcons, type MenuGroup, type MenuPage, menuOf } from '../menus/side-menu.tsx';
import { InstrumentTabs } from '../workspaces/instrument-tabs.tsx';
import { WorkspaceTabs } from '../workspaces/workspace-tabs.tsx';
import type { HeaderProps } from './header.tsx';
import { homeOf } from './home-of.ts';
import { Mark } from './mark.tsx';
import styles from './small-header.module.css';

/** The header of a small screen: workspaces above markets, and everything else behind one button. */
export const SmallHeader = observer(function SmallHeader({ onPalette, onGallery }: HeaderProps) {
  const { t } = useTranslation('app');
  const { kernel, services } = useWorkbench();
  const { session, layout } = services;
  const { pathname } = useLocation();
  const signedIn = session.user !== null;
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <Link
          to={signedIn ? (homeOf(kernel, session.user)?.manifest.path ?? tradePath) : '/home'}
          reloadDocument={!signedIn}
          className={styles.brand}
          aria-label="Tessera"
          title="Tessera"
        >
          <Mark />
        </Link>
        {signedIn && <WorkspaceTabs />}
        <div className={styles.tools}>
          <button
            type="button"
            className={styles.tool}
            aria-label={t('palette.open')}
            title={t('palette.open')}
            onClick={() => onPalette('commands')}
          >
            <Icon name="search" />
          </button>
          <Later width={44}>
            <NoticeCentre />
          </Later>
          <MainMenu onGallery={pathname === layout.path ? onGallery : null} />
        </div>
      </div>
      {signedIn && (
        <div className={styles.row}>
          <InstrumentTabs onAdd={() => onPalette('markets')} />
          <div className={styles.tools}>
            <Later width={44}>
              <VenueDots />
            </Later>
          </div>
        </div>
      )}
    </header>
  );
});

interface MainMenuProps {
  /** Null where there are no panels. */
  readonly onGallery: (() => void) | null;
}

/** Pages, panels, language, appearance and account. */
const MainMenu = observer(function MainMenu({ onGallery }: MainMenuProps) {
  const { t } = useTranslation('app');
  const [open, setOpen] = useState(false);
  const { kernel, services } = useWorkbench();
  const { home, groups } = menuOf(kernel, services.session.user);
  const label = t('menu.label');
  const close = (): void => setOpen(false);
  return (
    <Popover size="small" positioning="below-end" open={open} onOpenChange={(_, data) => setOpen(data.open)}>
      <PopoverTrigger disableButtonEnhancement>
        <button type="button" className={styles.tool} aria-label={label} title={label}>
          <Icon name="menu" />
        </button>
      </PopoverTrigger>
      <PopoverSurface aria-label={label}>
        <nav className={styles.pages} aria-label={label}>
          {home !== null && <Pages group="data" pages={[home]} onChosen={close} />}
          {groups.map(({ group, pages }) => (
            <Pages key={group} group={group} pages={pages} onChosen={close} />
          ))}
          {onGallery !== null && (
            <button
              type="button"
              className={styles.page}
              onClick={() => {
                close();
                onGallery();
              }}
            >
              <Icon name="add" />
              {t('panel.add')}
            </button>
          )}
        </nav>
        <div className={styles.looks}>
          <Later width={44}>
            <LanguageMenu />
          </Later>
          <Later width={44}>
            <AppearanceMenu />
          </Later>
          <Later width={120}>
            <AccountMenu />
          </Later>
        </div>
      </PopoverSurface>
    </Popover>
  );
});

interface PagesProps {
  readonly group: MenuGroup;
  readonly pages: readonly MenuPage[];
  readonly onChosen: () => void;
}

function Pages({ group, pages, onChosen }: PagesProps) {
  const { t, i18n } = useTranslation('app');
  const { pathname } = useLocation();
  return pages.map(({ path, titleKey }) => {
    const title = titleKey === null ? null : splitKey(titleKey);
    return (
      <Link key={path} to={path} className={styles.page} aria-current={path === pathname ? 'page' : undefined} onClick={onChosen}>
        <Icon name={groupIcons[group]} />
        {title === null ? t(`menu.${group}`) : i18n.t(title.key, { ns: title.namespace })}
      </Link>
    );
  });
}
