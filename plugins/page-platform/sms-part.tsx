import { useState } from 'react';
import { smsGatewayFault, usualSmsBody } from '../../core/domain/sms-gateway.ts';
import { TextField, useText } from '../../core/ui/index.ts';
import type { SmsGatewayView } from '../../schemas/wire/platform-deliveries.ts';
import { DeliveryPart, type DeliveryWay } from './delivery-part.tsx';
import type { Services } from './requires.ts';

interface Draft {
  readonly url: string;
  readonly header: string;
  readonly secret: string;
  readonly sender: string;
  readonly body: string;
}

const termsOf = ({ url, header, sender, body }: Draft) => ({
  ...{ url: url.trim(), header: header.trim() === '' ? null : header.trim(), sender: sender.trim(), body: body.trim() },
});
const secretOf = ({ secret, header }: Draft): string | null => (secret === '' || header.trim() === '' ? null : secret);

const sms: DeliveryWay<SmsGatewayView, Draft> = {
  name: 'sms',
  fields: ['url', 'header', 'header_value', 'sender', 'body', 'to'],
  read: (api) => api.call('platformSms', {}),
  change: (api, { draft, ...named }) =>
    api.call('platformSmsChange', { body: { ...named, gateway: draft && { ...termsOf(draft), header_value: secretOf(draft) } } }),
  draftOf: (kept) => ({
    ...{ url: kept?.gateway?.url ?? '', header: kept?.gateway?.header ?? '', secret: '' },
    ...{ sender: kept?.gateway?.sender ?? '', body: kept?.gateway?.body ?? usualSmsBody },
  }),
  isNamed: ({ gateway }) => gateway !== null,
  problemsOf: (draft, { has_secret, gateway }) => {
    const terms = termsOf(draft);
    const isKept = has_secret && gateway?.url === terms.url && gateway.header === terms.header;
    const fault = smsGatewayFault(terms, secretOf(draft), isKept);
    return fault === null ? {} : { [fault.field]: `sms.error.${fault.field}` };
  },
};

/** By which gateway text messages go, and a message that proves it. */
export function SmsPart({ services, onChanged }: { readonly services: Services; readonly onChanged: () => void }) {
  const t = useText('page-platform');
  const [to, setTo] = useState('');
  return (
    <DeliveryPart
      services={services}
      way={sms}
      onChanged={onChanged}
      test={() => services.api.call('platformSmsTest', { body: { to: to.trim() === '' ? null : to.trim() } })}
      fields={({ kept, draft, edit, errorAt }) => {
        const text = (name: Exclude<keyof Draft, 'secret'>, maxLength: number) => (
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
          <>
            {text('url', 500)}
            {text('sender', 40)}
            {text('header', 64)}
            <TextField
              label={t('sms.secret')}
              help={t(kept.has_secret ? 'sms.help.secretKept' : 'sms.help.secret')}
              error={errorAt('header_value')}
              type="password"
              autoComplete="new-password"
              maxLength={2000}
              disabled={draft.header.trim() === ''}
              value={draft.secret}
              onChange={(secret) => edit({ secret })}
            />
            {text('body', 2000)}
          </>
        );
      }}
      testFields={({ edit, errorAt }) => (
        <TextField
          label={t('sms.to')}
          help={t('sms.help.to')}
          error={errorAt('to')}
          value={to}
          maxLength={20}
          onChange={(typed) => {
            edit({});
            setTo(typed);
          }}
        />
      )}
    />
  );
}
