import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import type { PanelProps } from '../../../core/contract/panel.ts';
import {
  BarSpace,
  EmptyState,
  FailedState,
  IconButton,
  lazyPart,
  PanelBody,
  Skeleton,
  SteadySuspense,
  useServices,
  useText,
} from '../../../core/ui/index.ts';
import { lookedAt } from '../chart/charted-instance.ts';
import { EnvironmentBadge, StatusText } from '../instance-badges.tsx';
import { mayStart, reuse } from '../panel-links.ts';
import { type Question, QuestionStrip } from '../question-strip.tsx';
import type { requires, Services } from '../requires.ts';
import { StartStrategy } from '../start-strategy.tsx';
import { stopQuestion } from '../stop-instances.ts';
import styles from './details.module.css';
import { DetailsStore } from './details-store.ts';
import { isAtWork } from './instance-figures.ts';

const EventLog = lazyPart(async () => (await import('./event-log.tsx')).EventLog);
const FillsTable = lazyPart(async () => (await import('./fills-table.tsx')).FillsTable);
const HoldingTables = lazyPart(async () => (await import('./holding-tables.tsx')).HoldingTables);
const InstanceOverview = lazyPart(async () => (await import('./instance-overview.tsx')).InstanceOverview);
const ParamsForm = lazyPart(async () => (await import('../params-form.tsx')).ParamsForm);

const StateView = lazyPart(async () => (await import('./state-view.tsx')).StateView);

const parts = ['overview', 'params', 'holdings', 'fills', 'log', 'state'] as const;
type Part = (typeof parts)[number];

/** Everything about the instance that lists and charts speak of. */
export const Panel = observer(function DetailsPanel(props: PanelProps<typeof requires>) {
  const { services, config, updateConfig, visible } = props;
  const { strategies } = services;
  const t = useText('panel-strategy-instances');
  const part = parts.find((one) => one === config.part) ?? 'overview';
  const isEmpty = visible && strategies.chosen === null;
  const first = strategies.running[0]?.instanceId ?? null;
  // Who has chosen nothing yet has the newest of his own before him.
  useEffect(() => {
    if (isEmpty && first !== null) strategies.choose(first);
  }, [isEmpty, first, strategies]);
  if (strategies.chosen === null) {
    return <EmptyState icon="info" text={t('details.none')} action={<StartStrategy services={services} />} />;
  }
  return (
    <InstanceDetails
      key={strategies.chosen}
      instanceId={strategies.chosen}
      services={services}
      visible={visible}
      part={part}
      onPart={(next) => updateConfig({ part: next })}
    />
  );
});

interface InstanceDetailsProps {
  readonly instanceId: string;
  readonly services: Services;
  readonly visible: boolean;
  readonly part: Part;
  readonly onPart: (part: Part) => void;
}

const InstanceDetails = observer(function InstanceDetails({ instanceId, services, visible, part, onPart }: InstanceDetailsProps) {
  const t = useText('panel-strategy-instances');
  const { timers } = useServices();
  const store = useMemo(() => new DetailsStore(services, timers, instanceId), [services, timers, instanceId]);
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    if (!visible) return;
    const stops = [store.follow(), lookedAt.hold(instanceId)];
    return () => {
      for (const stop of stops) void stop();
    };
  }, [store, instanceId, visible]);
  const { instance } = store;
  if (instance === null) {
    if (store.state === 'failed') return <FailedState text={t('details.failed')} onRetry={() => void store.load()} />;
    return store.state === 'unknown' ? <EmptyState icon="info" text={t('details.unknown')} /> : <Skeleton rows={6} />;
  }
  const shown = { services, store, instance };
  return (
    <PanelBody
      bar={
        <>
          <strong className={styles.name} title={instance.name}>
            {instance.name}
          </strong>
          <EnvironmentBadge environment={instance.environment} t={t} />
          <StatusText instance={instance} t={t} services={services} />
          <BarSpace />
          {mayStart(services) && <IconButton icon="refresh" label={t('action.reuse')} onClick={() => reuse(services, instance)} />}
          {isAtWork(instance) && (
            <Button size="small" onClick={() => setQuestion(stopQuestion(services, t, [instance]))}>
              {t('action.stop')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.details}>
        {question !== null && <QuestionStrip question={question} onEnd={() => setQuestion(null)} />}
        <Tabs part={part} onPart={onPart} />
        <div role="tabpanel" aria-label={t(`part.${part}`)} className={styles.body}>
          <SteadySuspense fallback={<Skeleton rows={4} />}>
            {part === 'overview' && <InstanceOverview {...shown} visible={visible} />}
            {part === 'params' && <ParamsForm {...shown} />}
            {part === 'holdings' && <HoldingTables {...shown} />}
            {part === 'fills' && <FillsTable {...shown} />}
            {part === 'log' && <EventLog {...shown} />}
            {part === 'state' && <StateView {...shown} visible={visible} />}
          </SteadySuspense>
        </div>
      </div>
    </PanelBody>
  );
});

/** Arrow keys go from tab to tab. */
function Tabs({ part, onPart }: Pick<InstanceDetailsProps, 'part' | 'onPart'>) {
  const t = useText('panel-strategy-instances');
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = parts[(parts.indexOf(part) + by + parts.length) % parts.length];
    if (by === 0 || next === undefined || event.altKey) return;
    event.preventDefault();
    onPart(next);
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[parts.indexOf(next)]?.focus();
  };
  return (
    <div role="tablist" aria-label={t('details.title')} className={styles.tabs} onKeyDown={onKeyDown}>
      {parts.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          aria-selected={one === part}
          tabIndex={one === part ? 0 : -1}
          className={styles.tab}
          onClick={() => onPart(one)}
        >
          {t(`part.${one}`)}
        </button>
      ))}
    </div>
  );
}
