import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { DecimalInput, formatDecimal, useText } from '../../../core/ui/index.ts';
import { quoteDecimals } from '../grid-math.ts';
import { goalOf, pairLegs } from '../leg-distance.ts';
import { legForms } from '../order-forms.ts';
import type { Services } from '../requires.ts';
import type { TicketStore } from '../ticket-store.ts';
import { Check } from './check.tsx';
import { TicketField } from './ticket-field.tsx';
import styles from './ticket-legs.module.css';

/** Take profit and stop, each as a price or as a distance from the entry, and what they would gain and lose. */
export const TicketLegs = observer(function TicketLegs({
  services,
  store,
  instrument,
}: {
  readonly services: Services;
  readonly store: TicketStore;
  readonly instrument: Instrument;
}) {
  const t = useText('panel-order-ticket');
  const { draft, riskReward } = store;
  const amount = (text: string): string => formatDecimal(text, quoteDecimals(instrument));
  return (
    <div className={styles.legs}>
      {draft.mode !== 'OCO' && (
        <Check
          checked={draft.mode === 'BRACKET'}
          title={t('mode.BRACKET.help')}
          onChange={(on) => store.change({ mode: on ? 'BRACKET' : 'ORDER' })}
        >
          <span>{t('mode.BRACKET')}</span>
        </Check>
      )}
      {draft.mode !== 'ORDER' && (
        <>
          {pairLegs.map((leg) => {
            const { fields } = legForms[leg === 'profit' ? draft.profitType : draft.stopType];
            const goal = goalOf(draft, leg);
            return fields.map((field) => (
              <div key={field} className={styles.leg}>
                <TicketField services={services} store={store} instrument={instrument} field={field} />
                {field === goal && (
                  <DecimalInput
                    label={t(`distance.${leg}`)}
                    value={store.percentOf(leg)}
                    step="0.1"
                    unit="%"
                    under={false}
                    onChange={(value) => store.typePercent(leg, value)}
                  />
                )}
              </div>
            ));
          })}
          <dl className={styles.outlook} title={t('outlookHelp')}>
            <dt>{t('riskReward')}</dt>
            <dd>{riskReward?.ratio == null ? '–' : `1 : ${riskReward.ratio}`}</dd>
            <dt>{t('gainLoss')}</dt>
            <dd>
              {riskReward?.gain == null || riskReward.loss === null ? (
                '–'
              ) : (
                <>
                  <span className={styles.gain}>+{amount(riskReward.gain)}</span> ·{' '}
                  <span className={styles.loss}>−{amount(riskReward.loss)}</span> {instrument.quote}
                </>
              )}
            </dd>
          </dl>
        </>
      )}
    </div>
  );
});
