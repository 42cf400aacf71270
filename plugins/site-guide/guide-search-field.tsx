import type { SitePageProps } from '../../core/contract/site.ts';
import { Icon } from '../../core/ui/icon.tsx';
import { Island } from '../../core/ui/site/island.tsx';
import styles from './guide-search-field.module.css';
import type { SearchProps } from './islands/search.ts';

/** Searches all chapters. What it needs for it comes with the first use. */
export function GuideSearchField({ t, href }: SitePageProps) {
  const props: SearchProps = { base: href('/guide'), texts: { none: t('search.none'), failed: t('search.failed') } };
  return (
    <Island of="search" props={props} className={styles.search}>
      <label className={styles.field}>
        <Icon name="search" />
        <input
          type="search"
          role="combobox"
          aria-label={t('search')}
          aria-controls="found"
          aria-expanded="false"
          aria-autocomplete="list"
          aria-keyshortcuts="/"
          placeholder={t('search')}
          autoComplete="off"
          spellCheck={false}
        />
        <span aria-hidden="true">/</span>
      </label>
      <div id="found" role="listbox" aria-label={t('search.found')} className={styles.found} hidden />
      <p role="status" className={styles.status} />
    </Island>
  );
}
