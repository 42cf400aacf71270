import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useState } from 'react';
import { worthUnit } from '../../core/domain/accounts/worth.ts';
import { listed } from '../../core/domain/joined-text.ts';
import { addDecimals, compareDecimals, multiplyDecimals } from '../../core/domain/numbers/decimal.ts';
import { EmptyState, ExportButton, FailedState, formatDecimal, PlainButton, Skeleton, useServices, useText } from '../../core/ui/index.ts';
import type { CreditView, InviteView } from '../../schemas/wire/invite.ts';
import styles from './invite.module.css';
import type { Services } from './requires.ts';

interface RebatePartProps {
  readonly mine: InviteView;
  readonly services: Pick<Services, 'api' | 'notices'>;
}

/** Such as `2.5 USDT, 0.001 BTC`. */
export const amountsOf = (amounts: InviteView['rebates']): string =>
  listed(amounts.map(({ asset, amount }) => `${formatDecimal(amount)} ${asset}`));

/** In USDT, as far as assets have a price. */
const worthOf = ({ rebates, prices }: InviteView): string =>
  rebates.reduce((sum, { asset, amount }) => addDecimals(sum, multiplyDecimals(amount, prices[asset] ?? '0')), '0');

/** What inviting has brought: the rates that count, sums, and what was credited by day. */
export const RebatePart = observer(function RebatePart({ mine, services }: RebatePartProps) {
  const t = useText('page-invite');
  const { preferences } = useServices();
  const unit = worthUnit(preferences.currency, mine.prices);
  return (
    <section className={styles.card} aria-label={t('rebates')}>
      <h2>{t('rebates')}</h2>
      <p className={styles.counts}>
        {[mine.rebate_first, mine.rebate_second].every((rate) => compareDecimals(rate, '0') === 0)
          ? t('rebates.off')
          : t('rebates.rates', { first: mine.rebate_first, second: mine.rebate_second })}
      </p>
      {mine.rebates.length > 0 && (
        <p className={styles.counts}>
          {t('rebates.sums', {
            amounts: amountsOf(mine.rebates),
            worth: `${formatDecimal(unit.of(worthOf(mine)), unit.decimals)} ${unit.currency}`,
          })}
        </p>
      )}
      <Statement services={services} />
    </section>
  );
});

function Statement({ services: { api, notices } }: Pick<RebatePartProps, 'services'>) {
  const t = useText('page-invite');
  const [credits, setCredits] = useState<readonly CreditView[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(
    async (before: string | null): Promise<void> => {
      const reply = await api.call('inviteRebates', { query: before === null ? {} : { before } });
      setFailed(!reply.ok);
      if (!reply.ok) return;
      setCredits((known) => (before === null ? reply.value.credits : [...(known ?? []), ...reply.value.credits]));
      setNext(reply.value.next);
    },
    [api],
  );
  useEffect(() => void load(null), [load]);
  if (failed && credits === null) return <FailedState text={t('rebates.failed')} onRetry={() => void load(null)} />;
  if (credits === null) return <Skeleton rows={3} />;
  if (credits.length === 0) return <EmptyState icon="balances" text={t('rebates.none')} />;
  return (
    <>
      <ul className={styles.people} aria-label={t('rebates.days')}>
        {credits.map(({ day, asset, amount, state, exchange }) => (
          <li key={`${day} ${asset} ${exchange}`} className={styles.person}>
            <time dateTime={day}>{day}</time>
            <span>
              {formatDecimal(amount)} {asset}
              {state !== 'DONE' && ` · ${t(`rebates.state.${state}`)}`}
            </span>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        {next !== null && <PlainButton onClick={() => void load(next)}>{t('rebates.older')}</PlainButton>}
        <ExportButton
          fileName="rebates"
          download={(options) => api.download('inviteRebatesExport', {}, options)}
          onFailure={({ error }) => notices.error(error)}
        />
      </div>
    </>
  );
}
