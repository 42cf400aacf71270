import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderSide } from '../../../core/domain/orders/order.ts';
import { Icon, iconNamed } from '../../../core/ui/icon.tsx';
import { panelOf } from '../../workbench/panel-of.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';
import type { PanelSlot } from '../panel-slot.ts';
import { panelTitle } from '../panel-title.ts';
import { newPanel } from '../presets/new-panel.ts';
import styles from './stacked-controls.module.css';
import type { StackedLayoutHost } from './stacked-layout-host.ts';
import './stacked-layout.css';

const sides: readonly OrderSide[] = ['BUY', 'SELL'];

/** Under the thumb: which panel fills the screen, and an order from wherever one is. */
export const StackedControls = observer(function StackedControls({ host }: { readonly host: StackedLayoutHost }) {
  const { t } = useTranslation('app');
  const { panels } = host;
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = panels.findIndex(({ id }) => id === host.front);
    const last = panels.length - 1;
    const to = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[event.key];
    const panel = to === undefined ? undefined : panels[to];
    if (panel === undefined || event.altKey) return;
    event.preventDefault();
    host.choose(panel.id);
    document.getElementById(tabId(panel))?.focus();
  };
  return (
    <div className={styles.controls}>
      <QuickOrder host={host} />
      <div className={styles.strip} role="tablist" aria-label={t('panel.panels')} onKeyDown={onKeyDown}>
        {panels.map((slot) => (
          <PanelTab key={slot.id} slot={slot} host={host} />
        ))}
      </div>
    </div>
  );
});

interface PanelTabProps {
  readonly slot: PanelSlot;
  readonly host: StackedLayoutHost;
}

const PanelTab = observer(function PanelTab({ slot, host }: PanelTabProps) {
  const workbench = useWorkbench();
  const button = useRef<HTMLButtonElement>(null);
  const selected = host.front === slot.id;
  // Names follow the language.
  void workbench.services.texts.language;
  useEffect(() => {
    slot.element.setAttribute('aria-labelledby', tabId(slot));
  }, [slot]);
  useEffect(() => {
    if (selected) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [selected]);
  return (
    <button
      ref={button}
      type="button"
      role="tab"
      id={tabId(slot)}
      className={styles.tab}
      aria-selected={selected}
      aria-controls={slot.element.id}
      tabIndex={selected ? 0 : -1}
      onClick={() => host.choose(slot.id)}
    >
      <Icon name={iconNamed(workbench.kernel.panel(slot.saved.type)?.manifest.icon ?? '')} size={18} />
      <span className={styles.name}>{panelTitle(workbench, slot.saved)}</span>
    </button>
  );
});

/** The workspace's own ticket over the lower part of whatever panel is in front. */
const QuickOrder = observer(function QuickOrder({ host }: { readonly host: StackedLayoutHost }) {
  const { t } = useTranslation('app');
  const { kernel, services } = useWorkbench();
  const { sheet } = host;
  const buttons = useRef<HTMLDivElement>(null);
  const ticket = panelOf(kernel, 'order-ticket');
  useEffect(() => {
    const element = sheet === null ? undefined : host.slots.get(sheet)?.element;
    const onKeyDown = (event: globalThis.KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) host.closeSheet();
    };
    element?.addEventListener('keydown', onKeyDown);
    return () => {
      element?.removeEventListener('keydown', onKeyDown);
      if (element !== undefined && (document.activeElement === document.body || element.contains(document.activeElement)))
        requestAnimationFrame(() => buttons.current?.querySelector('button')?.focus());
    };
  }, [host, sheet]);
  if (ticket === null || host.slots.get(host.front ?? '')?.saved.type === ticket.key) return null;
  const start = (side: OrderSide): void => {
    if (ticket.decision.outcome === 'granted') services.workspace.askForOrder(side);
    host.showSheet(newPanel(kernel, ticket.key));
  };
  return (
    <div ref={buttons} className={styles.quick} data-keep-clear="action">
      {sheet === null ? (
        sides.map((side) => (
          <button
            key={side}
            type="button"
            className={`${styles.order} ${side === 'BUY' ? styles.buy : styles.sell}`}
            onClick={() => start(side)}
          >
            {t(`quick.${side}`)}
          </button>
        ))
      ) : (
        <button type="button" className={styles.close} onClick={host.closeSheet}>
          <Icon name="chevron" size={14} />
          {t('quick.close')}
        </button>
      )}
    </div>
  );
});

const tabId = (slot: PanelSlot): string => `tab-${slot.element.id}`;
