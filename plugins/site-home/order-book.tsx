import type { SitePageProps } from '../../core/contract/site.ts';
import { Island } from '../../core/ui/site/island.tsx';
import type { OrderBookProps } from './islands/order-book.ts';
import styles from './order-book.module.css';
import status from './status.module.css';

const levels = 8;
const places = Array.from({ length: levels }, (_, at) => at);
/** How far the bars reach before there is a book: a drawing, and no numbers beside it. */
const drawn = [14, 24, 38, 46, 61, 70, 84, 92];

/** A book of the product as it is drawn at first; the island of the same name fills it. */
export function OrderBook({ t }: Pick<SitePageProps, 't'>) {
  const props: OrderBookProps = {
    market: 'BTCUSDT/spot',
    levels,
    texts: { live: t('book.live', { exchange: '{exchange}' }), simulated: t('book.simulated', { exchange: '{exchange}' }) },
  };
  return (
    <Island of="order-book" props={props} className={styles.book}>
      <div className={styles.head}>
        <span className={styles.market}>{t('book.market')}</span>
        <span className={status.status} data-part="status">
          {t('book.waiting')}
        </span>
      </div>
      <div className={styles.names}>
        <span>{t('book.price')}</span>
        <span>{t('book.quantity')}</span>
      </div>
      {[...places].reverse().map((at) => (
        <Row key={at} side="ask" at={at} />
      ))}
      <div className={styles.spread}>
        <span>{t('book.spread')}</span>
        <span data-part="spread" />
      </div>
      {places.map((at) => (
        <Row key={at} side="bid" at={at} />
      ))}
    </Island>
  );
}

function Row({ side, at }: { readonly side: 'bid' | 'ask'; readonly at: number }) {
  return (
    <div className={`${styles.row} ${styles[side]}`} data-row={`${side}-${at}`}>
      <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect width={drawn[at]} height="1" />
      </svg>
      <span className={styles.price} data-part="price" />
      <span data-part="quantity" />
    </div>
  );
}
