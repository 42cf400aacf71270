import { observer } from 'mobx-react-lite';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { aiPath, tradePath } from '../../../core/client/layouts/layout-store.ts';
import type { SessionInfo } from '../../../core/contract/client-services.ts';
import { Icon, type IconName, iconNamed } from '../../../core/ui/icon.tsx';
import { splitKey } from '../../../core/ui/text/split-key.ts';
import { useText } from '../../../core/ui/text/use-text.ts';
import type { KernelStore } from '../../workbench/kernel-store.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import { homeOf } from '../header/home-of.ts';
import { Later, PageMenu } from './lazy-menus.tsx';
import styles from './side-menu.module.css';

export const menuGroups = ['trade', 'account', 'aiTrade', 'tradeData', 'data', 'settings', 'admin'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export const groupIcons: Readonly<Record<MenuGroup, IconName>> = {
  trade: 'trade',
  account: 'balances',
  aiTrade: 'robot',
  tradeData: 'history',
  data: 'data',
  settings: 'settings',
  admin: 'admin',
};

export interface MenuPage {
  readonly path: string;
  /** Locale key of a plugin's page; null for the group's own page. */
  readonly titleKey: string | null;
  readonly icon: IconName;
}

/** Pages of a group: the shell's own, then those of plugins that this user may open. */
export function pagesOf(group: MenuGroup | 'user', kernel: KernelStore, signedIn: boolean): readonly MenuPage[] {
  const own: Partial<Record<MenuGroup | 'user', string>> = {
    ...(signedIn ? { trade: tradePath, aiTrade: aiPath } : {}),
    settings: '/setup',
  };
  const path = own[group];
  const fromPlugins = kernel.routes
    .filter((route) => route.manifest.menu?.group === group && route.decision.outcome === 'granted')
    .sort((a, b) => (a.manifest.menu?.order ?? 0) - (b.manifest.menu?.order ?? 0))
    .map(({ manifest }) => ({ path: manifest.path, titleKey: manifest.title, icon: iconNamed(manifest.menu?.icon ?? '') }));
  return [...(path === undefined ? [] : [{ path, titleKey: null, icon: group === 'user' ? 'user' : groupIcons[group] }]), ...fromPlugins];
}

/** The page that is his work, in front of the groups, and these without it. */
export function menuOf(kernel: KernelStore, user: SessionInfo | null) {
  const home = homeOf(kernel, user)?.manifest ?? null;
  const groups = menuGroups
    .map((group) => ({ group, pages: pagesOf(group, kernel, user !== null).filter(({ path }) => path !== home?.path) }))
    .filter(({ pages }) => pages.length > 0);
  const first: MenuPage | null = home && { path: home.path, titleKey: home.title, icon: iconNamed(home.menu?.icon ?? '') };
  return { home: first, groups };
}

/** One's own work, Trade, Account, AI Trade, Trade Data, Data, Settings, and Admin for admins; groups without a page are not shown. */
export const SideMenu = observer(function SideMenu() {
  const { t } = useTranslation('app');
  const { kernel, services } = useWorkbench();
  const { home, groups } = menuOf(kernel, services.session.user);
  const upper = groups.filter(({ group }) => group !== 'settings' && group !== 'admin');
  const lower = groups.filter(({ group }) => group === 'settings' || group === 'admin');
  return (
    <nav className={styles.side} aria-label={t('menu.label')}>
      {home !== null && (
        <Later width={44}>
          <HomeItem page={home} />
        </Later>
      )}
      {upper.map(({ group, pages }) => (
        <GroupItem key={group} group={group} pages={pages} />
      ))}
      <span className={styles.sideSpace} />
      {lower.map(({ group, pages }) => (
        <GroupItem key={group} group={group} pages={pages} />
      ))}
    </nav>
  );
});

function HomeItem({ page: { path, titleKey, icon } }: { readonly page: MenuPage }) {
  const { pathname } = useLocation();
  const { namespace, key } = splitKey(titleKey ?? '');
  const t = useText(namespace);
  return (
    <Link className={styles.sideItem} to={path} aria-current={pathname === path ? 'page' : undefined}>
      <Icon name={icon} size={18} />
      <span>{t(key)}</span>
    </Link>
  );
}

function GroupItem({ group, pages }: { readonly group: MenuGroup; readonly pages: readonly MenuPage[] }) {
  const { t } = useTranslation('app');
  const { pathname } = useLocation();
  const label = t(`menu.${group}`);
  const current = pages.some((page) => page.path === pathname) ? 'page' : undefined;
  const content = (
    <>
      <Icon name={groupIcons[group]} size={18} />
      <span>{label}</span>
    </>
  );
  const [only] = pages;
  if (pages.length === 1 && only !== undefined) {
    return (
      <Link className={styles.sideItem} to={only.path} aria-current={current}>
        {content}
      </Link>
    );
  }
  return (
    <Later width={44}>
      <PageMenu pages={pages} label={label} current={current}>
        {content}
      </PageMenu>
    </Later>
  );
}
