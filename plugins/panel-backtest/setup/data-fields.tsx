import { ChoiceField, DateField, formatCompact, formatDay, PlainButton, Skeleton, useText } from '../../../core/ui/index.ts';
import shared from '../backtest.module.css';
import type { CommonSource, Setup, SetupProblem } from './setup.ts';
import styles from './setup-form.module.css';
import type { Sources } from './use-sources.ts';

interface DataFieldsProps {
  readonly setup: Setup;
  readonly change: (patch: Partial<Setup>) => void;
  readonly markets: readonly string[];
  readonly found: Sources;
  readonly common: readonly CommonSource[];
  readonly source: CommonSource | null;
  readonly errorOf: (field: SetupProblem['field']) => string | null;
}

const dayMs = 86_400_000;
const spans = [1, 7, 30] as const;
const dayOf = (ms: number): string => formatDay(ms, 'UTC');

/** Which data a run goes through, and which part of it. */
export function DataFields({ setup, change, markets, found, common, source, errorOf }: DataFieldsProps) {
  const t = useText('panel-backtest');
  if (markets.length === 0) return <p className={shared.hint}>{t('data.noMarket')}</p>;
  if (found.state === 'loading') return <Skeleton rows={2} />;
  if (found.state === 'failed') {
    return (
      <p className={shared.error} role="alert">
        {t('data.failed')} <PlainButton onClick={found.retry}>{t('data.retry')}</PlainButton>
      </p>
    );
  }
  if (source === null) return <p className={shared.error}>{t('problem.source.noSource')}</p>;
  const last = (days: number): void => change({ fromDay: dayOf(source.to - (days - 1) * dayMs), toDay: dayOf(source.to) });
  const nameOf = ({ origin, kind, interval }: CommonSource): string =>
    t(`data.${origin}`, { kind: interval === null ? t(`kind.${kind}`) : t('kind.candles', { interval }) });
  return (
    <>
      <ChoiceField
        label={t('field.source')}
        value={source.key}
        options={common.map((one) => [one.key, nameOf(one)])}
        onChange={(key) => change({ source: key })}
        help={t('data.extent', {
          from: dayOf(source.from),
          to: dayOf(source.to),
          size: source.size === null ? '–' : formatCompact(String(source.size)),
        })}
      />
      <div className={styles.pair}>
        {(['fromDay', 'toDay'] as const).map((name) => (
          <DateField
            key={name}
            timeZone="UTC"
            label={t(`field.${name}`)}
            value={setup[name]}
            min={dayOf(source.from)}
            max={dayOf(source.to)}
            onChange={(day) => change({ [name]: day })}
            error={name === 'toDay' ? errorOf('period') : null}
          />
        ))}
      </div>
      <div className={`${shared.words} ${shared.quick}`}>
        {spans.map((days) => (
          <button key={days} type="button" onClick={() => last(days)}>
            {t('data.lastDays', { count: days })}
          </button>
        ))}
        <button type="button" onClick={() => change({ fromDay: '', toDay: '' })}>
          {t('data.all')}
        </button>
      </div>
    </>
  );
}
