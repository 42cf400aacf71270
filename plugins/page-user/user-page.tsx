import { observer } from 'mobx-react-lite';
import { type ComponentType, type ReactNode, useId, useState } from 'react';
import type { Contributions, PageProps } from '../../core/contract/plugin.ts';
import type { UserSection } from '../../core/contract/user-page.ts';
import {
  EmptyState,
  lazyPart,
  PageHead,
  PanelBoundary,
  Skeleton,
  SteadySuspense,
  splitKey,
  useContributions,
  useText,
  useTexts,
} from '../../core/ui/index.ts';
import { PageTabs } from '../../core/ui/page/page-tabs.tsx';
import styles from './user-page.module.css';

type Section = ReturnType<Contributions<UserSection>['list']>[number];
const keyOf = ({ pluginId, id }: Section): string => `${pluginId}/${id}`;

/** The address names the open part, so that a reload and a link come back to it. */
const askedPart = (): string | null => new URLSearchParams(window.location.search).get('part');
function nameInAddress(part: string): void {
  window.history.replaceState(window.history.state, '', `${window.location.pathname}?part=${encodeURIComponent(part)}`);
}

/** What a person keeps about himself, part by part, as plugins contribute them. */
export function createPage(contributions: Contributions<UserSection>): ComponentType<PageProps> {
  return observer(function UserPage() {
    const t = useText('page-user');
    const panelId = useId();
    const sections = useContributions(contributions).toSorted((a, b) => a.value.order - b.value.order || keyOf(a).localeCompare(keyOf(b)));
    const texts = useTexts(sections.map(({ value }) => splitKey(value.titleKey).namespace));
    const [asked, setAsked] = useState(askedPart);
    const open = sections.find(({ id }) => id === asked) ?? sections[0];
    const titleOf = ({ value: { titleKey } }: Section): string => {
      const { namespace, key } = splitKey(titleKey);
      return texts(namespace)(key);
    };
    const choose = (part: string): void => {
      setAsked(part);
      nameInAddress(part);
    };
    return (
      <div className={styles.page}>
        <PageHead title={t('title')} lead={t('lead')} />
        {open === undefined ? (
          <EmptyState icon="user" text={t('empty')} />
        ) : (
          <>
            <PageTabs
              label={t('parts')}
              value={open.id}
              tabs={sections.map((section) => [section.id, titleOf(section)])}
              onChange={choose}
              panelId={panelId}
            />
            <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${open.id}`} className={styles.part}>
              <PanelBoundary key={keyOf(open)} title={t('broken')} retryLabel={t('retry')}>
                <SteadySuspense fallback={<Skeleton rows={6} />}>
                  <Opened section={open} />
                </SteadySuspense>
              </PanelBoundary>
            </div>
          </>
        )}
      </div>
    );
  });
}

/** One part per contribution: going back to a tab does not load it again. */
const parts = new WeakMap<UserSection, (props: PageProps) => ReactNode>();

function Opened({ section }: { readonly section: Section }) {
  const { value } = section;
  const Part = parts.get(value) ?? lazyPart(async () => (await value.load()).Section);
  parts.set(value, Part);
  return <Part services={section.services() as PageProps['services']} />;
}
