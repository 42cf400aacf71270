import type { SitePageProps } from '../../core/contract/site.ts';
import { Closing, Facts, Hero, pointsOf, Section, WorkspaceAction } from '../../core/ui/site/page.tsx';
import { Composition } from './composition.tsx';
import { MosaicPicture } from './mosaic-picture.tsx';

const pieces = ['plugins', 'workspaces', 'languages', 'roles', 'scripts', 'packages'] as const;
const promises = ['kept', 'exact', 'same', 'contained', 'told', 'open'] as const;

/** The product: its workspace step by step, what it is made of, and what can be relied on. */
export function Page({ t }: SitePageProps) {
  const action = <WorkspaceAction signIn={t('action.signIn')} open={t('action.open')} />;
  return (
    <>
      <Hero kicker={t('hero.kicker')} title={t('hero.title')} lead={t('hero.lead')} action={action}>
        <MosaicPicture />
      </Hero>
      <Composition t={t} />
      <Section title={t('pieces.title')} lead={t('pieces.lead')} raised>
        <Facts facts={pointsOf(pieces, (key) => t(`pieces.${key}`))} />
      </Section>
      <Section title={t('promises.title')} lead={t('promises.lead')}>
        <Facts facts={pointsOf(promises, (key) => t(`promises.${key}`))} />
      </Section>
      <Closing title={t('closing.title')} action={action} />
    </>
  );
}
