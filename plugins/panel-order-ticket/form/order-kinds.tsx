import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useRef, useState } from 'react';
import { Icon, useText } from '../../../core/ui/index.ts';
import { ButtonPopover } from '../../../core/ui/popover/button-popover.tsx';
import { isUsual, type OrderKind, otherKinds, usualKinds } from '../order-forms.ts';
import type { TicketStore } from '../ticket-store.ts';
import styles from './order-kinds.module.css';

/** What the order is, as tabs: limit, market, and the last one of all others, which the arrow beside it lists. */
export const OrderKinds = observer(function OrderKinds({ store }: { readonly store: TicketStore }) {
  const t = useText('panel-order-ticket');
  const { kind } = store;
  const strip = useRef<HTMLDivElement>(null);
  const [lastOther, setLastOther] = useState<OrderKind>('STOP_MARKET');
  const tabs = [...usualKinds, isUsual(kind) ? lastOther : kind];
  const nameOf = (one: OrderKind): string => t(one === 'OCO' ? 'mode.OCO' : `type.${one}`);
  const choose = (next: OrderKind): void => {
    if (!isUsual(kind)) setLastOther(kind);
    store.chooseKind(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = by === undefined ? -1 : (tabs.indexOf(kind) + by + tabs.length) % tabs.length;
    const next = tabs[at];
    if (next === undefined || event.altKey) return;
    event.preventDefault();
    choose(next);
    strip.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <div className={styles.kinds}>
      <div ref={strip} role="tablist" aria-label={t('type')} className={styles.tabs} onKeyDown={onKeyDown}>
        {tabs.map((one) => (
          <button
            key={isUsual(one) ? one : 'other'}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={one === kind}
            tabIndex={one === kind ? 0 : -1}
            title={one === 'OCO' ? t('mode.OCO.help') : nameOf(one)}
            onClick={() => choose(one)}
          >
            {nameOf(one)}
          </button>
        ))}
      </div>
      <ButtonPopover label={t('type.more')} face={<Icon name="chevron" size={12} />} className={styles.more} position="below-end">
        {(close) => (
          <div className={styles.list}>
            {otherKinds.map((one) => (
              <button
                key={one}
                type="button"
                className={styles.other}
                aria-pressed={one === kind}
                onClick={() => {
                  choose(one);
                  close();
                }}
              >
                {nameOf(one)}
              </button>
            ))}
          </div>
        )}
      </ButtonPopover>
    </div>
  );
});
