import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { DecimalInput, formatDecimal, useText } from '../../../core/ui/index.ts';
import { isAmount, isQuantity, type TicketField } from '../order-forms.ts';
import { pricePresets } from '../price-presets.ts';
import type { Services } from '../requires.ts';
import { shownFields, sizeFieldOf } from '../ticket-draft.ts';
import type { TicketStore } from '../ticket-store.ts';
import styles from './ticket-fields.module.css';

/** The fields that the kind of order asks for, each with its unit inside and its error under it. */
export const TicketFields = observer(function TicketFields({
  services,
  store,
  instrument,
}: {
  readonly services: Services;
  readonly store: TicketStore;
  readonly instrument: Instrument;
}) {
  const t = useText('panel-order-ticket');
  const { draft, errors, touched, refusal } = store;
  const errorOf = (field: TicketField): string | null => {
    const error = touched.has(field) ? errors[field] : undefined;
    if (error !== undefined) return t(`error.${error.key}`, error.params);
    return refusal?.field === field ? services.texts.errorText(refusal.error) : null;
  };
  const helpOf = (field: TicketField): string | undefined => {
    if (field !== sizeFieldOf(draft) || store.largest === null) return undefined;
    return t('largest', { size: formatDecimal(store.largest), asset: unitOf(field, instrument) });
  };
  return (
    <>
      {shownFields(draft).map((field) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: only hears when the focus has left the field in it
        <div key={field} data-field={field} onBlur={field === 'total' ? store.settleTotal : undefined}>
          <DecimalInput
            label={t(`field.${field}`)}
            value={field === 'total' ? store.shownTotal : draft[field]}
            step={isQuantity(field) ? instrument.lot : isAmount(field) ? '1' : instrument.tick}
            unit={unitOf(field, instrument)}
            error={errorOf(field)}
            help={helpOf(field)}
            under={field !== 'total' && !(field === 'price' && store.quick && errorOf(field) === null)}
            onChange={(value) => store.type(field, value)}
          />
          {field === 'price' && store.quick && errorOf(field) === null && (
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
          )}
        </div>
      ))}
    </>
  );
});

const unitOf = (field: TicketField, { base, quote }: Instrument): string => (isQuantity(field) ? base : quote);
