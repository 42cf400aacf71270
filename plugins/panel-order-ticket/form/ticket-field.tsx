import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { decimalsOf } from '../../../core/domain/numbers/decimal.ts';
import { DecimalInput, formatDecimal, useText } from '../../../core/ui/index.ts';
import { type TicketField as Field, isAmount, isQuantity } from '../order-forms.ts';
import { pricePresets } from '../price-presets.ts';
import type { Services } from '../requires.ts';
import { missingLeg, sizeFieldOf } from '../ticket-draft.ts';
import type { TicketStore } from '../ticket-store.ts';
import styles from './ticket-field.module.css';

export interface TicketFieldProps {
  readonly services: Services;
  readonly store: TicketStore;
  readonly instrument: Instrument;
  readonly field: Field;
}

/** A number of the order with its unit inside. What is said under it has one line, whatever it is, so that nothing below moves. */
export const TicketField = observer(function TicketField({ services, store, instrument, field }: TicketFieldProps) {
  const t = useText('panel-order-ticket');
  const { draft, errors, touched, refusal, largest } = store;
  const unit = isQuantity(field) ? instrument.base : instrument.quote;
  const problem = touched.has(field) ? errors[field] : undefined;
  const error =
    problem !== undefined
      ? t(`error.${problem.key}`, problem.params)
      : refusal?.field === field
        ? services.texts.errorText(refusal.error)
        : null;
  const isPrice = !isQuantity(field) && !isAmount(field);
  const help =
    field === missingLeg(draft)
      ? t('error.bothLegs')
      : field === sizeFieldOf(draft) && largest !== null
        ? t('largest', { size: formatDecimal(largest), asset: unit })
        : undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears when the focus has left the field in it
    <div data-field={field} className={styles.field} title={error ?? undefined} onBlur={field === 'total' ? store.settleTotal : undefined}>
      <DecimalInput
        label={t(`field.${field}`)}
        value={field === 'total' ? store.shownTotal : draft[field]}
        step={isQuantity(field) ? instrument.lot : isAmount(field) ? '1' : instrument.tick}
        decimals={isPrice ? decimalsOf(instrument.tick) : 0}
        unit={unit}
        error={error}
        help={help}
        under={field !== 'total'}
        mark={field === 'price' ? <Presets store={store} /> : undefined}
        onChange={(value) => store.type(field, value)}
      />
    </div>
  );
});

/** Prices of the market that one press takes. */
const Presets = observer(function Presets({ store }: Pick<TicketFieldProps, 'store'>) {
  const t = useText('panel-order-ticket');
  return (
    <fieldset className={styles.presets} aria-label={t('presets')}>
      {pricePresets.map((preset) => (
        <button
          key={preset}
          type="button"
          className={styles.preset}
          disabled={!store.knownPresets.includes(preset)}
          onClick={() => store.takePreset(preset)}
        >
          {t(`preset.${preset}`)}
        </button>
      ))}
    </fieldset>
  );
});
