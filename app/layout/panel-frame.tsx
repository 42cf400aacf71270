import { observable, runInAction } from 'mobx';
import { observer } from 'mobx-react-lite';
import { Activity, type ComponentType, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { LinkedAccounts } from '../../core/client/accounts/linked-accounts.ts';
import type { LinkGroup, PanelProps } from '../../core/contract/panel.ts';
import { changedPanel, type PanelEntry, type RestoredPanel, restorePanel } from '../../core/kernel/index.ts';
import { PlainButton } from '../../core/ui/buttons/plain-button.tsx';
import { EmptyState } from '../../core/ui/states/empty-state.tsx';
import { lazyPart } from '../../core/ui/states/lazy-part.ts';
import { LeavingGuard } from '../../core/ui/states/leaving-guard.tsx';
import { renewLostStyles } from '../../core/ui/states/lost-styles.ts';
import { PanelBoundary } from '../../core/ui/states/panel-boundary.tsx';
import { Skeleton } from '../../core/ui/states/skeleton.tsx';
import { SteadySuspense } from '../../core/ui/states/steady-suspense.tsx';
import { useText } from '../../core/ui/text/use-text.ts';
import type { PanelPreview } from '../../schemas/manifest.ts';
import { lockedText } from '../shell/locked-text.ts';
import { MissingPlugin } from '../shell/missing-plugin.tsx';
import ground from '../shell/theme/panel-ground.module.css';
import { useWorkbench } from '../workbench/workbench-context.tsx';
import { checkSchema } from './check-schema.ts';
import type { PanelPlace } from './layout-host.ts';
import type { PanelSlot } from './panel-slot.ts';
import { panelState } from './panel-state.ts';

interface FrameProps {
  readonly slot: PanelSlot;
  readonly host: PanelPlace;
}

/** One panel in its place: restored from what was saved, or a placeholder that keeps it. */
export const PanelFrame = observer(function PanelFrame({ slot, host }: FrameProps) {
  const t = useText('app');
  const { kernel } = useWorkbench();
  const entry = kernel.panel(slot.saved.type);
  const restored = restorePanel(slot.saved, panelState(slot.saved.type, kernel), checkSchema);
  const report = (error: unknown): void => console.error(`panel ${slot.saved.type}`, error);
  const placeholder = <Placeholder restored={restored} preview={entry?.manifest.preview ?? 'table'} onClose={() => host.close(slot.id)} />;
  return (
    <LeavingGuard of={restored.outcome} broken={placeholder} onError={report}>
      {slot.opened && !slot.closed && (
        <div className={ground.panel} data-panel={slot.saved.type}>
          {restored.outcome === 'ready' && entry !== null ? (
            <PanelBoundary title={t('panel.broken')} retryLabel={t('retry')} onError={report}>
              {/* Behind another tab a panel keeps what it knows, and neither listens nor draws. */}
              <Activity mode={slot.visible ? 'visible' : 'hidden'}>
                <SteadySuspense fallback={<Skeleton />}>
                  <LoadedPanel slot={slot} host={host} entry={entry} restored={restored} />
                </SteadySuspense>
              </Activity>
            </PanelBoundary>
          ) : (
            placeholder
          )}
        </div>
      )}
    </LeavingGuard>
  );
});

interface LoadedPanelProps extends FrameProps {
  readonly entry: PanelEntry;
  readonly restored: Extract<RestoredPanel, { outcome: 'ready' }>;
}

/** Loads the panel's code when it is first shown, and hands it what it needs. */
const LoadedPanel = observer(function LoadedPanel({ slot, host, entry, restored }: LoadedPanelProps) {
  const t = useText('app');
  const { workspace, accounts } = useWorkbench().services;
  const { code } = entry;
  // A layout that changes with the width has another host: what a panel works with stays, and what was typed or is under way with it.
  const [place] = useState(() => observable.box(host, { deep: false }));
  useLayoutEffect(() => runInAction(() => place.set(host)), [place, host]);
  const services = useMemo(() => {
    const linked = new LinkedAccounts(accounts, () => accountOf(place.get(), slot.saved.linkGroup));
    // Whatever a plugin calls them: panels of a link group work with its account.
    const given = Object.entries(code?.services ?? {}).map(([name, service]) => [name, service === accounts ? linked : service]);
    return Object.fromEntries(given) as PanelProps['services'];
  }, [accounts, place, slot, code]);
  const [Panel, setPanel] = useState<ComponentType<PanelProps> | null>(() => code?.Panel ?? null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what makes a failed load be tried again
  useEffect(() => {
    let left = false;
    setFailure(null);
    renewLostStyles(document);
    void code?.load().then((result) => {
      if (left) return;
      if (result.ok) setPanel(() => result.value.Panel);
      else setFailure(result.message);
    });
    return () => {
      left = true;
    };
  }, [code, attempt]);

  if (failure !== null) return <MissingPlugin text={t('placeholder.failed')} retry={() => setAttempt(attempt + 1)} />;
  if (Panel === null || code === null) return <Skeleton />;
  return (
    <Panel
      panelId={slot.id}
      services={services}
      config={restored.config}
      updateConfig={(patch) => host.update(slot.id, { ...slot.saved, ...changedPanel(slot.saved, restored, patch) })}
      linkGroup={slot.saved.linkGroup}
      instrumentId={host.instrumentId ?? workspace.groupInstrument(slot.saved.linkGroup)}
      visible={slot.visible}
    />
  );
});

/** The account that a link group is tied to in this place; null: all of them. */
const accountOf = ({ accounts }: PanelPlace, group: LinkGroup): number | null => (group === 'none' ? null : (accounts[group] ?? null));

interface PlaceholderProps {
  readonly restored: RestoredPanel;
  readonly preview: PanelPreview;
  readonly onClose: () => void;
}

/** What a panel looks like that is locked, from afar; few ever see one. */
const PanelSketch = lazyPart(async () => (await import('../shell/gallery/panel-sketch.tsx')).PanelSketch);

function Placeholder({ restored, preview, onClose }: PlaceholderProps) {
  const t = useText('app');
  const reason = restored.outcome === 'placeholder' ? restored.reason : { code: 'unknown' as const };
  const locked = reason.code === 'locked';
  return (
    <EmptyState
      icon={locked ? 'lock' : 'plugin'}
      text={locked ? lockedText(t, reason.minVip) : t(`placeholder.${reason.code}`)}
      picture={
        locked && (
          <SteadySuspense fallback={null}>
            <PanelSketch preview={preview} />
          </SteadySuspense>
        )
      }
      action={<PlainButton onClick={onClose}>{t('panel.close')}</PlainButton>}
    />
  );
}
