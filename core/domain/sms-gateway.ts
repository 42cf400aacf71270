/** The gateway that text messages go by. */
export interface SmsSettings {
  /** https, or http on this machine. */
  readonly url: string;
  /** What opens it, such as `Authorization: Bearer …`. */
  readonly header: { readonly name: string; readonly value: string } | null;
  /** JSON of the gateway's own shape, with `{to}` and `{text}` in its texts. */
  readonly body: SmsBody;
  /** Stands where the body says `{sender}`. */
  readonly sender?: string;
}

export type SmsBody = null | boolean | number | string | readonly SmsBody[] | { readonly [name: string]: SmsBody };

/** The address, plain: who opens the gateway stands in the header. */
export function isSmsUrl(text: string, isLoopback: (host: string) => boolean): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')));
  return isSafe && username === '' && password === '' && hash === '';
}

/** `Name: value`; undefined for what is none. */
export function smsHeader(text: string): SmsSettings['header'] | undefined {
  if (text === '') return null;
  const [, name, value] = /^([A-Za-z0-9-]{1,64}):[ \t]*([\x21-\x7e][\x20-\x7e]{0,1999})$/.exec(text) ?? [];
  return name === undefined || value === undefined ? undefined : { name, value };
}

/** Undefined for what is no JSON, or has no place for the number or the text. */
export function smsBody(text: string): SmsBody | undefined {
  try {
    const body = JSON.parse(text) as SmsBody;
    const [to, words] = ['\u{1}', '\u{2}'].map((mark) => JSON.stringify(mark).slice(1, -1)) as [string, string];
    const probe = JSON.stringify(filledBody(body, { to: '\u{1}', text: '\u{2}', sender: '' }));
    return probe.includes(to) && probe.includes(words) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Only whole texts of the JSON are filled in, so no letter can change its shape. */
export function filledBody(body: SmsBody, values: { readonly to: string; readonly text: string; readonly sender: string }): SmsBody {
  if (typeof body === 'string') return body.replaceAll(/\{(to|text|sender)\}/g, (_, name: 'to' | 'text' | 'sender') => values[name]);
  if (body === null || typeof body !== 'object') return body;
  if (Array.isArray(body)) return body.map((one: SmsBody) => filledBody(one, values));
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, filledBody(value as SmsBody, values)]));
}

/** The gateway as an administrator names it; the value of its header is told to nobody. */
export interface SmsGatewayTerms {
  readonly url: string;
  /** Name of the header that opens it; null: nothing does. */
  readonly header: string | null;
  /** Stands where the body says `{sender}`; may be empty. */
  readonly sender: string;
  /** JSON of its own shape. */
  readonly body: string;
}

/** Where nothing else was said. */
export const usualSmsBody = '{"to":"{to}","text":"{text}"}';

/** Why a gateway cannot be meant, and beside which field it belongs. */
export interface SmsGatewayFault {
  readonly code: 'FORM_FIELD_EMPTY' | 'REQUEST_INVALID';
  readonly field: 'url' | 'header' | 'header_value' | 'sender' | 'body';
  /** Of REQUEST_INVALID. */
  readonly rule?: string;
}

/** Who administers the house need not reach what else runs on its machine. */
const nowhere = (): boolean => false;

/** `isKept`: a secret is kept for this address and header. Null: it may be kept. */
export function smsGatewayFault(
  { url, header, sender, body }: SmsGatewayTerms,
  secret: string | null,
  isKept: boolean,
): SmsGatewayFault | null {
  if (url === '') return { code: 'FORM_FIELD_EMPTY', field: 'url' };
  if (!isSmsUrl(url, nowhere)) return { code: 'REQUEST_INVALID', field: 'url', rule: 'must be an https:// address without a password' };
  if (header !== null && smsHeader(`${header}: x`) == null)
    return { code: 'REQUEST_INVALID', field: 'header', rule: 'must be the name of a header' };
  if (header !== null && secret === null && !isKept) return { code: 'FORM_FIELD_EMPTY', field: 'header_value' };
  if (header !== null && secret !== null && smsHeader(`${header}: ${secret}`) == null)
    return { code: 'REQUEST_INVALID', field: 'header_value', rule: 'must be plain characters in one line' };
  if (smsBody(body) === undefined)
    return { code: 'REQUEST_INVALID', field: 'body', rule: 'must be JSON with {to} and {text} in its texts' };
  const isNamed = body.includes('{sender}');
  if (isNamed && sender === '') return { code: 'FORM_FIELD_EMPTY', field: 'sender' };
  return sender === '' || isNamed ? null : { code: 'REQUEST_INVALID', field: 'body', rule: 'must have a place for {sender}' };
}
