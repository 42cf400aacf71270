import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { StrategyLimits } from '../../../core/contract/strategies.ts';
import { instrumentsIn } from '../../../core/domain/markets/instruments-in.ts';
import { formatDecimal, MarketName, Quantity, Signed, TimeText, useFaultText, useText } from '../../../core/ui/index.ts';
import facts from '../../../core/ui/states/facts.module.css';
import { WithIcon } from '../instance-badges.tsx';
import { accountNames, amountStep, durationText } from '../instance-columns.tsx';
import { refusalOf } from '../refusal-text.ts';
import type { ShownInstance } from '../shown-instance.ts';
import { useNow } from '../use-now.ts';
import { useStrategyTexts } from '../use-strategy-texts.ts';
import styles from './details.module.css';
import { isRehearsal, runTimeMs, valuationTexts } from './instance-figures.ts';
import { ProfitChart } from './profit-chart.tsx';

/** The figures of an instance, what it made so far, drawn, and what it is held to. */
export const InstanceOverview = observer(function InstanceOverview({
  services,
  store,
  instance,
  visible,
}: ShownInstance & { readonly visible: boolean }) {
  const t = useText('panel-strategy-instances');
  const texts = useStrategyTexts(services);
  const faultText = useFaultText();
  const now = useNow(visible);
  const { markets, workspace } = services;
  const limits = limitsOf(instance.limits);
  const why = instance.cause === null ? refusalOf(instance, services) : faultText(instance.cause);
  const time = (ms: number | null): ReactNode => (ms === null ? '–' : <TimeText timeMs={ms} />);
  return (
    <div className={styles.scroll}>
      {why !== null && (
        <p role={instance.cause === null ? 'status' : 'alert'} className={styles.cause}>
          {t(instance.cause === null ? 'details.refused' : 'details.cause', { cause: why })}
        </p>
      )}
      {isRehearsal(instance) && <p className={styles.valuation}>{t('details.rehearsed')}</p>}
      <dl className={styles.facts}>
        <Fact
          name={t('column.profit')}
          help={t('result.help')}
          value={<Money value={instance.profit} asset={instance.valuation.asset} signed />}
        />
        <Fact name={t('column.realised')} help={t('column.realised.help')} value={<Money value={instance.realised} signed />} />
        <Fact name={t('column.openProfit')} help={t('column.openProfit.help')} value={<Money value={instance.openProfit} signed />} />
        <Fact name={t('column.fees')} help={t('column.fees.help')} value={<Money value={instance.fees} />} />
        <Fact name={t('column.funding')} help={t('column.funding.help')} value={<Money value={instance.funding} signed />} />
        <Fact name={t('column.fills')} value={instance.fills} />
        <Fact name={t('orders.title')} value={instance.openOrders} />
        <Fact name={t('column.runTime')} value={durationText(runTimeMs(instance, now.get()), t)} />
        <Fact
          name={t('column.strategy')}
          value={
            <WithIcon strategy={instance.strategy} texts={texts}>
              {texts.title(instance.strategy)}
            </WithIcon>
          }
        />
        <Fact name={t('column.account')} value={accountNames(services, instance.apiIds)} />
        <Fact
          name={t('column.markets')}
          value={instrumentsIn(instance.params).map((id) => (
            <div key={id}>
              <MarketName markets={markets} id={id} onOpen={(market) => workspace.openTab(market)} />
            </div>
          ))}
        />
        <Fact name={t('details.created')} value={time(instance.createdMs)} />
        <Fact name={t('column.startedMs')} value={time(instance.startedMs)} />
        <Fact name={t('column.stoppedMs')} value={time(instance.stoppedMs)} />
      </dl>
      {valuationTexts(instance.valuation, t).map((text) => (
        <p key={text} className={styles.valuation}>
          {text}
        </p>
      ))}
      <h3 className={styles.heading}>{t('details.curve')}</h3>
      <ProfitChart marks={store.marks.items} instance={instance} nowMs={now.get()} />
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

interface MoneyProps {
  readonly value: string | null;
  readonly asset?: string;
  readonly signed?: boolean;
}

/** An amount in the asset of the valuation. */
const Money = ({ value, asset, signed = false }: MoneyProps) => (
  <>
    {signed ? <Signed value={value} step={amountStep} /> : <Quantity value={value} step={amountStep} />}
    {asset !== undefined && <span className={styles.unit}> {asset}</span>}
  </>
);

interface FactProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly help?: string;
}

const Fact = ({ name, value, help }: FactProps) => (
  <div className={`${facts.fact} ${styles.fact}`} title={help}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
);
