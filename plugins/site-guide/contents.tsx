import type { SitePageProps } from '../../core/contract/site.ts';
import { Icon } from '../../core/ui/icon.tsx';
import { book } from './chapters.ts';
import styles from './contents.module.css';
import { outline, readers } from './outline.ts';

/** All chapters, beside the page; on small screens behind a line that opens them. */
export function Contents(props: SitePageProps) {
  const { t } = props;
  return (
    <>
      <details className={styles.small}>
        <summary>
          <Icon name="menu" />
          {t('contents')}
        </summary>
        <Chapters {...props} />
      </details>
      <div className={styles.wide}>
        <Chapters {...props} />
      </div>
    </>
  );
}

function Chapters({ language, subpage, t, href }: SitePageProps) {
  return (
    <nav className={styles.chapters} aria-label={t('contents')}>
      <a href={href('/guide')} aria-current={subpage === null ? 'page' : undefined}>
        {t('first.link')}
      </a>
      {readers.map((reader) => (
        <section key={reader}>
          <h2>{t(`reader.${reader}`)}</h2>
          <ul>
            {outline[reader].map((name) => {
              const { id, title } = book.chapter(language, `${reader}/${name}`);
              return (
                <li key={id}>
                  <a href={href(`/guide/${id}`)} aria-current={subpage === id ? 'page' : undefined}>
                    {title}
                  </a>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
    </nav>
  );
}
