import { observer } from 'mobx-react-lite';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contributions, PageProps } from '../../../core/contract/plugin.ts';
import { type SetupSection, setupSectionsPoint } from '../../../core/contract/setup-page.ts';
import { useContributions } from '../../../core/ui/page/use-contributions.ts';
import { lazyPart } from '../../../core/ui/states/lazy-part.ts';
import { PanelBoundary } from '../../../core/ui/states/panel-boundary.tsx';
import { Skeleton } from '../../../core/ui/states/skeleton.tsx';
import { SteadySuspense } from '../../../core/ui/states/steady-suspense.tsx';
import { splitKey } from '../../../core/ui/text/split-key.ts';
import { useTexts } from '../../../core/ui/text/use-text.ts';
import { useWorkbench } from '../../workbench/workbench-context.tsx';

type Section = ReturnType<Contributions<SetupSection>['list']>[number];
const keyOf = ({ pluginId, id }: Section): string => `${pluginId}/${id}`;

interface SectionsProps {
  readonly as: ComponentType<{ readonly title: string; readonly children: ReactNode }>;
}

/** What plugins add to the settings, in their order. */
export const ContributedSections = observer(function ContributedSections({ as: Group }: SectionsProps) {
  const { t } = useTranslation('app');
  const { kernel } = useWorkbench();
  const point = useMemo(() => kernel.kernel.contributions<SetupSection>(setupSectionsPoint), [kernel]);
  const sections = useContributions(point).toSorted((a, b) => a.value.order - b.value.order || keyOf(a).localeCompare(keyOf(b)));
  const texts = useTexts(sections.map(({ value }) => splitKey(value.titleKey).namespace));
  return sections.map((section) => {
    const { namespace, key } = splitKey(section.value.titleKey);
    return (
      <Group key={keyOf(section)} title={texts(namespace)(key)}>
        <PanelBoundary title={t('panel.broken')} retryLabel={t('retry')}>
          <SteadySuspense fallback={<Skeleton rows={6} />}>
            <Opened section={section} />
          </SteadySuspense>
        </PanelBoundary>
      </Group>
    );
  });
});

/** One part per contribution: coming back to the page does not load it again. */
const parts = new WeakMap<SetupSection, (props: PageProps) => ReactNode>();

function Opened({ section }: { readonly section: Section }) {
  const { value } = section;
  const Part = parts.get(value) ?? lazyPart(async () => (await value.load()).Section);
  parts.set(value, Part);
  return <Part services={section.services() as PageProps['services']} />;
}
