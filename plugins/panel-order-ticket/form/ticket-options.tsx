import { observer } from 'mobx-react-lite';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { hasLimitPrice, selfTradePreventions } from '../../../core/domain/orders/order.ts';
import { Disclosure, useText } from '../../../core/ui/index.ts';
import { orderForms, profitTypes, stopTypes } from '../order-forms.ts';
import type { TicketSettings } from '../settings/ticket-settings.ts';
import { freshChoices, mayWatch, ticketPrices, timeOf, timesOf, watchesIndex } from '../ticket-draft.ts';
import type { TicketStore } from '../ticket-store.ts';
import { Choice } from './choice.tsx';
import rows from './ticket-rows.module.css';

/** How long a limit stands, what a trigger watches, and what the size of a market order counts. */
export const TicketTimes = observer(function TicketTimes({
  store,
  instrument,
  hasIndex,
}: {
  readonly store: TicketStore;
  readonly instrument: Instrument;
  /** The pair has an index, which a trigger may watch. */
  readonly hasIndex: boolean;
}) {
  const t = useText('panel-order-ticket');
  const { draft } = store;
  const time = timeOf(draft);
  if (draft.mode === 'OCO') return null;
  return (
    <div className={rows.pair}>
      {hasLimitPrice(draft.type) && time !== null && (
        <Choice
          label={t('timeInForce')}
          value={time}
          words={timesOf(draft)}
          text={(word) => t(`time.${word}`)}
          onChange={(timeInForce) => store.change({ timeInForce })}
        />
      )}
      {mayWatch(draft) && (
        <Choice
          label={t('watchedPrice')}
          value={draft.watchedPrice}
          words={hasIndex || watchesIndex(draft) ? ticketPrices : ['LAST']}
          text={(word) => t(`watched.${word}`)}
          help={(word) => t(`watchedHelp.${word}`)}
          onChange={(watchedPrice) => store.change({ watchedPrice })}
        />
      )}
      {orderForms[draft.type].byQuote && (
        <Choice
          label={t('amountIn')}
          value={draft.byQuote ? 'quote' : 'base'}
          words={['base', 'quote']}
          text={(word) => instrument[word]}
          onChange={(word) => store.change({ byQuote: word === 'quote' })}
        />
      )}
    </div>
  );
});

/** What few orders need. Folded; anything that is not as usual is said on the fold. */
export const TicketAdvanced = observer(function TicketAdvanced({
  store,
  onSettings,
}: {
  readonly store: TicketStore;
  readonly onSettings: (change: Partial<TicketSettings>) => void;
}) {
  const t = useText('panel-order-ticket');
  const { draft } = store;
  const hasPair = draft.mode !== 'ORDER';
  const times = hasLimitPrice(draft.type) ? [] : timesOf(draft);
  const time = timeOf(draft);
  const unusual = [
    ...(draft.stp === freshChoices.stp ? [] : [t(`stp.${draft.stp}`)]),
    ...(times.length > 1 && time === 'FOK' ? [time] : []),
    ...(hasPair && draft.profitType !== freshChoices.profitType ? [t(`type.${draft.profitType}`)] : []),
    ...(hasPair && draft.stopType !== freshChoices.stopType ? [t(`type.${draft.stopType}`)] : []),
  ];
  return (
    <Disclosure
      className={rows.more}
      summaryClassName={rows.fold}
      open={store.settings.advanced}
      onToggle={(advanced) => onSettings({ advanced })}
      summary={unusual.length === 0 ? t('advanced') : `${t('advanced')} · ${unusual.join(' · ')}`}
    >
      <Choice
        label={t('selfTrade')}
        value={draft.stp}
        words={selfTradePreventions}
        text={(word) => t(`stp.${word}`)}
        onChange={(stp) => store.change({ stp })}
      />
      {draft.mode !== 'OCO' && times.length > 1 && time !== null && (
        <Choice
          label={t('timeInForce')}
          value={time}
          words={times}
          text={(word) => t(`time.${word}`)}
          onChange={(timeInForce) => store.change({ timeInForce })}
        />
      )}
      {hasPair && (
        <div className={rows.pair}>
          <Choice
            label={t('profitLeg')}
            value={draft.profitType}
            words={profitTypes}
            text={(word) => t(`type.${word}`)}
            onChange={(profitType) => store.change({ profitType })}
          />
          <Choice
            label={t('stopLeg')}
            value={draft.stopType}
            words={stopTypes}
            text={(word) => t(`type.${word}`)}
            onChange={(stopType) => store.change({ stopType })}
          />
        </div>
      )}
    </Disclosure>
  );
});
