import { FluentProvider } from '@fluentui/react-components';
import { MotionBehaviourProvider } from '@fluentui/react-motion';
import { observer } from 'mobx-react-lite';
import { Activity, type ComponentType, type ReactNode, useEffect } from 'react';
import { I18nextProvider } from 'react-i18next';
import type { PanelProps } from '../../core/contract/panel.ts';
import type { PageProps } from '../../core/contract/plugin.ts';
import { PanelBoundary } from '../../core/ui/states/panel-boundary.tsx';
import { Skeleton } from '../../core/ui/states/skeleton.tsx';
import { SteadySuspense } from '../../core/ui/states/steady-suspense.tsx';
import { type UiServices, UiServicesProvider } from '../../core/ui/ui-services.tsx';
import { fluentTheme } from '../shell/theme/fluent-theme.ts';
import ground from '../shell/theme/panel-ground.module.css';
import styles from './frame.module.css';
import type { FrameConfig } from './frame-config.ts';
import type { FrameStore } from './frame-store.ts';
import type { FrameTexts } from './frame-texts.ts';

export type Part =
  | {
      readonly kind: 'panel';
      readonly Panel: ComponentType<PanelProps>;
      readonly services: PanelProps['services'];
      readonly panelId: string;
      readonly config: FrameConfig;
    }
  | { readonly kind: 'page'; readonly Page: ComponentType<PageProps>; readonly services: PageProps['services'] };

interface FrameProps {
  readonly part: Part;
  readonly store: FrameStore;
  readonly texts: FrameTexts;
  readonly ui: UiServices;
  readonly onDrawn: () => void;
}

/** The same ground as in the page: theme, building blocks, texts, and a boundary for what throws. */
export function FramePart({ part, store, texts, ui, onDrawn }: FrameProps) {
  return (
    <I18nextProvider i18n={texts.i18n}>
      <UiServicesProvider services={ui}>
        <FluentProvider theme={fluentTheme} style={{ height: '100%' }}>
          <MotionBehaviourProvider value="skip">
            <Bounded texts={texts}>
              <Shown store={store} isPage={part.kind === 'page'}>
                <SteadySuspense fallback={<Skeleton />}>
                  {part.kind === 'panel' ? <PanelOf part={part} store={store} /> : <part.Page services={part.services} />}
                  <Drawn onDrawn={onDrawn} />
                </SteadySuspense>
              </Shown>
            </Bounded>
          </MotionBehaviourProvider>
        </FluentProvider>
      </UiServicesProvider>
    </I18nextProvider>
  );
}

const Bounded = observer(function Bounded({ texts, children }: { readonly texts: FrameTexts; readonly children: ReactNode }) {
  const report = (error: unknown): void => {
    console.error(error);
    uncoverAlerts();
  };
  const { store } = texts;
  return (
    <PanelBoundary title={store.t('app', 'panel.broken')} retryLabel={store.t('app', 'retry')} onError={report}>
      {children}
    </PanelBoundary>
  );
});

/**
 * What opened above the panel hid the rest of the document from screen readers. The library takes that back for whoever closes it, and not
 * for one that left with all that broke: nobody would hear the sentence in the panel's place.
 */
function uncoverAlerts(): void {
  for (const alert of document.querySelectorAll('[role="alert"]')) {
    for (let hidden = alert.closest('[aria-hidden]'); hidden !== null; hidden = alert.closest('[aria-hidden]'))
      hidden.removeAttribute('aria-hidden');
  }
}

interface ShownProps {
  readonly store: FrameStore;
  readonly isPage: boolean;
  readonly children: ReactNode;
}

/** Behind another tab a panel keeps what it knows, and neither listens nor draws. */
const Shown = observer(function Shown({ store, isPage, children }: ShownProps) {
  return (
    <div className={isPage ? `${ground.panel} ${styles.page}` : ground.panel}>
      <Activity mode={store.visible ? 'visible' : 'hidden'}>{children}</Activity>
    </div>
  );
});

const PanelOf = observer(function PanelOf({
  part,
  store,
}: {
  readonly part: Extract<Part, { kind: 'panel' }>;
  readonly store: FrameStore;
}) {
  const { Panel, services, panelId, config } = part;
  return (
    <Panel
      panelId={panelId}
      services={services}
      config={config.value}
      updateConfig={config.update}
      linkGroup={store.linkGroup}
      instrumentId={store.instrumentId}
      visible={store.visible}
    />
  );
});

function Drawn({ onDrawn }: { readonly onDrawn: () => void }) {
  useEffect(onDrawn, [onDrawn]);
  return null;
}
