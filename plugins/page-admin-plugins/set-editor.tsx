import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { Api, Notices, Texts } from '../../core/contract/client-services.ts';
import { toldIn } from '../../core/contract/notices.ts';
import { ConfirmPopover, useRoleNames, useText } from '../../core/ui/index.ts';
import { useUnsaved } from '../../core/ui/page/use-unsaved.ts';
import { ChangeSummary, changeSentences, countText, Dependants, peopleText, takesAway } from './change-summary.tsx';
import { ChipList } from './chip-list.tsx';
import { NamedSets } from './history/named-sets.tsx';
import { NamedSetsStore } from './history/named-sets-store.ts';
import { SaveDialog } from './history/save-dialog.tsx';
import { SeenAs } from './history/seen-as.tsx';
import { VersionList } from './history/version-list.tsx';
import { VersionsStore } from './history/versions-store.ts';
import styles from './plugins-page.module.css';
import type { PluginsStore } from './plugins-store.ts';
import { isPattern } from './set-edit.ts';

const told = toldIn('page-admin-plugins');

interface SetEditorProps {
  readonly store: PluginsStore;
  readonly notices: Notices;
  readonly texts: Texts;
  readonly api: Api;
}

/** One role's set: its patterns, what the draft would change, and saving it. */
export const SetEditor = observer(function SetEditor({ store, notices, texts, api }: SetEditorProps) {
  const t = useText('page-admin-plugins');
  const [versions] = useState(() => new VersionsStore(api));
  const [named] = useState(() => new NamedSetsStore(api, notices.error));
  const { draft, draftVersion, changed, saving, preview, refusal, last, canSave } = store;
  useUnsaved(store.isUnsaved());
  const role = useRoleNames([draft.role])(draft.role);
  const ids = store.plugins.map((plugin) => plugin.id);
  const [asking, setAsking] = useState<'save' | 'undo' | null>(null);
  const save = async (reason: string): Promise<boolean> => {
    const done = await store.save(reason);
    if (done) notices.show('success', told('saved', { role }));
    return done;
  };
  const undo = async (reason: string): Promise<boolean> => {
    const done = await store.undo(reason);
    if (done) notices.show('success', told('undone', { role }));
    return done;
  };
  const stopStaying = async (): Promise<void> => {
    const stopped = await store.stopStaying();
    if (stopped !== null) notices.show('success', countText(t, 'change.stopped', stopped));
  };
  const shown = changed ? preview : (last?.change ?? null);
  return (
    <section className={styles.editor} aria-label={t('editor', { role })}>
      <h2 className={styles.editorHead}>
        {role} {!store.loading && <span>{peopleText(t, store.peopleOf(draft.role))}</span>}
      </h2>
      <div className={styles.fields}>
        <ChipList
          label={t('included')}
          help={t('includedHelp')}
          values={draft.included}
          onChange={(included) => store.edit({ included })}
          isValid={isPattern}
          suggestions={ids}
        />
        <ChipList
          label={t('excluded')}
          help={t('excludedHelp')}
          values={draft.excluded}
          onChange={(excluded) => store.edit({ excluded })}
          isValid={isPattern}
          suggestions={ids}
        />
        <div className={styles.change}>
          <h3>{t(changed || shown === null ? 'change.title' : 'change.saved')}</h3>
          {refusal !== null && <p className={styles.error}>{texts.errorText(refusal)}</p>}
          {refusal === null && shown !== null && <ChangeSummary role={draft.role} change={shown} />}
          {refusal === null && shown === null && <p className={styles.help}>{t(changed ? 'change.asking' : 'change.nothing')}</p>}
        </div>
        <SeenAs store={store} api={api} />
        <VersionList store={store} versions={versions} />
        <NamedSets store={store} named={named} notices={notices} />
      </div>
      {changed && (
        <p className={styles.unsaved}>{draftVersion === null ? t('unsaved') : t('unsaved.version', { version: draftVersion })}</p>
      )}
      <div className={styles.actions} data-keep-clear="action">
        {last !== null && !changed && last.change.staying.length > 0 && (
          <ConfirmPopover
            title={countText(t, 'change.stopTitle', last.change.staying.length)}
            text={t('change.stopText')}
            danger
            keepLabel={t('confirm.keep')}
            confirmLabel={t('change.stopConfirm')}
            onConfirm={() => void stopStaying()}
          >
            <Button disabled={saving}>{countText(t, 'change.stop', last.change.staying.length)}</Button>
          </ConfirmPopover>
        )}
        {last !== null && !changed && (
          <Button disabled={saving} onClick={() => setAsking('undo')}>
            {t('undo')}
          </Button>
        )}
        {changed && (
          <Button disabled={saving} onClick={store.revert}>
            {t('revert')}
          </Button>
        )}
        <Button appearance="primary" disabled={!canSave} onClick={() => setAsking('save')}>
          {t('save', { role })}
        </Button>
      </div>
      {asking === 'save' && (
        <SaveDialog
          title={
            preview !== null && takesAway(preview)
              ? t('confirm.title', { people: countText(t, `people.${draft.role}`, preview.losing) })
              : t('save.title', { role })
          }
          confirmLabel={preview !== null && takesAway(preview) ? t('confirm.take') : t('save', { role })}
          takes={preview !== null && takesAway(preview)}
          onSave={save}
          onClose={() => setAsking(null)}
        >
          {preview !== null && changeSentences(t, draft.role, role, preview).map(({ kind, text }) => <div key={kind}>{text}</div>)}
          {preview !== null && <Dependants change={preview} />}
        </SaveDialog>
      )}
      {asking === 'undo' && <SaveDialog title={t('undo')} confirmLabel={t('undo')} onSave={undo} onClose={() => setAsking(null)} />}
    </section>
  );
});
