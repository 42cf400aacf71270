import { observer } from 'mobx-react-lite';
import { EmptyState, FailedState, Skeleton, useText } from '../../../core/ui/index.ts';
import styles from '../data-page.module.css';
import { pairName } from '../figures/movers.ts';
import { type BreadthView, dataRoutes } from '../routes.ts';
import { useReading } from '../stores/use-reading.ts';
import { ChoiceBar } from './choice-bar.tsx';
import { ConeCard } from './cone-card.tsx';
import { HoursCard } from './hours-card.tsx';
import type { SectionProps } from './section-props.ts';

type MarketChoice = BreadthView['markets'][number];

/** How much a market moves: over lengths of time, and by the hour of the week. */
export const VolatilitySection = observer(function VolatilitySection(props: SectionProps) {
  const t = useText('page-data');
  const { api } = props.services;
  const reading = useReading('', () => api.of(dataRoutes).call('breadth', { query: undefined }));
  const [first, ...others] = reading.value?.markets ?? [];
  if (reading.value === null)
    return reading.failed ? <FailedState text={t('failed')} onRetry={() => void reading.again()} /> : <Skeleton rows={8} />;
  if (first === undefined) return <EmptyState icon="chart" text={t('volatility.empty')} />;
  return <OfMarket {...props} markets={[first, ...others]} />;
});

interface OfMarketProps extends SectionProps {
  readonly markets: readonly [MarketChoice, ...MarketChoice[]];
}

const OfMarket = observer(function OfMarket({ markets, services, choices }: OfMarketProps) {
  const t = useText('page-data');
  const { api, preferences } = services;
  const [first, ...others] = markets;
  const id = choices.of('volatility.market', [first.id, ...others.map((one) => one.id)]);
  const reading = useReading(id, () => api.of(dataRoutes).call('volatility', { query: { id } }));
  const option = (one: MarketChoice) => [one.id, pairName(one)] as const;
  const controls = (
    <ChoiceBar
      name="volatility.market"
      label={t('volatility.market')}
      options={[option(first), ...others.map(option)]}
      value={id}
      choices={choices}
    />
  );
  if (reading.value === null)
    return reading.failed ? <FailedState text={t('failed')} onRetry={() => void reading.again()} /> : <Skeleton rows={8} />;
  const shown = { view: reading.value, stale: reading.stale, preferences, choices };
  return (
    <div className={styles.pair}>
      <ConeCard {...shown} controls={controls} />
      <HoursCard {...shown} />
    </div>
  );
});
