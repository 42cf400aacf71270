import { Button } from '@fluentui/react-components';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import type { AppError } from '../../core/contract/app-error.ts';
import { smsGatewayFault, usualSmsBody } from '../../core/domain/sms-gateway.ts';
import { FailedState, Skeleton, TextField, useText } from '../../core/ui/index.ts';
import type { SmsGatewayView, SmsTestView } from '../../schemas/wire/platform-sms.ts';
import styles from './platform.module.css';
import type { Services } from './requires.ts';

interface Draft {
  readonly url: string;
  readonly header: string;
  readonly secret: string;
  readonly sender: string;
  readonly body: string;
}

const fieldNames = ['url', 'header', 'header_value', 'sender', 'body', 'reason', 'to'] as const;
type FieldName = (typeof fieldNames)[number];
const leastReason = 3;

const draftOf = (gateway: SmsGatewayView['gateway']): Draft => ({
  ...{ url: gateway?.url ?? '', header: gateway?.header ?? '', secret: '' },
  ...{ sender: gateway?.sender ?? '', body: gateway?.body ?? usualSmsBody },
});
const termsOf = ({ url, header, sender, body }: Draft) => ({
  ...{ url: url.trim(), header: header.trim() === '' ? null : header.trim(), sender: sender.trim(), body: body.trim() },
});

/** By which gateway text messages go, and a message that proves it. */
export function SmsPart({ services: { api, notices, texts } }: { readonly services: Services }) {
  const t = useText('page-platform');
  const [kept, setKept] = useState<SmsGatewayView | 'failed' | null>(null);
  const [draft, setDraft] = useState<Draft>(draftOf(null));
  const [reason, setReason] = useState('');
  const [to, setTo] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const [test, setTest] = useState<SmsTestView | null>(null);
  const load = useCallback(
    async (isFirst: boolean): Promise<void> => {
      const reply = await api.call('platformSms', {});
      setKept(reply.ok ? reply.value : 'failed');
      if (reply.ok && isFirst) setDraft(draftOf(reply.value.gateway));
    },
    [api],
  );
  useEffect(() => void load(true), [load]);

  if (kept === null) return <Skeleton rows={4} />;
  if (kept === 'failed') return <FailedState text={t('sms.failed')} onRetry={() => void load(true)} />;

  const terms = termsOf(draft);
  const secret = draft.secret === '' || terms.header === null ? null : draft.secret;
  const isKept = kept.has_secret && kept.gateway?.url === terms.url && kept.gateway.header === terms.header;
  const fault = smsGatewayFault(terms, secret, isKept);
  const isUnreasoned = reason.trim().length < leastReason;
  const refusedAt = typeof refusal?.params.field === 'string' ? refusal.params.field.split('/').at(-1) : undefined;
  const errorAt = (field: FieldName): string | null => {
    if (refusal !== null && refusedAt === field) return texts.errorText(refusal);
    if (!tried) return null;
    if (field === 'reason') return isUnreasoned ? t('error.reason') : null;
    return fault?.field === field ? t(`sms.error.${field}`) : null;
  };
  const edit = (change: Partial<Draft>): void => {
    setRefusal(null);
    setTest(null);
    setDraft({ ...draft, ...change });
  };
  const isSame = JSON.stringify(draft) === JSON.stringify(draftOf(kept.gateway));

  const send = async (isNone: boolean): Promise<void> => {
    setTried(true);
    if (busy || isUnreasoned || (!isNone && fault !== null)) return;
    setBusy(true);
    const gateway = isNone ? null : { ...terms, header_value: secret };
    const reply = await api.call('platformSmsChange', { body: { version: kept.version, gateway, reason: reason.trim() } });
    // Somebody was quicker: what holds by now stands under what was typed.
    if (!reply.ok && reply.error.code === 'PLATFORM_CHANGED') await load(false);
    setBusy(false);
    setRefusal(reply.ok ? null : reply.error);
    if (!reply.ok) return;
    setKept(reply.value);
    setDraft(draftOf(reply.value.gateway));
    setReason('');
    setTried(false);
    notices.show('success', t(isNone ? 'sms.removed' : 'sms.saved'));
  };
  const tryOut = async (): Promise<void> => {
    setBusy(true);
    setTest(null);
    const reply = await api.call('platformSmsTest', { body: { to: to.trim() === '' ? null : to.trim() } });
    setBusy(false);
    setRefusal(reply.ok ? null : reply.error);
    if (reply.ok) setTest(reply.value);
  };
  const field = (name: Exclude<keyof Draft, 'secret'>, maxLength: number) => (
    <TextField
      label={t(`sms.${name}`)}
      help={t(`sms.help.${name}`)}
      error={errorAt(name)}
      value={draft[name]}
      maxLength={maxLength}
      onChange={(typed) => edit({ [name]: typed })}
    />
  );

  return (
    <form
      className={styles.form}
      aria-label={t('sms.title')}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(false);
      }}
      noValidate
    >
      <div className={styles.head}>
        <h2>{t('sms.title')}</h2>
        <p>{t(`sms.origin.${kept.origin}`)}</p>
      </div>
      <div className={styles.fields}>
        {field('url', 500)}
        {field('sender', 40)}
        {field('header', 64)}
        <TextField
          label={t('sms.secret')}
          help={t(kept.has_secret ? 'sms.help.secretKept' : 'sms.help.secret')}
          error={errorAt('header_value')}
          type="password"
          autoComplete="new-password"
          maxLength={2000}
          disabled={terms.header === null}
          value={draft.secret}
          onChange={(typed) => edit({ secret: typed })}
        />
        {field('body', 2000)}
        <TextField
          label={t('field.reason')}
          help={t('help.reason')}
          error={errorAt('reason')}
          value={reason}
          maxLength={500}
          onChange={setReason}
        />
        <TextField
          label={t('sms.to')}
          help={t('sms.help.to')}
          error={errorAt('to')}
          value={to}
          maxLength={20}
          onChange={(typed) => {
            setRefusal(null);
            setTo(typed);
          }}
        />
      </div>
      {refusal !== null && !fieldNames.some((name) => name === refusedAt) && (
        <p role="alert" className={styles.wrong}>
          {texts.errorText(refusal)}
        </p>
      )}
      {test !== null && (
        <p role={test.fault === null ? 'status' : 'alert'} className={test.fault === null ? styles.right : styles.wrong}>
          {test.fault === null
            ? t('sms.test.taken', { to: test.to })
            : `${t(`sms.fault.${test.fault}`)}${test.detail === null ? '' : ` (${test.detail})`}`}
        </p>
      )}
      <div className={styles.actions}>
        <Button size="small" appearance="primary" type="submit" disabled={busy || isSame}>
          {t('save')}
        </Button>
        <Button size="small" disabled={busy || kept.origin === 'none' || !isSame} onClick={() => void tryOut()}>
          {t('sms.test')}
        </Button>
        {kept.gateway !== null && (
          <Button size="small" appearance="subtle" disabled={busy} onClick={() => void send(true)}>
            {t('sms.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}
