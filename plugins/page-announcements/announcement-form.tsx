import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import type { Notices } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { announcementLanguages } from '../../core/domain/forms/announcement.ts';
import { CheckField, ConfirmPopover, DateTimeField, IconButton, useServices, useText } from '../../core/ui/index.ts';
import styles from './announcements.module.css';
import type { AnnouncementDraft, AnnouncementsStore } from './announcements-store.ts';
import { AudienceFields } from './audience-fields.tsx';
import { LanguageFields } from './language-fields.tsx';

const told = toldIn('page-announcements');

interface AnnouncementFormProps {
  readonly store: AnnouncementsStore;
  readonly draft: AnnouncementDraft;
  readonly notices: Notices;
}

/** One announcement as it is written; one that was withdrawn is only read. */
export const AnnouncementForm = observer(function AnnouncementForm({ store, draft, notices }: AnnouncementFormProps) {
  const t = useText('page-announcements');
  const { stored, fault } = store;
  const isFixed = stored?.state === 'withdrawn';
  const errorOf = (field: string): string | null => (fault?.field === field ? t(`fault.${fault.code}`, { limit: fault.limit ?? 0 }) : null);
  const save = async (): Promise<void> => {
    const isNew = stored === null;
    const saved = await store.save();
    if (saved !== null) notices.show('success', told(saved.state === 'published' && isNew ? 'saved.published' : 'saved'));
  };
  const withdraw = async (): Promise<void> => {
    if (stored !== null && (await store.withdraw(stored.announcement_id)) !== null) notices.show('success', told('withdrawn'));
  };
  return (
    <aside data-keep-clear="form">
      <form
        aria-label={t('announcement')}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <header className={styles.formHead}>
          <h2>{stored === null ? t('new') : stored.texts.en.title}</h2>
          <IconButton icon="close" label={t('back')} onClick={store.close} />
        </header>
        {stored !== null && <p className={styles.quiet}>{t(`about.${stored.state}`)}</p>}
        {announcementLanguages.map((language) => (
          <LanguageFields
            key={language}
            language={language}
            value={draft.texts[language]}
            isFixed={isFixed}
            errors={{ title: errorOf(`${language}.title`), text: errorOf(`${language}.text`) }}
            onChange={(change) => store.typeText(language, change)}
          />
        ))}
        <AudienceFields store={store} value={draft.audience} isFixed={isFixed || stored?.state === 'published'} />
        {!isFixed && (
          <>
            <CheckField label={t('pinned.field')} checked={draft.pinned} onChange={(pinned) => store.type({ pinned })} />
            {stored?.state !== 'published' && <PublishTime value={draft.time} onChange={(time) => store.type({ time })} />}
            <div className={styles.doing}>
              {stored?.state !== 'published' && draft.time === '' ? (
                // Nobody takes back what has been read: a press of Enter in a field publishes nothing either.
                <ConfirmPopover
                  title={t('publish.title')}
                  text={t('publish.text')}
                  keepLabel={t('publish.keep')}
                  confirmLabel={t('publish.confirm')}
                  onConfirm={() => void save()}
                >
                  <Button size="small" appearance="primary" disabled={store.busy}>
                    {t('publish')}
                  </Button>
                </ConfirmPopover>
              ) : (
                <Button size="small" appearance="primary" type="submit" disabled={store.busy}>
                  {t(stored?.state === 'published' ? 'save' : 'schedule')}
                </Button>
              )}
              {stored !== null && (
                <ConfirmPopover
                  title={t('withdraw.title')}
                  text={t(`withdraw.${stored.state}`)}
                  danger
                  keepLabel={t('withdraw.keep')}
                  confirmLabel={t('withdraw.confirm')}
                  onConfirm={() => void withdraw()}
                >
                  <Button size="small" appearance="subtle" disabled={store.busy}>
                    {t('withdraw')}
                  </Button>
                </ConfirmPopover>
              )}
            </div>
          </>
        )}
      </form>
    </aside>
  );
});

const PublishTime = observer(function PublishTime({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (time: string) => void;
}) {
  const t = useText('page-announcements');
  const { timeZone } = useServices().preferences;
  return (
    <div className={styles.when}>
      <DateTimeField
        label={t('field.time', { zone: timeZone })}
        help={t('time.help')}
        timeZone={timeZone}
        value={value}
        onChange={onChange}
      />
    </div>
  );
});
