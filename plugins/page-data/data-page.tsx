import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PageProps } from '../../core/contract/plugin.ts';
import { useText } from '../../core/ui/index.ts';
import styles from './data-page.module.css';
import type { requires } from './requires.ts';
import { BreadthSection } from './sections/breadth-section.tsx';
import { CorrelationSection } from './sections/correlation-section.tsx';
import { FearGreedSection } from './sections/fear-greed-section.tsx';
import { SpreadsSection } from './sections/spreads-section.tsx';
import { VolatilitySection } from './sections/volatility-section.tsx';
import { Choices } from './stores/choices.ts';

const sections = ['fear-greed', 'breadth', 'correlation', 'volatility', 'spreads'] as const;

/** Figures of the whole market: each picture with its table and its files. */
export const Page = observer(function DataPage({ services }: PageProps<typeof requires>) {
  const t = useText('page-data');
  const [choices] = useState(() => new Choices(services.documents));
  useEffect(() => {
    const close = choices.open();
    return () => void close();
  }, [choices]);
  const part = { services, choices };
  const contents: Readonly<Record<(typeof sections)[number], ReactNode>> = {
    'fear-greed': <FearGreedSection {...part} />,
    breadth: <BreadthSection {...part} />,
    correlation: <CorrelationSection {...part} />,
    volatility: <VolatilitySection {...part} />,
    spreads: <SpreadsSection {...part} />,
  };
  return (
    <div className={styles.page}>
      <header className={styles.top}>
        <h1>{t('title')}</h1>
        <nav className={styles.anchors} aria-label={t('sections')}>
          {sections.map((id) => (
            <button key={id} type="button" onClick={() => document.getElementById(`data-${id}`)?.scrollIntoView()}>
              {t(`section.${id}`)}
            </button>
          ))}
        </nav>
      </header>
      {sections.map((id) => (
        <Section key={id} id={`data-${id}`} title={t(`section.${id}`)}>
          {contents[id]}
        </Section>
      ))}
    </div>
  );
});

interface SectionProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

/** Its figures are asked for once it comes near: nobody waits for what he does not look at. */
function Section({ id, title, children }: SectionProps) {
  const element = useRef<HTMLElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), {
      rootMargin: '200px',
    });
    if (element.current !== null) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section ref={element} id={id} className={near ? styles.section : styles.later} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {near && children}
    </section>
  );
}
