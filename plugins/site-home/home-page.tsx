import type { SitePageProps } from '../../core/contract/site.ts';
import { Hero, Section, WorkspaceAction } from '../../core/ui/site/page.tsx';
import { Announcements } from './announcements.tsx';
import { Figures } from './figures.tsx';
import styles from './home-page.module.css';
import { OrderBook } from './order-book.tsx';
import { AdvisoryPicture, AssetsPicture, MarketMakingPicture } from './service-pictures.tsx';

const services = [
  { name: 'marketMaking', path: '/service/marketmaker', Picture: MarketMakingPicture },
  { name: 'assets', path: '/service/digital-asset-management', Picture: AssetsPicture },
  { name: 'advisory', path: '/service/advisory', Picture: AdvisoryPicture },
] as const;

/** The first page: what the firm does, the product it does it with, and what was traded on it. */
export function Page({ t, links }: SitePageProps) {
  return (
    <>
      <Hero title={t('hero.title')} lead={t('hero.lead')} action={<WorkspaceAction signIn={t('action.signIn')} open={t('action.open')} />}>
        <OrderBook t={t} />
      </Hero>
      <Figures t={t} guide={links.find(({ path }) => path === '/guide')?.href}>
        <Announcements t={t} />
      </Figures>
      <Section title={t('services.title')}>
        <div className={styles.cards}>
          {services.map(({ name, path, Picture }) => (
            <article key={name} className={styles.card}>
              <Picture />
              <h3>
                <Linked href={links.find((link) => link.path === path)?.href}>{t(`services.${name}.title`)}</Linked>
              </h3>
              <p>{t(`services.${name}.text`)}</p>
            </article>
          ))}
        </div>
      </Section>
    </>
  );
}

/** Leads on where the site has that page. */
function Linked({ href, children }: { readonly href: string | undefined; readonly children: string }) {
  return href === undefined ? children : <a href={href}>{children}</a>;
}
