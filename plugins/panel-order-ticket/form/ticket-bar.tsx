import { observer } from 'mobx-react-lite';
import { type ReactNode, useMemo } from 'react';
import button from '../../../core/ui/buttons/bare-button.module.css';
import { Icon, type IconName, lazyPart, Skeleton, SteadySuspense, useText } from '../../../core/ui/index.ts';
import { ButtonPopover } from '../../../core/ui/popover/button-popover.tsx';
import type { Services } from '../requires.ts';
import { TicketPreferences } from '../settings/ticket-preferences.tsx';
import type { TicketSettings } from '../settings/ticket-settings.ts';
import { ticketTemplates } from '../templates/templates-store.ts';
import { TicketTemplates } from '../templates/ticket-templates.tsx';
import type { TicketStore } from '../ticket-store.ts';
import styles from './ticket-bar.module.css';

const TicketHelp = lazyPart(async () => (await import('./ticket-help.tsx')).TicketHelp);

/** The ticket's modes, and what opens beside it: templates, confirmations, keys. */
export const TicketBar = observer(function TicketBar({
  services,
  store,
  onSettings,
}: {
  readonly services: Services;
  readonly store: TicketStore;
  readonly onSettings: (change: Partial<TicketSettings>) => void;
}) {
  const t = useText('panel-order-ticket');
  const { workspace } = services;
  const templates = useMemo(() => ticketTemplates(services.api), [services]);
  return (
    <div className={styles.bar}>
      <button
        type="button"
        className={styles.mode}
        aria-pressed={store.quick}
        title={t('quick.help')}
        onClick={() => workspace.setDashboard({ quickMode: !store.quick })}
      >
        {t('quick')}
      </button>
      <button
        type="button"
        className={styles.mode}
        aria-pressed={store.plan.sync}
        title={t('sync.help')}
        onClick={() => workspace.setDashboard({ syncMode: !store.plan.sync })}
      >
        {t('sync')}
      </button>
      <span className={styles.space} />
      <Tool icon="list" label={t('templates')}>
        {(close) => <TicketTemplates services={services} store={store} templates={templates} onClose={close} />}
      </Tool>
      <Tool icon="settings" label={t('confirmations')}>
        {() => <TicketPreferences store={store} onChange={onSettings} />}
      </Tool>
      <Tool icon="info" label={t('help')}>
        {() => (
          <SteadySuspense fallback={<Skeleton rows={8} />}>
            <TicketHelp />
          </SteadySuspense>
        )}
      </Tool>
    </div>
  );
});

interface ToolProps {
  readonly icon: IconName;
  readonly label: string;
  /** Gets a function that closes it. */
  readonly children: (close: () => void) => ReactNode;
}

/** An icon button of the ticket's bar with what opens under it. */
const Tool = ({ icon, label, children }: ToolProps) => (
  <ButtonPopover
    label={label}
    face={<Icon name={icon} size={14} />}
    className={`${button.bare} ${styles.tool}`}
    surfaceClassName={styles.surface}
    position="below-end"
  >
    {children}
  </ButtonPopover>
);
