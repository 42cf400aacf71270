import { observer } from 'mobx-react-lite';
import type { FormEvent } from 'react';
import type { Instrument } from '../../core/domain/instrument.ts';
import { hasLimitPrice, type OrderSide, orderTypes, timesInForce } from '../../core/domain/order.ts';
import { DecimalInput, formatDecimal, useText } from '../../core/ui/index.ts';
import type { Services } from './requires.ts';
import { TicketFigures } from './ticket-figures.tsx';
import styles from './ticket-form.module.css';
import { fieldsOf, type TicketField, type TicketMode } from './ticket-model.ts';
import type { TicketStore } from './ticket-store.ts';

export interface TicketFormProps {
  readonly services: Services;
  readonly store: TicketStore;
  readonly instrument: Instrument;
}

const modes: readonly TicketMode[] = ['ORDER', 'OCO', 'BRACKET'];
const shares = [25, 50, 75, 100] as const;
const entryTypes = orderTypes;

/** Labels above, units inside, errors under; Enter sends on the chosen side. */
export const TicketForm = observer(function TicketForm({ services, store, instrument }: TicketFormProps) {
  const t = useText('panel-order-ticket');
  const { draft } = store;
  const errors = store.shownErrors(instrument);
  const send = async (side: OrderSide): Promise<void> => {
    const accepted = await store.send(instrument, side);
    if (accepted) services.notices.show('success', t('accepted', { symbol: instrument.symbol }));
    else if (store.refusal !== null) services.notices.error(store.refusal);
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    void send(draft.side);
  };
  const errorOf = (field: TicketField): string | null => {
    const error = errors[field];
    if (error !== undefined) return t(`error.${error.key}`, error.params);
    return store.refusedField === field ? t('error.refused') : null;
  };
  const unitOf = (field: TicketField): string => (field === 'qty' ? instrument.base : instrument.quote);
  const stepOf = (field: TicketField): string => (field === 'qty' ? instrument.lot : instrument.tick);

  return (
    <form className={styles.form} onSubmit={onSubmit} aria-label={t('title')} noValidate>
      <div className={styles.sides}>
        {(['BUY', 'SELL'] as const).map((side) => (
          <button
            key={side}
            type="button"
            aria-pressed={draft.side === side}
            className={`${styles.side} ${draft.side === side ? styles[side] : ''}`}
            onClick={() => store.change({ side })}
          >
            {t(`side.${side}`)}
          </button>
        ))}
      </div>
      <div className={styles.pair}>
        <label className={styles.choice}>
          <span>{t('kind')}</span>
          <select value={draft.mode} onChange={(event) => store.change({ mode: event.target.value as TicketMode })}>
            {modes.map((mode) => (
              <option key={mode} value={mode}>
                {t(`mode.${mode}`)}
              </option>
            ))}
          </select>
        </label>
        {draft.mode !== 'OCO' && (
          <label className={styles.choice}>
            <span>{t('type')}</span>
            <select value={draft.type} onChange={(event) => store.change({ type: event.target.value as typeof draft.type })}>
              {entryTypes.map((type) => (
                <option key={type} value={type}>
                  {t(`type.${type}`)}
                </option>
              ))}
            </select>
          </label>
        )}
      </div>
      {fieldsOf(draft).map((field) => (
        <DecimalInput
          key={field}
          label={t(`field.${field}`)}
          value={draft[field]}
          step={stepOf(field)}
          unit={unitOf(field)}
          error={errorOf(field)}
          onChange={(value) => store.type(field, value)}
        />
      ))}
      <div className={styles.shares}>
        {shares.map((share) => (
          <button
            key={share}
            type="button"
            className={styles.share}
            title={t('share', { percent: share })}
            onClick={() => store.usePercent(instrument, share)}
          >
            {share}%
          </button>
        ))}
      </div>
      <div className={styles.pair}>
        {draft.mode !== 'OCO' && hasLimitPrice(draft.type) && (
          <label className={styles.choice}>
            <span>{t('timeInForce')}</span>
            <select
              value={draft.timeInForce}
              onChange={(event) => store.change({ timeInForce: event.target.value as typeof draft.timeInForce })}
            >
              {timesInForce.map((time) => (
                <option key={time} value={time} title={t(`time.${time}`)}>
                  {t(`time.${time}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        {draft.mode !== 'OCO' && draft.type === 'MARKET' && (
          <label className={styles.choice}>
            <span>{t('amountIn')}</span>
            <select
              value={draft.byQuote ? 'quote' : 'base'}
              onChange={(event) => store.change({ byQuote: event.target.value === 'quote' })}
            >
              <option value="base">{instrument.base}</option>
              <option value="quote">{instrument.quote}</option>
            </select>
          </label>
        )}
      </div>
      <TicketFigures store={store} instrument={instrument} />
      <button type="submit" className={`${styles.submit} ${styles[draft.side]}`} disabled={store.sending}>
        {draft.qty === '' || (draft.type === 'MARKET' && draft.byQuote)
          ? t(`submit.${draft.side}`, { asset: instrument.base })
          : t(`submitQty.${draft.side}`, { qty: formatDecimal(draft.qty), asset: instrument.base })}
      </button>
    </form>
  );
});
