import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { decimalPattern } from '../../core/domain/numbers/decimal.ts';
import { DecimalInput, formatDecimal, Skeleton, TextField, TimeText, useText } from '../../core/ui/index.ts';
import { PagePart } from '../../core/ui/page/page-part.tsx';
import words from '../../core/ui/page/words.module.css';
import styles from './finance.module.css';
import type { FinanceStore } from './finance-store.ts';
import type { Services } from './requires.ts';

interface ProofPartProps {
  readonly store: FinanceStore;
  readonly services: Services;
}

/** Whether ledger, wallets and stored balances agree, day by day, and above what value a second person is needed. */
export const ProofPart = observer(function ProofPart({ store, services }: ProofPartProps) {
  const t = useText('page-finance');
  const [busy, setBusy] = useState(false);
  const { proofs, limit } = store.state;
  const prove = async (): Promise<void> => {
    setBusy(true);
    const error = await store.prove();
    setBusy(false);
    if (error !== null) services.notices.error(error);
  };
  return (
    <div className={styles.parts}>
      <PagePart label={t('proof.title')}>
        <header className={styles.proofHead}>
          <h2>{t('proof.title')}</h2>
          {/* Still there while it works, so that the keyboard stays at it. */}
          <Button size="small" disabledFocusable={busy} onClick={() => void prove()}>
            {t('proof.now')}
          </Button>
        </header>
        <p className={words.quiet}>{t('proof.lead')}</p>
        {proofs.length === 0 ? (
          <p className={words.quiet}>{t('proof.none')}</p>
        ) : (
          <table className={styles.balances}>
            <thead>
              <tr>
                <th scope="col">{t('field.time')}</th>
                <th scope="col">{t('field.exchange')}</th>
                <th scope="col" className={styles.figure}>
                  {t('field.wallets')}
                </th>
                <th scope="col">{t('field.found')}</th>
              </tr>
            </thead>
            <tbody>
              {proofs.map(({ day, exchange, timeMs, wallets, findings }) => (
                <tr key={`${day} ${exchange}`}>
                  <td>
                    <TimeText timeMs={timeMs} />
                  </td>
                  <td translate="no">{services.markets.exchangeTitle(exchange)}</td>
                  <td className={styles.figure}>{wallets}</td>
                  <td className={findings.length === 0 ? styles.proven : words.wrong}>
                    {findings.length === 0
                      ? t('proof.agrees')
                      : findings
                          .map(
                            (one) => `${one.apiId ?? exchange} ${one.asset}: ${one.ledger} / ${one.wallet ?? '–'} / ${one.stored ?? '–'}`,
                          )
                          .join(' · ')}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </PagePart>
      <PagePart label={t('limit.title')}>
        <h2>{t('limit.title')}</h2>
        <p className={words.quiet}>{t('limit.lead')}</p>
        {limit === '' ? (
          <Skeleton rows={1} />
        ) : store.role === 'admin' ? (
          <LimitForm key={limit} limit={limit} store={store} services={services} />
        ) : (
          <p>{t('limit.is', { limit: formatDecimal(limit) })}</p>
        )}
      </PagePart>
    </div>
  );
});

const LimitForm = observer(function LimitForm({ limit, store, services }: ProofPartProps & { readonly limit: string }) {
  const t = useText('page-finance');
  const [typed, setTyped] = useState(limit);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isLimit = decimalPattern.test(typed);
  const hasReason = reason.trim().length >= 3;
  const save = async (): Promise<void> => {
    setTried(true);
    if (isLimit && hasReason) setRefusal(await store.saveLimit(typed, reason.trim()));
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <DecimalInput
        label={t('limit.field')}
        value={typed}
        step="1000"
        unit="USDT"
        error={tried && !isLimit ? t('error.amount') : null}
        onChange={setTyped}
      />
      <TextField
        label={t('field.reason')}
        value={reason}
        maxLength={500}
        error={refusal !== null ? services.texts.errorText(refusal) : tried && !hasReason ? t('error.reason') : null}
        onChange={setReason}
      />
      <div>
        <Button size="small" appearance="primary" type="submit" disabled={typed === limit}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
});
