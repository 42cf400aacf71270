import type { SitePageProps } from '../../core/contract/site.ts';
import { Closing, ContactAction, Facts, Hero, Points, pointsOf, Section } from '../../core/ui/site/page.tsx';
import { DepthPicture } from './depth-picture.tsx';

const values = ['exact', 'candour', 'calm', 'craft'] as const;
const teams = ['research', 'engineering', 'trading'] as const;
const standing = ['licences', 'hours', 'clients'] as const;

/** The firm: its mission, what it holds to, who does the work, and where it stands. */
export function Page({ t, links }: SitePageProps) {
  const action = <ContactAction links={links} contact={t('action.contact')} signIn={t('action.signIn')} open={t('action.open')} />;
  return (
    <>
      <Hero kicker={t('kicker')} title={t('hero.title')} lead={t('hero.lead')} action={action}>
        <DepthPicture />
      </Hero>
      <Section title={t('values.title')} lead={t('values.lead')}>
        <Points points={pointsOf(values, (key) => t(`values.${key}`))} />
      </Section>
      <Section title={t('teams.title')} lead={t('teams.lead')} raised>
        <Facts facts={pointsOf(teams, (key) => t(`teams.${key}`))} />
      </Section>
      <Section title={t('standing.title')}>
        <Facts facts={pointsOf(standing, (key) => t(`standing.${key}`))} />
      </Section>
      <Closing title={t('closing.title')} action={action} />
    </>
  );
}
