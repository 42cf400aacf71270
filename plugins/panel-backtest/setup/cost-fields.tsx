import { mostLeverage, riskyLeverage } from '../../../core/domain/markets/margin-brackets.ts';
import { AccountRates, CheckField, DecimalInput, useText } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import type { Services } from '../requires.ts';
import { percentText } from '../runs/figure-text.ts';
import { type CommonSource, hasContract, isWhole, type Setup, type SetupProblem } from './setup.ts';
import styles from './setup-form.module.css';

interface CostFieldsProps {
  readonly api: Services['api'];
  readonly setup: Setup;
  readonly change: (patch: Partial<Setup>) => void;
  /** Assets of the markets, quotes first. */
  readonly assets: readonly string[];
  readonly source: CommonSource | null;
  readonly errorOf: (field: SetupProblem['field']) => string | null;
}

const isRisky = ({ params, leverage }: Setup): boolean => hasContract(params) && isWhole(leverage, riskyLeverage + 1, mostLeverage);

/** What the accounts start with, and what trading costs. */
export function CostFields({ api, setup, change, assets, source, errorOf }: CostFieldsProps) {
  const t = useText('panel-backtest');
  return (
    <>
      <div className={styles.pair}>
        {assets.map((asset, at) => (
          <DecimalInput
            key={asset}
            label={t('field.balance', { asset })}
            value={setup.balances[asset] ?? ''}
            onChange={(amount) => change({ balances: { ...setup.balances, [asset]: amount } })}
            step={at === 0 ? '1000' : '0.1'}
            unit={asset}
            placeholder="0"
            error={at === 0 ? errorOf('balances') : null}
          />
        ))}
        <DecimalInput
          label={t('field.makerFee')}
          value={setup.makerFee}
          onChange={(makerFee) => change({ makerFee })}
          step="0.01"
          unit="%"
          placeholder={t('ofAccount')}
          error={errorOf('makerFee')}
        />
        <DecimalInput
          label={t('field.takerFee')}
          value={setup.takerFee}
          onChange={(takerFee) => change({ takerFee })}
          step="0.01"
          unit="%"
          placeholder={t('ofAccount')}
          error={errorOf('takerFee')}
        />
        <DecimalInput
          label={t('field.latency')}
          value={setup.latencyMs}
          onChange={(latencyMs) => change({ latencyMs })}
          step="10"
          unit="ms"
          error={errorOf('latencyMs')}
        />
        {hasContract(setup.params) && (
          <DecimalInput
            label={t('field.leverage')}
            value={setup.leverage}
            onChange={(leverage) => change({ leverage })}
            step="1"
            unit="×"
            error={errorOf('leverage')}
          />
        )}
      </div>
      {(setup.makerFee === '' || setup.takerFee === '') && (
        <AccountRates
          api={api}
          params={setup.params}
          text={(rate) => t(rate.discount === '' ? 'rate' : 'rateOff', { ...rate })}
          className={shared.rates}
        />
      )}
      {hasContract(setup.params) && <p className={shared.hint}>{t('margin')}</p>}
      <p role="status" className={shared.warning}>
        {isRisky(setup) && t('highLeverage', { most: riskyLeverage, fall: percentText(1 / Number(setup.leverage)) })}
      </p>
      {source?.kind === 'candles' && (
        <>
          <CheckField label={t('field.optimistic')} checked={setup.optimistic} onChange={(optimistic) => change({ optimistic })} />
          <p className={shared.hint}>{t(setup.optimistic ? 'fill.optimistic' : 'fill.strict')}</p>
        </>
      )}
    </>
  );
}
