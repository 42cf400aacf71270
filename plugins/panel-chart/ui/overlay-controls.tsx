import { Fragment } from 'react';
import { PanelBoundary, SteadySuspense, useText } from '../../../core/ui/index.ts';
import type { ChartEngine } from '../chart-engine.ts';
import { type OverlayContribution, overlayKeyOf } from '../layers/overlay-layer.ts';
import { useOverlayTitle } from './drawing-bar.tsx';

interface OverlayControlsProps {
  readonly engine: ChartEngine;
  readonly overlays: readonly OverlayContribution[];
  readonly strip: HTMLElement;
  readonly visible: boolean;
}

/** What shown overlays put into the chart's bar, each in its own boundary. */
export function OverlayControls({ engine, overlays, strip, visible }: OverlayControlsProps) {
  const t = useText('panel-chart');
  const titleOf = useOverlayTitle();
  return overlays.map((overlay) => {
    const key = overlayKeyOf(overlay);
    const surface = engine.surfaceOf(key);
    const { Controls } = overlay.value;
    if (surface === null || Controls === undefined) return <Fragment key={key} />;
    return (
      <PanelBoundary
        key={key}
        title={titleOf(overlay)}
        retryLabel={t('retry')}
        onError={(error) => console.error(`chart overlay ${key}`, error)}
      >
        <SteadySuspense fallback={null}>
          <Controls surface={surface} services={overlay.services()} strip={strip} visible={visible} />
        </SteadySuspense>
      </PanelBoundary>
    );
  });
}
