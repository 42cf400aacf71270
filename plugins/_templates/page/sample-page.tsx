import { observer } from 'mobx-react-lite';
import type { PageProps } from '../../../core/contract/plugin.ts';
import { EmptyState, PageHead, useText } from '../../../core/ui/index.ts';
import { marketsByExchange } from './markets-by-exchange.ts';
import type { requires } from './requires.ts';
import styles from './sample.module.css';

/** The shell puts the page into its frame at the route's path. */
export const Page = observer(function SamplePage({ services: { markets } }: PageProps<typeof requires>) {
  const t = useText('page-sample');
  if (markets.loading) return <EmptyState icon="data" text={t('loading')} />;
  return (
    <section className={styles.page}>
      <PageHead title={t('title')} lead={t('description')} />
      <dl className={styles.counts}>
        {marketsByExchange(markets.instruments).map(({ exchange, markets: count }) => (
          <div key={exchange}>
            <dt>{markets.exchangeTitle(exchange)}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
});
