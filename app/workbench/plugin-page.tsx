import { type ComponentType, useEffect, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import type { RouteEntry } from '../../core/kernel/index.ts';
import { EmptyState } from '../../core/ui/states/empty-state.tsx';
import { renewLostStyles } from '../../core/ui/states/lost-styles.ts';
import { PanelBoundary } from '../../core/ui/states/panel-boundary.tsx';
import { Skeleton } from '../../core/ui/states/skeleton.tsx';
import { splitKey } from '../../core/ui/text/split-key.ts';
import { useText } from '../../core/ui/text/use-text.ts';
import { usePageTitle } from '../shell/header/navigation.tsx';
import { lockedText } from '../shell/locked-text.ts';
import { MissingPlugin } from '../shell/missing-plugin.tsx';

/** A page of a plugin: locked ones say so, broken ones can be tried again. */
export function PluginPage({ route }: { readonly route: RouteEntry }) {
  const t = useText('app');
  const { namespace, key } = splitKey(route.manifest.title);
  const pluginText = useText(namespace);
  const [Page, setPage] = useState<ComponentType<PageProps> | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { code, decision } = route;
  usePageTitle(pluginText(key));

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is what makes a failed load be tried again
  useEffect(() => {
    let left = false;
    setFailure(null);
    renewLostStyles(document);
    void code?.load().then((result) => {
      if (left) return;
      if (result.ok) setPage(() => result.value.Page);
      else setFailure(result.message);
    });
    return () => {
      left = true;
    };
  }, [code, attempt]);

  if (decision.outcome === 'locked') return <EmptyState icon="lock" text={lockedText(t, decision.minVip)} />;
  if (failure !== null) return <MissingPlugin text={t('missing.text')} retry={() => setAttempt(attempt + 1)} />;
  if (Page === null || code === null) return <Skeleton rows={12} />;
  return (
    <PanelBoundary title={t('panel.broken')} retryLabel={t('retry')}>
      <Page services={code.services as PageProps['services']} />
    </PanelBoundary>
  );
}
