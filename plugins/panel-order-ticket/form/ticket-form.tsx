import { observer } from 'mobx-react-lite';
import { type FormEvent, type KeyboardEvent, lazy, useCallback, useEffect, useRef, useState } from 'react';
import { labelled } from '../../../core/domain/joined-text.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { type OrderSide, orderSides } from '../../../core/domain/orders/order.ts';
import { Disclosure, IndexPrice, SteadySuspense, useServices, useText } from '../../../core/ui/index.ts';
import type { Services } from '../requires.ts';
import type { TicketSettings } from '../settings/ticket-settings.ts';
import { shownFields, sizeFieldOf } from '../ticket-draft.ts';
import type { TicketStore } from '../ticket-store.ts';
import { OrderKinds } from './order-kinds.tsx';
import sides from './sides.module.css';
import { SyncAccounts } from './sync-accounts.tsx';
import { tellAccepted } from './tell-orders.ts';
import { TicketBar } from './ticket-bar.tsx';
import type { TicketCopiesProps } from './ticket-copies.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { TicketFigures } from './ticket-figures.tsx';
import styles from './ticket-form.module.css';
import { TicketHealth } from './ticket-health.tsx';
import { TicketLegs } from './ticket-legs.tsx';
import { TicketNote } from './ticket-note.tsx';
import { TicketAdvanced, TicketTimes } from './ticket-options.tsx';
import { TicketOutcomes } from './ticket-outcomes.tsx';
import rows from './ticket-rows.module.css';
import { TicketSize } from './ticket-size.tsx';
import { TicketSubmit } from './ticket-submit.tsx';
import type { TicketSwitchesProps } from './ticket-switches.tsx';

interface TicketFormProps {
  readonly services: Services;
  readonly store: TicketStore;
  readonly instrument: Instrument;
  readonly onSettings: (patch: Partial<TicketSettings>) => void;
}

/** Dialogs are heavy: the ticket shows first. */
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));
/** A ticket whose lines about switches and copies could not be loaded goes on without them. */
const TicketSwitches = lazy(async () => {
  const part = await import('./ticket-switches.tsx').catch(() => null);
  return { default: part?.TicketSwitches ?? ((_: TicketSwitchesProps) => null) };
});
const TicketCopies = lazy(async () => {
  const part = await import('./ticket-copies.tsx').catch(() => null);
  return { default: part?.TicketCopies ?? ((_: TicketCopiesProps) => null) };
});
const sharesByKey: Readonly<Record<string, number>> = { Digit1: 25, Digit2: 50, Digit3: 75, Digit4: 100 };

/** Labels above, units inside, errors under; Enter sends on the chosen side. */
export const TicketForm = observer(function TicketForm({ services, store, instrument, onSettings }: TicketFormProps) {
  const t = useText('panel-order-ticket');
  const form = useRef<HTMLFormElement>(null);
  const [announced, setAnnounced] = useState('');
  const { draft } = store;
  // It opens for accounts that are kept, and closes by hand alone: an order that was sent takes the choice back and moves nothing.
  const [hasFollowers] = useState(() => store.plan.accountCount > 1);

  const focusOn = useCallback((field: string): void => {
    const input = form.current?.querySelector<HTMLInputElement>(`[data-field="${field}"] input`);
    input?.focus();
    input?.select();
  }, []);
  useEffect(() => {
    return services.workspace.offerTicket((side) => {
      store.begin(side);
      focusOn(shownFields(store.draft).includes('quoteAmount') ? 'quoteAmount' : 'qty');
    }) as () => void;
  }, [services, store, focusOn]);

  const change = (patch: Partial<TicketSettings>): void => {
    store.takeSettings({ ...store.settings, ...patch });
    onSettings(patch);
  };
  const tell = (outcome: Awaited<ReturnType<TicketStore['submit']>>): void => {
    if (outcome.kind === 'invalid') {
      const [field, error] = shownFields(store.draft).flatMap((one) => {
        const found = store.errors[one];
        return found === undefined ? [] : [[one, found] as const];
      })[0] ?? [null, null];
      if (field === null || error === null) return;
      setAnnounced(labelled(t(`field.${field}`), t(`error.${error.key}`, error.params)));
      focusOn(field);
    }
    if (outcome.kind !== 'sent') return;
    setAnnounced('');
    tellAccepted(services, outcome.orders);
    const [own, ...others] = outcome.orders;
    if (own?.state === 'refused' && others.length === 0 && own.error !== null && store.refusal === null) services.notices.error(own.error);
    if (store.refusal !== null) focusOn(store.refusal.field);
    else focusOn(sizeFieldOf(store.draft));
  };
  const { prices } = useServices();
  const send = async (side: OrderSide): Promise<void> => {
    if (prices.hasNetwork) tell(await store.submit(side));
  };
  const onSubmit = (event: FormEvent): void => {
    // Forms of the ticket's windows stand elsewhere on the page, yet React lets their events come by here.
    if (event.target !== form.current) return;
    event.preventDefault();
    void send(draft.side);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!form.current?.contains(event.target as Node)) return;
    // A key that is held down must not send again and again.
    if (event.key === 'Enter' && event.repeat) event.preventDefault();
    if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const percent = sharesByKey[event.code];
    if (event.code === 'KeyB') void send('BUY');
    else if (event.code === 'KeyS') void send('SELL');
    else if (percent !== undefined) store.takePercent(percent);
    else return;
    event.preventDefault();
  };

  return (
    <form
      ref={form}
      data-keep-clear="form"
      className={styles.form}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      aria-label={t('title')}
      noValidate
    >
      <p className={styles.market}>
        <span>
          <strong>
            {instrument.base}/{instrument.quote}
          </strong>{' '}
          {services.markets.exchangeTitle(instrument.exchange)}
        </span>
        <span className={styles.reference}>
          <IndexPrice markets={services.markets} instrument={instrument} />
        </span>
      </p>
      <TicketBar services={services} store={store} onSettings={change} />
      <div className={styles.sides}>
        {orderSides.map((side) => (
          <button
            key={side}
            type="button"
            aria-pressed={draft.side === side}
            className={`${styles.side} ${draft.side === side ? sides[side] : ''}`}
            onClick={() => store.chooseSide(side)}
          >
            {t(`side.${side}`)}
          </button>
        ))}
      </div>
      <OrderKinds store={store} />
      <TicketFields services={services} store={store} instrument={instrument} />
      <TicketSize store={store} />
      <TicketLegs services={services} store={store} instrument={instrument} />
      <TicketTimes store={store} instrument={instrument} hasIndex={services.markets.index(instrument.id) !== null} />
      <TicketAdvanced store={store} onSettings={change} />
      {store.plan.sync && store.plan.followers.length > 0 && (
        <Disclosure
          className={rows.more}
          summaryClassName={rows.fold}
          open={hasFollowers}
          summary={t('sync.summary', { count: store.plan.accountCount, all: store.plan.followers.length + 1 })}
        >
          <SyncAccounts services={services} store={store} onChange={change} />
        </Disclosure>
      )}
      <TicketSubmit store={store} instrument={instrument} />
      {/* What the market and the answers say stands below, where it moves no control. */}
      <div className={styles.notes}>
        {store.hints.map((hint) => (
          <TicketNote
            key={hint.key}
            tone={hint.tone === 'warn' ? 'warn' : 'note'}
            icon={hint.tone === 'warn' ? 'warning' : 'info'}
            title={hint.key.startsWith('kept') ? t('keptHelp') : undefined}
          >
            {t(`hint.${hint.key}`, hint.params)}
          </TicketNote>
        ))}
        <TicketHealth markets={services.markets} instrument={instrument} />
        {store.account !== null && (
          <SteadySuspense fallback={null}>
            <TicketSwitches stream={services.stream} instrument={instrument} apiId={store.account.apiId} />
            <TicketCopies services={services} apiId={store.account.apiId} />
          </SteadySuspense>
        )}
      </div>
      <TicketOutcomes services={services} store={store} />
      <TicketFigures store={store} instrument={instrument} />
      <div className={styles.hidden} role="alert">
        {announced}
      </div>
      {store.asking !== null && (
        <SteadySuspense fallback={null}>
          <ConfirmDialog
            services={services}
            store={store}
            kind={store.asking}
            onClose={store.withdraw}
            onConfirm={(silence) => {
              if (silence && store.asking !== null) change({ confirm: { ...store.settings.confirm, [store.asking]: false } });
              void store.confirm().then(tell);
            }}
          />
        </SteadySuspense>
      )}
    </form>
  );
});
