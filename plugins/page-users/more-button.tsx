import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { type PagedList, useText } from '../../core/ui/index.ts';
import styles from './users.module.css';

/** The next page of a list, asked for when it is wanted; one that failed says so and can be tried again. */
export const MoreButton = observer(function MoreButton({ list }: { readonly list: Pick<PagedList<unknown>, 'items' | 'state' | 'more'> }) {
  const t = useText('page-users');
  if (list.state === 'done' || (list.state === 'loading' && list.items.length === 0)) return null;
  return (
    <div className={styles.more}>
      {list.state === 'failed' && <span role="alert">{t('more.failed')}</span>}
      <Button size="small" appearance="subtle" disabled={list.state === 'loading'} onClick={() => void list.more()}>
        {t(list.state === 'failed' ? 'retry' : 'more')}
      </Button>
    </div>
  );
});
