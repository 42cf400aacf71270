import type { SitePageProps } from '../../core/contract/site.ts';
import { Either } from '../../core/ui/site/either.tsx';
import styles from './home-page.module.css';
import { OrderBook } from './order-book.tsx';
import { AdvisoryPicture, AssetsPicture, MarketMakingPicture } from './service-pictures.tsx';

const services = [
  { name: 'marketMaking', Picture: MarketMakingPicture },
  { name: 'assets', Picture: AssetsPicture },
  { name: 'advisory', Picture: AdvisoryPicture },
] as const;

/** The first page: what the firm does, and the product it does it with. */
export function Page({ t }: SitePageProps) {
  return (
    <>
      <section className={styles.hero}>
        <div className={styles.words}>
          <h1 className={styles.title}>{t('hero.title')}</h1>
          <p className={styles.lead}>{t('hero.lead')}</p>
          <Way t={t} />
        </div>
        <OrderBook t={t} />
      </section>
      <section className={styles.services}>
        <h2 className={styles.heading}>{t('services.title')}</h2>
        <div className={styles.cards}>
          {services.map(({ name, Picture }) => (
            <article key={name} className={styles.card}>
              <Picture />
              <h3>{t(`services.${name}.title`)}</h3>
              <p>{t(`services.${name}.text`)}</p>
            </article>
          ))}
        </div>
      </section>
    </>
  );
}

function Way({ t }: Pick<SitePageProps, 't'>) {
  return (
    <Either
      className={styles.action}
      guest={{ href: '/login', text: t('action.signIn') }}
      user={{ href: '/dashboard', text: t('action.open') }}
    />
  );
}
