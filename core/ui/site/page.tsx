import type { ReactNode } from 'react';
import type { SiteLink } from '../../contract/site.ts';
import { Either, type EitherProps } from './either.tsx';
import styles from './page.module.css';

/** What the pages of the public site are made of: one rhythm for all of them. */

interface HeroProps {
  /** What kind of page it is, above its heading. */
  readonly kicker?: string;
  readonly title: string;
  readonly lead: string;
  /** The one way on of the page. */
  readonly action: ReactNode;
  /** Stands beside the words, or below them where the window is narrow. */
  readonly children: ReactNode;
}

export function Hero({ kicker, title, lead, action, children }: HeroProps) {
  return (
    <section className={`${styles.width} ${styles.hero}`}>
      <div className={styles.words}>
        {kicker !== undefined && <p className={styles.kicker}>{kicker}</p>}
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.lead}>{lead}</p>
        {action}
      </div>
      {children}
    </section>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: string;
  /** On a ground of its own, from edge to edge. */
  readonly raised?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, lead, raised = false, children }: SectionProps) {
  return (
    <section className={raised ? styles.raised : undefined}>
      <div className={`${styles.width} ${styles.section}`}>
        <header className={styles.opening}>
          <h2 className={styles.heading}>{title}</h2>
          {lead !== undefined && <p className={styles.sub}>{lead}</p>}
        </header>
        {children}
      </div>
    </section>
  );
}

export interface Point {
  readonly title: string;
  readonly text: string;
}

/** Points with a title and a text under each name. */
export const pointsOf = (names: readonly string[], textOf: (key: string) => string): readonly Point[] =>
  names.map((name) => ({ title: textOf(`${name}.title`), text: textOf(`${name}.text`) }));

/** Claims, one to a line: what it is at the left, what it means at the right. */
export function Points({ points }: { readonly points: readonly Point[] }) {
  return (
    <div className={styles.points}>
      {points.map(({ title, text }) => (
        <article key={title} className={styles.point}>
          <h3>{title}</h3>
          <p>{text}</p>
        </article>
      ))}
    </div>
  );
}

/** Short facts side by side. */
export function Facts({ facts }: { readonly facts: readonly Point[] }) {
  return (
    <div className={styles.facts}>
      {facts.map(({ title, text }) => (
        <article key={title} className={styles.fact}>
          <h3>{title}</h3>
          <p>{text}</p>
        </article>
      ))}
    </div>
  );
}

interface ClosingProps {
  readonly title: string;
  readonly action: ReactNode;
}

/** The last word of a page, with its way on again. */
export function Closing({ title, action }: ClosingProps) {
  return (
    <section className={`${styles.width} ${styles.closing}`}>
      <h2>{title}</h2>
      {action}
    </section>
  );
}

/** Other pages of the site, as they are called in its menus. */
export function Onward({ title, links }: { readonly title: string; readonly links: readonly SiteLink[] }) {
  if (links.length === 0) return null;
  return (
    <nav className={`${styles.width} ${styles.onward}`} aria-label={title}>
      <h2>{title}</h2>
      {links.map(({ path, href, label }) => (
        <a key={path} href={href}>
          {label}
        </a>
      ))}
    </nav>
  );
}

interface WorkspaceActionProps {
  readonly signIn: string;
  readonly open: string;
}

/** The way on of a page, one for guests and one for the signed-in. */
export const EitherAction = (ways: Omit<EitherProps, 'className'>) => <Either className={styles.action} {...ways} />;

/** Into the product: guests sign in, the signed-in go on. */
export const WorkspaceAction = ({ signIn, open }: WorkspaceActionProps) => (
  <EitherAction guest={{ href: '/login', text: signIn }} user={{ href: '/start', text: open }} />
);

interface ActionProps {
  readonly href: string;
  readonly text: string;
}

/** The one way on of a page. */
export function Action({ href, text }: ActionProps) {
  return (
    <a className={styles.action} href={href}>
      {text}
    </a>
  );
}

interface ContactActionProps extends WorkspaceActionProps {
  readonly links: readonly SiteLink[];
  readonly contact: string;
}

/** To the contact form, or into the product where the site has none. */
export function ContactAction({ links, contact, ...workspace }: ContactActionProps) {
  const form = links.find(({ section }) => section === 'contact');
  if (form === undefined) return <WorkspaceAction {...workspace} />;
  return <Action href={form.href} text={contact} />;
}
