import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { announcementLanguages } from '../../core/domain/forms/announcement.ts';
import { type Column, DataTable, FailedState, Icon, ListEmpty, PanelBody, TimeText, useText } from '../../core/ui/index.ts';
import type { AnnouncementView } from '../../schemas/wire/announcement.ts';
import styles from './announcements.module.css';
import type { AnnouncementsStore } from './announcements-store.ts';

/** All announcements, newest first. */
export const AnnouncementList = observer(function AnnouncementList({ store }: { readonly store: AnnouncementsStore }) {
  const t = useText('page-announcements');
  const columns = useColumns();
  const empty =
    store.state === 'failed' ? (
      <FailedState text={t('failed')} onRetry={() => void store.load()} />
    ) : (
      <ListEmpty icon="bell" text={t('empty')} narrowed={null} onClear={() => undefined} />
    );
  return (
    <section aria-label={t('title')}>
      <PanelBody>
        <DataTable<AnnouncementView>
          label={t('title')}
          rows={store.list}
          columns={columns}
          rowKey={(one) => one.announcement_id}
          markedKey={store.opened?.id ?? null}
          onActivate={store.open}
          loading={store.state === 'loading'}
          empty={empty}
        />
      </PanelBody>
    </section>
  );
});

function useColumns(): readonly Column<AnnouncementView>[] {
  const t = useText('page-announcements');
  return useMemo(
    () => [
      {
        id: 'time',
        title: t('column.time'),
        width: 150,
        least: 142,
        fixed: true,
        render: (one) => <TimeText timeMs={one.publish_time} />,
      },
      {
        id: 'title',
        title: t('column.title'),
        width: 260,
        least: 120,
        fixed: true,
        render: ({ texts, pinned }) => (
          <span title={texts.en.title} className={styles.titled}>
            {pinned && (
              <span role="img" aria-label={t('pinned')} title={t('pinned')} className={styles.pin}>
                <Icon name="star" size={12} />
              </span>
            )}
            {texts.en.title}
          </span>
        ),
      },
      {
        id: 'state',
        title: t('column.state'),
        width: 92,
        least: 80,
        render: ({ state }) => <span className={state === 'withdrawn' ? styles.quiet : undefined}>{t(`state.${state}`)}</span>,
      },
      {
        id: 'audience',
        title: t('column.audience'),
        width: 100,
        least: 80,
        yields: 2,
        render: ({ audience }) => t(`audience.${audience.kind}`),
      },
      {
        id: 'languages',
        title: t('column.languages'),
        width: 110,
        least: 90,
        yields: 1,
        render: ({ texts }) =>
          announcementLanguages
            .filter((language) => texts[language] !== undefined)
            .map((language) => t(`short.${language}`))
            .join(' · '),
      },
      {
        id: 'author',
        title: t('column.author'),
        width: 90,
        least: 70,
        yields: 0,
        render: ({ author }) => <span title={author}>{author}</span>,
      },
    ],
    [t],
  );
}
