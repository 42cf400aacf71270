import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useText } from '../text/use-text.ts';
import styles from './list-foot.module.css';
import type { PagedList } from './paged-list.ts';

/** Asks for older entries; shows a failed page in place. */
export const ListFoot = observer(function ListFoot({ list }: { readonly list: Pick<PagedList<unknown>, 'items' | 'state' | 'more'> }) {
  const t = useText('ui');
  if (list.state === 'done' || (list.state === 'loading' && list.items.length === 0)) return null;
  return (
    <div className={styles.foot}>
      {list.state === 'failed' && <span>{t('list.failed')}</span>}
      <Button size="small" appearance="subtle" disabled={list.state === 'loading'} onClick={() => void list.more()}>
        {t(list.state === 'failed' ? 'list.retry' : 'list.older')}
      </Button>
    </div>
  );
});
