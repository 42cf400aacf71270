import type { ReactNode } from 'react';
import { type Language, languageNames, languages } from '../../core/client/settings/language.ts';
import { pathIn } from '../../core/client/settings/site-path.ts';
import { firmPlaceholder, type SiteLink, socialPlaceholder } from '../../core/contract/site.ts';
import { Icon } from '../../core/ui/icon.tsx';
import { Either, GuestLink } from '../../core/ui/site/either.tsx';
import { siteSections } from '../../schemas/manifest.ts';
import { Mark } from '../shell/header/mark.tsx';
import styles from './frame.module.css';
import type { SiteText } from './site-texts.ts';

interface SiteFrameProps {
  readonly language: Language;
  readonly path: string;
  readonly t: SiteText;
  readonly links: readonly SiteLink[];
  readonly href: (path: string) => string;
  readonly children: ReactNode;
}

/** Header and footer of every public page. It works without scripts; `main.ts` keeps choices and closes menus. */
export function SiteFrame(props: SiteFrameProps) {
  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {props.t('skip')}
      </a>
      <Header {...props} />
      <main id="content" className={styles.main}>
        {props.children}
      </main>
      <Footer {...props} />
    </div>
  );
}

function Header({ language, path, t, links, href }: SiteFrameProps) {
  const groups = groupsIn(links);
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Brand home={href('/home')} title={t('home')} />
        {groups.length > 0 && (
          <nav className={styles.nav} aria-label={t('menu')}>
            {groups.map(({ section, own }) =>
              own.length === 1 ? (
                <Links key={section} links={own} path={path} />
              ) : (
                <details key={section} className={styles.menu}>
                  <summary
                    className={styles.group}
                    data-current={own.some((link) => currentAt(link.path, path) !== undefined) ? '' : undefined}
                  >
                    {t(`footer.${section}`)}
                    <Icon name="chevron" size={12} />
                  </summary>
                  <div className={`${styles.sheet} ${styles.start}`}>
                    <Links links={own} path={path} />
                  </div>
                </details>
              ),
            )}
          </nav>
        )}
        <div className={styles.tools}>
          <Languages language={language} path={path} label={t('language')} />
          <ThemeButton toLight={t('theme.toLight')} toDark={t('theme.toDark')} />
          <GuestLink className={`${styles.join} ${styles.wide}`} href="/register" text={t('register')} />
          <Either
            className={styles.action}
            guest={{ href: '/login', text: t('signIn') }}
            user={{ href: '/start', text: t('openWorkspace') }}
          />
          {groups.length > 0 && (
            <details className={`${styles.menu} ${styles.small}`}>
              <summary className={styles.tool} aria-label={t('menu')}>
                <Icon name="menu" />
              </summary>
              <nav className={styles.sheet} aria-label={t('menu')}>
                {groups.map(({ section, own }) => (
                  <div key={section}>
                    {own.length > 1 && <p className={styles.section}>{t(`footer.${section}`)}</p>}
                    <Links links={own} path={path} />
                  </div>
                ))}
              </nav>
            </details>
          )}
        </div>
      </div>
    </header>
  );
}

/** The header's links by their sections; one that has several is a menu. */
function groupsIn(links: readonly SiteLink[]) {
  const inHeader = links.filter((link) => link.inHeader);
  const sections = [...new Set(inHeader.map(({ section }) => section))];
  return sections.map((section) => ({ section, own: inHeader.filter((link) => link.section === section) }));
}

function Links({ links, path }: { readonly links: readonly SiteLink[]; readonly path: string }) {
  return links.map((link) => (
    <a key={link.path} href={link.href} aria-current={currentAt(link.path, path)}>
      {link.label}
    </a>
  ));
}

/** A page below one in the menu is in its place. */
const currentAt = (link: string, path: string): 'page' | 'true' | undefined => {
  if (link === path) return 'page';
  return path.startsWith(`${link}/`) ? 'true' : undefined;
};

function Brand({ home, title }: { readonly home: string; readonly title: string }) {
  return (
    <a className={styles.brand} href={home} title={title}>
      <Mark />
      <span>{firmPlaceholder}</span>
    </a>
  );
}

/** Each leads to this page in another language; `main.ts` keeps what was chosen. The server takes out those that the firm does not offer. */
function Languages({ language, path, label }: { readonly language: Language; readonly path: string; readonly label: string }) {
  return (
    <details className={styles.menu} data-language-menu="">
      <summary className={styles.tool} aria-label={`${label}: ${languageNames[language]}`}>
        <Icon name="globe" />
        <span className={styles.wide}>{languageNames[language]}</span>
      </summary>
      <div className={styles.sheet}>
        {languages.map((one) => (
          <a
            key={one}
            href={pathIn(one, path)}
            lang={one}
            hrefLang={one}
            data-language={one}
            aria-current={one === language ? 'true' : undefined}
          >
            {languageNames[one]}
          </a>
        ))}
      </div>
    </details>
  );
}

/** Both pictures are there; the theme shows one of them. */
function ThemeButton({ toLight, toDark }: { readonly toLight: string; readonly toDark: string }) {
  return (
    <>
      <button type="button" className={`${styles.tool} ${styles.toLight}`} data-theme-to="light" aria-label={toLight} title={toLight}>
        <Icon name="sun" />
      </button>
      <button type="button" className={`${styles.tool} ${styles.toDark}`} data-theme-to="dark" aria-label={toDark} title={toDark}>
        <Icon name="moon" />
      </button>
    </>
  );
}

/** A section without a page is not there; the addresses of social media are the operator's, and the server writes them. */
function Footer({ t, links, href }: SiteFrameProps) {
  const sections = siteSections
    .map((section) => ({ section, own: links.filter((link) => link.section === section) }))
    .filter(({ section, own }) => section === 'social' || own.length > 0);
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div className={styles.about}>
          <Brand home={href('/home')} title={t('home')} />
          <p>{t('footer.claim')}</p>
          <p data-runs-on="">{t('footer.runsOn', { product: 'Tessera' })}</p>
        </div>
        {sections.map(({ section, own }) => (
          <nav key={section} className={styles.column} aria-labelledby={`footer-${section}`}>
            <h2 id={`footer-${section}`}>{t(`footer.${section}`)}</h2>
            {own.map((link) => (
              <a key={link.path} href={link.href}>
                {link.label}
              </a>
            ))}
            {section === 'social' && socialPlaceholder}
          </nav>
        ))}
      </div>
    </footer>
  );
}
