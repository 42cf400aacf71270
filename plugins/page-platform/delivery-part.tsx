import { Button } from '@fluentui/react-components';
import { type FormEvent, type ReactNode, useCallback, useEffect, useState } from 'react';
import type { AppError, Outcome } from '../../core/contract/app-error.ts';
import { FailedState, Skeleton, TextField, useText } from '../../core/ui/index.ts';
import type { DeliveryTestView, MailServerView } from '../../schemas/wire/platform-deliveries.ts';
import styles from './platform.module.css';
import type { Services } from './requires.ts';

type State = Pick<MailServerView, 'origin' | 'version'>;

/** A way that letters go, and what is typed to name it. */
export interface DeliveryWay<S extends State, D> {
  /** Its texts begin so. */
  readonly name: 'mail' | 'sms';
  /** By their names of the wire: what the server refuses of them stands beside them. */
  readonly fields: readonly string[];
  readonly read: (api: Services['api']) => Promise<Outcome<S>>;
  /** `draft` is null where none is to be named any more. */
  readonly change: (api: Services['api'], named: { version: number; draft: D | null; reason: string }) => Promise<Outcome<S>>;
  readonly draftOf: (kept: S | null) => D;
  readonly isNamed: (kept: S) => boolean;
  /** What is wrong, by field: keys of texts. */
  readonly problemsOf: (draft: D, kept: S) => Readonly<Partial<Record<string, string>>>;
}

/** What its fields are drawn with. */
export interface DeliveryForm<S, D> {
  readonly kept: S;
  readonly draft: D;
  readonly edit: (change: Partial<D>) => void;
  readonly errorAt: (field: string) => string | null;
}

interface DeliveryPartProps<S extends State, D> {
  readonly services: Services;
  readonly way: DeliveryWay<S, D>;
  /** Another one is named, or none. */
  readonly onChanged: () => void;
  readonly test: () => Promise<Outcome<DeliveryTestView>>;
  readonly fields: (form: DeliveryForm<S, D>) => ReactNode;
  /** Fields of the test, after the reason. */
  readonly testFields?: (form: DeliveryForm<S, D>) => ReactNode;
}

const leastReason = 3;

/** By what letters of a kind go, and one that proves it. */
export function DeliveryPart<S extends State, D>({ services, way, onChanged, test, fields, testFields }: DeliveryPartProps<S, D>) {
  const { api, notices, texts } = services;
  const { name } = way;
  const t = useText('page-platform');
  const [kept, setKept] = useState<S | 'failed' | null>(null);
  const [draft, setDraft] = useState<D>(() => way.draftOf(null));
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const [told, setTold] = useState<DeliveryTestView | null>(null);
  const load = useCallback(
    async (isFirst: boolean): Promise<void> => {
      const reply = await way.read(api);
      setKept(reply.ok ? reply.value : 'failed');
      if (reply.ok && isFirst) setDraft(way.draftOf(reply.value));
    },
    [api, way],
  );
  useEffect(() => void load(true), [load]);

  if (kept === null) return <Skeleton rows={4} />;
  if (kept === 'failed') return <FailedState text={t(`${name}.failed`)} onRetry={() => void load(true)} />;

  const problems = way.problemsOf(draft, kept);
  const isUnreasoned = reason.trim().length < leastReason;
  const refusedAt = typeof refusal?.params.field === 'string' ? refusal.params.field.split('/').at(-1) : undefined;
  const errorAt = (field: string): string | null => {
    if (refusal !== null && refusedAt === field) return texts.errorText(refusal);
    const problem = tried ? problems[field] : undefined;
    return problem === undefined ? null : t(problem);
  };
  const isSame = JSON.stringify(draft) === JSON.stringify(way.draftOf(kept));
  const edit = (change: Partial<D>): void => {
    setRefusal(null);
    setTold(null);
    setDraft({ ...draft, ...change });
  };
  const form: DeliveryForm<S, D> = { kept, draft, edit, errorAt };

  const send = async (isNone: boolean): Promise<void> => {
    setTried(true);
    if (busy || isUnreasoned || (!isNone && Object.keys(problems).length > 0)) return;
    setBusy(true);
    const reply = await way.change(api, { version: kept.version, draft: isNone ? null : draft, reason: reason.trim() });
    // Somebody was quicker: what holds by now stands under what was typed.
    if (!reply.ok && reply.error.code === 'PLATFORM_CHANGED') await load(false);
    setBusy(false);
    setRefusal(reply.ok ? null : reply.error);
    if (!reply.ok) return;
    setKept(reply.value);
    setDraft(way.draftOf(reply.value));
    setReason('');
    setTried(false);
    onChanged();
    notices.show('success', t(`${name}.${isNone ? 'removed' : 'saved'}`));
  };
  const tryOut = async (): Promise<void> => {
    setBusy(true);
    setTold(null);
    const reply = await test();
    setBusy(false);
    setRefusal(reply.ok ? null : reply.error);
    if (reply.ok) setTold(reply.value);
  };

  return (
    <form
      className={styles.form}
      aria-label={t(`${name}.title`)}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(false);
      }}
      noValidate
    >
      <div className={styles.head}>
        <h2>{t(`${name}.title`)}</h2>
        <p>{t(`${name}.origin.${kept.origin}`)}</p>
      </div>
      <div className={styles.fields}>
        {fields(form)}
        <TextField
          label={t('field.reason')}
          help={t('help.reason')}
          error={errorAt('reason') ?? (tried && isUnreasoned ? t('error.reason') : null)}
          value={reason}
          maxLength={500}
          onChange={setReason}
        />
        {testFields?.(form)}
      </div>
      {refusal !== null && ![...way.fields, 'reason'].some((field) => field === refusedAt) && (
        <p role="alert" className={styles.wrong}>
          {texts.errorText(refusal)}
        </p>
      )}
      {told !== null && (
        <p role={told.fault === null ? 'status' : 'alert'} className={told.fault === null ? styles.right : styles.wrong}>
          {told.fault === null
            ? t(`${name}.test.taken`, { to: told.to })
            : `${t(`${name}.fault.${told.fault}`)}${told.detail === null ? '' : ` (${told.detail})`}`}
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" appearance="primary" type="submit" disabled={busy || isSame}>
          {t('save')}
        </Button>
        <Button size="small" disabled={busy || kept.origin === 'none' || !isSame} onClick={() => void tryOut()}>
          {t(`${name}.test`)}
        </Button>
        {way.isNamed(kept) && (
          <Button size="small" appearance="subtle" disabled={busy} onClick={() => void send(true)}>
            {t(`${name}.remove`)}
          </Button>
        )}
      </div>
    </form>
  );
}
