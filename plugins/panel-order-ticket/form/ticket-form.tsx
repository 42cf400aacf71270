import { observer } from 'mobx-react-lite';
import { type FormEvent, type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { Fill, Order } from '../../../core/contract/client-services.ts';
import type { Instrument } from '../../../core/domain/markets/instrument.ts';
import { type OrderSide, orderSides, orderTypes } from '../../../core/domain/orders/order.ts';
import { IndexPrice, useText } from '../../../core/ui/index.ts';
import { orderText } from '../describe-order.ts';
import { ticketModes } from '../order-forms.ts';
import type { Services } from '../requires.ts';
import type { TicketSettings } from '../settings/ticket-settings.ts';
import { shownFields, sizeFieldOf } from '../ticket-draft.ts';
import type { TicketStore } from '../ticket-store.ts';
import { Choice } from './choice.tsx';
import sides from './sides.module.css';
import { SyncAccounts } from './sync-accounts.tsx';
import { TicketBar } from './ticket-bar.tsx';
import { TicketFields } from './ticket-fields.tsx';
import { TicketFigures } from './ticket-figures.tsx';
import styles from './ticket-form.module.css';
import { TicketHealth } from './ticket-health.tsx';
import { TicketNote } from './ticket-note.tsx';
import { TicketAdvanced, TicketTimes } from './ticket-options.tsx';
import { TicketOutcomes } from './ticket-outcomes.tsx';
import rows from './ticket-rows.module.css';
import { TicketSize } from './ticket-size.tsx';
import { TicketSubmit } from './ticket-submit.tsx';

interface TicketFormProps {
  readonly services: Services;
  readonly store: TicketStore;
  readonly instrument: Instrument;
  readonly onSettings: (patch: Partial<TicketSettings>) => void;
}

/** Dialogs are heavy: the ticket shows first. */
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }));
const sharesByKey: Readonly<Record<string, number>> = { Digit1: 25, Digit2: 50, Digit3: 75, Digit4: 100 };

/** Labels above, units inside, errors under; Enter sends on the chosen side. */
export const TicketForm = observer(function TicketForm({ services, store, instrument, onSettings }: TicketFormProps) {
  const t = useText('panel-order-ticket');
  const form = useRef<HTMLFormElement>(null);
  const [announced, setAnnounced] = useState('');
  const { draft } = store;

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
  /** What has traded is told by its fills, and fills that come after this message take its place. */
  const tellAccepted = (order: Order | null): void => {
    const isOf = (fill: Fill): boolean => fill.apiId === order?.apiId && fill.orderId === order.orderId;
    if (order?.status === 'FILLED' || services.accounts.fills.some(isOf)) return;
    const exchange = services.markets.exchangeTitle(instrument.exchange);
    const more = order === null ? {} : { order, detail: `${orderText(order, instrument, t)} · ${exchange}` };
    services.notices.show('success', t('accepted', { symbol: instrument.symbol }), more);
  };
  const tell = (outcome: Awaited<ReturnType<TicketStore['submit']>>): void => {
    if (outcome.kind === 'invalid') {
      const [field, error] = shownFields(store.draft).flatMap((one) => {
        const found = store.errors[one];
        return found === undefined ? [] : [[one, found] as const];
      })[0] ?? [null, null];
      if (field === null || error === null) return;
      setAnnounced(`${t(`field.${field}`)}: ${t(`error.${error.key}`, error.params)}`);
      focusOn(field);
    }
    if (outcome.kind !== 'sent') return;
    setAnnounced('');
    const [own] = outcome.orders;
    if (own?.state === 'accepted') tellAccepted(own.order);
    else if (own?.state === 'refused' && own.error !== null && store.refusal === null) services.notices.error(own.error);
    if (store.refusal !== null) focusOn(store.refusal.field);
    else focusOn(sizeFieldOf(store.draft));
  };
  const send = async (side: OrderSide): Promise<void> => tell(await store.submit(side));
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
            onClick={() => store.change({ side })}
          >
            {t(`side.${side}`)}
          </button>
        ))}
      </div>
      <div className={`${rows.pair} ${styles.kinds}`}>
        <Choice
          label={t('kind')}
          value={draft.mode}
          words={ticketModes}
          text={(mode) => t(`mode.${mode}`)}
          help={(mode) => t(`mode.${mode}.help`)}
          onChange={(mode) => store.change({ mode })}
        />
        {draft.mode !== 'OCO' && (
          <Choice
            label={t('type')}
            value={draft.type}
            words={orderTypes}
            text={(type) => t(`type.${type}`)}
            onChange={(type) => store.change({ type })}
          />
        )}
      </div>
      <TicketFields services={services} store={store} instrument={instrument} />
      <TicketSize store={store} />
      <TicketTimes store={store} instrument={instrument} hasIndex={services.markets.index(instrument.id) !== null} />
      <TicketAdvanced store={store} onSettings={change} />
      {store.plan.sync && store.plan.followers.length > 0 && (
        <details className={rows.more} open={store.plan.accountCount > 1}>
          <summary>{t('sync.summary', { count: store.plan.accountCount, all: store.plan.followers.length + 1 })}</summary>
          <SyncAccounts services={services} store={store} onChange={change} />
        </details>
      )}
      <TicketFigures store={store} instrument={instrument} />
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
      <TicketSubmit store={store} instrument={instrument} onSend={(side) => void send(side)} />
      <TicketOutcomes services={services} store={store} />
      <div className={styles.hidden} role="alert">
        {announced}
      </div>
      {store.asking !== null && (
        <Suspense fallback={null}>
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
        </Suspense>
      )}
    </form>
  );
});
