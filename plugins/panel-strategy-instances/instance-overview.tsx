import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import { instrumentsIn } from '../../core/domain/instruments-in.ts';
import { formatDecimal, MarketName, Signed, TimeText, useText } from '../../core/ui/index.ts';
import type { StrategyLimits } from '../../schemas/wire/strategy.ts';
import styles from './details.module.css';
import { accountNames, amountStep, durationText } from './instance-columns.tsx';
import { runTimeMs } from './instance-figures.ts';
import { ProfitChart } from './profit-chart.tsx';
import type { ShownInstance } from './shown-instance.ts';
import { useNow } from './use-now.ts';
import { useStrategyTexts } from './use-strategy-texts.ts';

/** The figures of an instance, what it made so far, drawn, and what it is held to. */
export const InstanceOverview = observer(function InstanceOverview({
  services,
  store,
  instance,
  visible,
}: ShownInstance & { readonly visible: boolean }) {
  const t = useText('panel-strategy-instances');
  const texts = useStrategyTexts(services);
  const now = useNow(visible);
  const { markets, workspace } = services;
  const limits = limitsOf(instance.limits);
  const time = (ms: number | null): ReactNode => (ms === null ? '–' : <TimeText timeMs={ms} />);
  return (
    <div className={styles.scroll}>
      {instance.cause !== null && (
        <p role="alert" className={styles.cause}>
          {t('details.cause', { cause: instance.cause })}
        </p>
      )}
      <dl className={styles.facts}>
        <Fact name={t('column.profit')} value={<Signed value={instance.profit} step={amountStep} />} />
        <Fact name={t('column.fees')} value={formatDecimal(instance.fees, 2)} />
        <Fact name={t('column.fills')} value={instance.fills} />
        <Fact name={t('column.orders')} value={instance.open_orders} />
        <Fact name={t('column.runTime')} value={durationText(runTimeMs(instance, now.get()), t)} />
        <Fact name={t('column.strategy')} value={texts.title(instance.strategy)} />
        <Fact name={t('column.account')} value={accountNames(services, instance.api_ids)} />
        <Fact
          name={t('column.markets')}
          value={instrumentsIn(instance.params).map((id) => (
            <div key={id}>
              <MarketName markets={markets} id={id} onOpen={(market) => workspace.openTab(market)} />
            </div>
          ))}
        />
        <Fact name={t('details.created')} value={time(instance.create_time)} />
        <Fact name={t('column.start_time')} value={time(instance.start_time)} />
        <Fact name={t('column.stop_time')} value={time(instance.stop_time)} />
      </dl>
      <h3 className={styles.heading}>{t('details.curve')}</h3>
      <ProfitChart marks={store.marks.items} />
      <h3 className={styles.heading}>{t('details.limits')}</h3>
      {limits.length === 0 && !instance.limits.halted ? (
        <span className={styles.muted}>{t('limits.none')}</span>
      ) : (
        <dl className={styles.facts}>
          {limits.map(([name, value]) => (
            <Fact key={name} name={t(`limits.${name}`)} value={formatDecimal(value)} />
          ))}
          {instance.limits.halted && <Fact name={t('limits.halted')} value={t('yes')} />}
        </dl>
      )}
    </div>
  );
});

const limitsOf = ({ halted: _, ...limits }: StrategyLimits): readonly (readonly [string, string])[] =>
  Object.entries(limits).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const]));

const Fact = ({ name, value }: { readonly name: string; readonly value: ReactNode }) => (
  <div className={styles.fact}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
