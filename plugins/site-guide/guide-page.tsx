import type { SitePageProps, SiteSubpage } from '../../core/contract/site.ts';
import { ChapterBody } from './chapter-body.tsx';
import { book } from './chapters.ts';
import { Contents } from './contents.tsx';
import styles from './guide-page.module.css';
import { GuideSearchField } from './guide-search-field.tsx';
import { chapterIds, outline, readers } from './outline.ts';
import type { Chapter } from './read-chapter.ts';

/** Each chapter is a page of its own. */
export const subpages: readonly SiteSubpage[] = chapterIds.map((id) => {
  const said = (what: 'title' | 'lead') => Object.fromEntries(book.languages.map((one) => [one, book.chapter(one, id)[what]]));
  return { path: id, title: said('title'), description: said('lead') };
});

/** The guide: its first page, or the chapter that the subpage names. */
export function Page(props: SitePageProps) {
  const { subpage, language } = props;
  return (
    <div className={styles.guide}>
      <aside className={styles.aside}>
        <GuideSearchField {...props} />
        <Contents {...props} />
      </aside>
      {subpage === null ? <FirstPage {...props} /> : <ChapterPage {...props} chapter={book.chapter(language, subpage)} />}
    </div>
  );
}

function FirstPage({ language, t, href }: SitePageProps) {
  return (
    <div className={styles.first}>
      <h1>{t('first.title')}</h1>
      <p className={styles.lead}>{t('first.lead')}</p>
      {readers.map((reader) => (
        <section key={reader}>
          <h2>{t(`reader.${reader}`)}</h2>
          <p className={styles.lead}>{t(`reader.${reader}.text`)}</p>
          <ul className={styles.cards}>
            {outline[reader].map((name) => {
              const { id, title, lead } = book.chapter(language, `${reader}/${name}`);
              return (
                <li key={id}>
                  <a href={href(`/guide/${id}`)}>{title}</a>
                  <p>{lead}</p>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </div>
  );
}

function ChapterPage(props: SitePageProps & { readonly chapter: Chapter }) {
  const { chapter, t } = props;
  const { title, lead, sections } = chapter;
  return (
    <>
      <div className={styles.middle}>
        <article className={styles.article}>
          <h1>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          <ChapterBody {...props} />
        </article>
        <Neighbours {...props} />
      </div>
      {sections.length > 1 && (
        <nav className={styles.here} aria-label={t('here')}>
          <h2>{t('here')}</h2>
          <ul>
            {sections.map(({ id, title: name, depth }) => (
              <li key={id} data-depth={depth}>
                <a href={`#${id}`}>{name}</a>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  );
}

function Neighbours({ language, t, href, chapter }: SitePageProps & { readonly chapter: Chapter }) {
  const at = chapterIds.indexOf(chapter.id);
  return (
    <nav className={styles.neighbours} aria-label={t('neighbours')}>
      {(['previous', 'next'] as const).map((way) => {
        const id = chapterIds[way === 'next' ? at + 1 : at - 1];
        if (id === undefined) return <span key={way} />;
        return (
          <a key={way} href={href(`/guide/${id}`)} rel={way === 'next' ? 'next' : 'prev'} className={styles[way]}>
            <span>{t(way)}</span>
            {book.chapter(language, id).title}
          </a>
        );
      })}
    </nav>
  );
}
