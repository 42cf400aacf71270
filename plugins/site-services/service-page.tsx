import type { SitePageProps } from '../../core/contract/site.ts';
import { Closing, ContactAction, Facts, Hero, Onward, Points, pointsOf, Section } from '../../core/ui/site/page.tsx';

export interface ServiceProps {
  /** A text of this service. */
  own(key: string): string;
  readonly points: readonly string[];
  readonly facts: readonly string[];
  readonly Picture: () => React.ReactNode;
}

/** A service: what it is, what a client gets, what it rests on in the product, and the way to us. */
export function ServicePage({ t, links, own, points, facts, Picture }: SitePageProps & ServiceProps) {
  const action = <ContactAction links={links} contact={t('action.contact')} signIn={t('action.signIn')} open={t('action.open')} />;
  return (
    <>
      <Hero kicker={own('label')} title={own('hero.title')} lead={own('hero.lead')} action={action}>
        <Picture />
      </Hero>
      <Section title={own('points.title')}>
        <Points points={pointsOf(points, (key) => own(`points.${key}`))} />
      </Section>
      <Section title={own('facts.title')} lead={own('facts.lead')} raised>
        <Facts facts={pointsOf(facts, (key) => own(`facts.${key}`))} />
      </Section>
      <Closing title={own('closing')} action={action} />
      <Onward title={t('others')} links={links.filter(({ section, label }) => section === 'service' && label !== own('label'))} />
    </>
  );
}
