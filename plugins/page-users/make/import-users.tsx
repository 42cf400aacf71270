import { Button } from '@fluentui/react-components';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { FormDialog } from '../../../core/ui/dialog/form-dialog.tsx';
import { ConfirmPopover, saveFile, useText } from '../../../core/ui/index.ts';
import words from '../../../core/ui/page/words.module.css';
import { refusalField } from '../person/refusal-field.ts';
import { ReasonField } from '../reason-field.tsx';
import type { Services } from '../requires.ts';
import styles from '../users.module.css';
import { ImportLines } from './import-lines.tsx';
import { ImportStore, longestTable } from './import-store.ts';

interface ImportUsersProps {
  readonly services: Services;
  readonly onMade: () => void;
  readonly onClose: () => void;
}

/** The columns as the export writes them; the first alone has to be filled in. */
const example = 'username,role,email\r\nann.lee,observer,ann.lee@firm.example';

/** Many people from a table: pasted or from a file, looked at without changing anything, then made; their passwords go out as a table, once. */
export const ImportUsers = observer(function ImportUsers({ services, onMade, onClose }: ImportUsersProps) {
  const t = useText('page-users');
  const [store] = useState(() => new ImportStore(services.api));
  const file = useRef<HTMLInputElement>(null);
  const { busy, refusal, ready, problems, checked, made, isDone } = store;
  const make = async (): Promise<void> => {
    await store.make();
    if (store.made.length > 0) onMade();
  };
  const read = async (chosen: File | undefined): Promise<void> => {
    if (chosen !== undefined) store.setCsv(await chosen.text());
  };
  const close = (
    <Button size="small" {...(made.length === 0 || store.saved ? { onClick: onClose } : {})}>
      {t(made.length > 0 ? 'password.done' : 'cancel')}
    </Button>
  );
  return (
    <FormDialog
      wide
      title={t('import')}
      onSubmit={() => void store.check()}
      onClose={made.length === 0 && busy === null ? onClose : null}
      actions={
        <>
          {made.length > 0 && !store.saved ? (
            <ConfirmPopover
              title={t('import.lose.title')}
              text={t('import.lose.text')}
              danger
              keepLabel={t('import.lose.keep')}
              confirmLabel={t('import.lose.confirm')}
              onConfirm={onClose}
            >
              {close}
            </ConfirmPopover>
          ) : (
            close
          )}
          {made.length === 0 && (
            <Button size="small" type="submit" appearance={ready > 0 ? 'secondary' : 'primary'} disabled={!store.canCheck}>
              {t('import.check')}
            </Button>
          )}
          {ready > 0 && !isDone && (
            <Button size="small" appearance="primary" disabled={busy !== null || !store.hasReason} onClick={() => void make()}>
              {t(ready - made.length === 1 ? 'import.makeOne' : 'import.make', { count: ready - made.length })}
            </Button>
          )}
          {made.length > 0 && (
            <Button
              size="small"
              appearance="primary"
              onClick={() => saveFile(new Blob([store.passwords()], { type: 'text/csv' }), `${t('import.fileName')}.csv`)}
            >
              {t('import.passwords')}
            </Button>
          )}
        </>
      }
    >
      {made.length === 0 && (
        <>
          <p>{t('import.text')}</p>
          <textarea
            className={styles.table}
            aria-label={t('import.table')}
            placeholder={example}
            rows={8}
            spellCheck={false}
            translate="no"
            disabled={busy === 'making'}
            value={store.csv}
            onChange={({ target }) => store.setCsv(target.value)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              void read(event.dataTransfer.files[0]);
            }}
          />
          <div className={styles.file}>
            <input
              ref={file}
              type="file"
              accept=".csv,text/csv,text/plain"
              hidden
              onChange={({ target }) => {
                void read(target.files?.[0]);
                // The same file can be chosen again once it was mended.
                target.value = '';
              }}
            />
            <Button size="small" disabled={busy === 'making'} onClick={() => file.current?.click()}>
              {t('import.choose')}
            </Button>
            {store.csv.length > longestTable && (
              <span role="alert" className={words.wrong}>
                {t('import.tooLong', { limit: longestTable })}
              </span>
            )}
          </div>
          <ReasonField
            value={store.reason}
            error={refusal !== null && refusalField(refusal) === 'reason' ? services.texts.errorText(refusal) : null}
            onChange={store.setReason}
          />
        </>
      )}
      <p role="status" className={styles.said}>
        {busy === 'checking'
          ? t('import.checking')
          : made.length > 0
            ? t(store.saved ? 'import.saved' : 'import.made', { made: made.length })
            : problems.length > 0
              ? t('import.problems', { count: problems.length })
              : checked === null
                ? ''
                : t('import.ready', { count: ready })}
      </p>
      {busy === 'making' && <progress className={styles.progress} aria-label={t('import.making')} max={ready} value={made.length} />}
      {refusal !== null && refusalField(refusal) !== 'reason' && (
        <p role="alert" className={words.wrong}>
          {services.texts.errorText(refusal)}
        </p>
      )}
      {checked !== null && checked.length > 0 && made.length === 0 && (
        <ImportLines lines={problems.length > 0 ? problems : checked} texts={services.texts} />
      )}
      {made.length > 0 && <ImportLines lines={[...problems, ...made]} texts={services.texts} />}
    </FormDialog>
  );
});
